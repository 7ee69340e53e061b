import { auditFieldOf } from '@exam/contract/staff/audit';
import type { StaffReply } from '@exam/contract/staff/client';
import type { ProposalKindName } from '@exam/contract/staff/effects';
import { useParams } from '@exam/ui/app';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { InstantText, Link } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { auditWords } from '../../messages/audit.ts';
import { decisionsWords } from '../../messages/decisions.ts';
import { privacyWords } from '../../messages/privacy.ts';
import {
  ActionButton,
  ActionPanel,
  Facts,
  Loaded,
  objectKey,
  PageHead,
  Section,
  type Fact,
  typed,
  AuditValue,
  wordOf,
  useAboutFacts,
} from '../../page/index.ts';
import { SaveProof } from './refund.tsx';
import { proposalTone, useKindName } from './approvals.tsx';

type Proposal = StaffReply<'approvals.get'>;

/** One proposal: what it would do, and its decision by somebody else (S-16). */
export function ApprovalPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('proposal', id),
    queryFn: ({ signal }) => staffApi('approvals.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(proposal) => <Shown proposal={proposal} />}</Loaded>;
}

/** The page of the object of each kind of proposal. */
const places: Readonly<Record<ProposalKindName, string | null>> = {
  numberMove: '/accounts',
  minimumWithdrawal: '/session-minimums',
  postTestRefund: '/post-test',
  postTestCorrection: '/post-test',
  postTestFees: null,
  legalHold: null,
  legalHoldRelease: null,
  relativeGrant: '/rights-requests',
  minorCase: null,
  objectionMistaken: '/rights-requests',
  formerGuardian: '/applications',
  reinstatedGuardian: '/applications',
  reinstatedObjector: null,
  minorStanding: null,
  cancellationApproval: '/cancellations',
  registrationWithdrawal: '/applications',
  refundByHand: '/refunds',
  orderPaidByHand: '/orders',
  paymentRefund: null,
  sessionWithdrawal: '/sessions',
  sessionFees: '/sessions',
  sessionPublication: '/sessions',
  bookingPrice: '/bookings',
  catalogueLine: '/catalogue/line',
  catalogueProduct: '/catalogue/product',
  catalogueSubject: '/catalogue/subject',
  catalogueBody: '/catalogue/body',
  exceptionAttach: '/payment-exceptions',
  refundRest: '/payment-exceptions',
};

function Shown({ proposal }: { proposal: Proposal }) {
  const { approvals: words, shared } = useMessages(decisionsWords);
  const kindName = useKindName();
  const place = new Map(Object.entries(places)).get(proposal.kind) ?? null;
  const { decidedAt } = proposal;
  return (
    <>
      <PageHead
        title={kindName(proposal.kind)}
        back={{ href: '/approvals', label: words.title }}
        status={{ text: words.statuses[proposal.status], tone: proposalTone(proposal.status) }}
        lead={proposal.label ?? undefined}
        actions={<Acts proposal={proposal} />}
      />
      {proposal.status === 'Open' && proposal.isOwn && <p className="mb-4">{words.ownHint}</p>}
      <Section title={words.what}>
        <Facts
          items={[
            ...useAboutFacts(proposal.about),
            ...usePayload(proposal.payload),
            ...useHold(proposal),
            { term: shared.reason, detail: typed(proposal.reason) },
            { term: words.proposedBy, detail: typed(proposal.proposedBy) },
            { term: words.proposedAt, detail: <InstantText at={proposal.proposedAt} /> },
            { term: words.expires, detail: <InstantText at={proposal.expiresAt} /> },
            { term: words.decidedBy, detail: typed(proposal.decidedBy) },
            { term: shared.decided, detail: decidedAt === null ? null : <InstantText at={decidedAt} /> },
          ]}
        />
        <Proof proposal={proposal} />
        {place !== null && (
          <p className="mt-4">
            <Link href={`${place}/${proposal.objectId}`}>{words.toObject}</Link>
          </p>
        )}
      </Section>
      <Agree proposal={proposal} />
    </>
  );
}

/** The bank's receipt of a refund by hand, which the colleague looks at before they agree. */
function Proof({ proposal: { kind, objectId, payload } }: { proposal: Proposal }) {
  const words = useMessages(decisionsWords).refunds;
  const { fileId } = payload;
  if (kind !== 'refundByHand' || typeof fileId !== 'string') return null;
  return <SaveProof refundId={objectId} file={{ id: fileId, fileName: words.saveProof }} />;
}

/** Told in other words, or for the program alone. */
const unsaid = new Set(['reviewOn', 'version']);

/** What would be done, under the names that the audit has for it; ids say nothing to a reader and are left out. */
function usePayload(payload: Proposal['payload']): Fact[] {
  const { fields } = useMessages(auditWords);
  const { effectiveNow } = useMessages(decisionsWords).approvals;
  return Object.entries(payload).flatMap(([field, value]): Fact[] => {
    if (field === 'effectiveFrom' && value === null) return [{ term: fields.effectiveFrom, detail: effectiveNow }];
    const known = auditFieldOf(field);
    if (known === undefined || known.kind === 'id' || known.kind === 'raw' || unsaid.has(field) || isNothing(value))
      return [];
    return [{ term: wordOf(fields, known.name), detail: <AuditValue field={field} value={value} /> }];
  });
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** What a legal hold would keep, and until when it is looked at again. */
function useHold({ label, payload: { scope, class: of, objectId, reviewOn } }: Proposal): Fact[] {
  const words = useMessages(privacyWords);
  const formats = useFormats();
  const known = (texts: Readonly<Record<string, string>>, code: unknown) =>
    Object.entries(texts).find(([each]) => each === code)?.[1];
  const held = known(words.classes, of) ?? known(words.scopes, scope);
  if (held === undefined || typeof reviewOn !== 'string') return [];
  return [
    {
      term: words.scope,
      // A saved candidate has no number by which the proposal could name them.
      detail:
        label === null && scope === 'person' ? <Link href={`/candidates/${String(objectId)}`}>{held}</Link> : held,
    },
    { term: words.reviewOn, detail: formats.date(reviewOn) },
  ];
}

function Acts({ proposal }: { proposal: Proposal }) {
  const words = useMessages(decisionsWords).approvals;
  const params = { id: proposal.id };
  if (proposal.status === 'Open' && proposal.isOwn)
    return (
      <ActionButton
        label={words.takeBack}
        call="approvals.takeBack"
        request={(reason) => ({ params, body: { reason } })}
        reason="needed"
        confirmLabel={words.takeBack}
        done={words.takenBack}
      />
    );
  if (!proposal.canDecide) return null;
  return (
    <ActionButton
      label={words.reject}
      variant="danger"
      isDangerous
      call="approvals.reject"
      request={(reason) => ({ params, body: { reason } })}
      reason="needed"
      confirmLabel={words.reject}
      done={words.rejected}
    />
  );
}

/** Where a colleague agrees, once they have read what would be done. */
function Agree({ proposal }: { proposal: Proposal }) {
  const words = useMessages(decisionsWords).approvals;
  if (!proposal.canDecide) return null;
  return (
    <Section title={words.decide}>
      <ActionPanel
        call="approvals.approve"
        request={(reason) => ({ params: { id: proposal.id }, body: { reason: reason === '' ? null : reason } })}
        reason="optional"
        confirmLabel={words.approve}
        done={words.approved}
      >
        <p className="mb-4">{words.approveText}</p>
      </ActionPanel>
    </Section>
  );
}
