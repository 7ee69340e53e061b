import type { StaffReply } from '@exam/contract/staff/client';
import { useParams } from '@exam/ui/app';
import { formatMoney, useFormats, useMessages } from '@exam/ui/i18n';
import { InstantText, Link } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { decisionsWords } from '../../messages/decisions.ts';
import { privacyWords } from '../../messages/privacy.ts';
import { ActionButton, Facts, Loaded, objectKey, PageHead, Section, type Fact } from '../../page/index.ts';
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

/** Where the object of each kind of proposal stands. */
const places: Readonly<Record<string, string>> = {
  cancellationApproval: '/cancellations',
  refundByHand: '/refunds',
  orderPaidByHand: '/orders',
  sessionWithdrawal: '/sessions',
  sessionFees: '/sessions',
  catalogueLine: '/catalogue/line',
  catalogueProduct: '/catalogue/product',
  catalogueSubject: '/catalogue/subject',
  exceptionAttach: '/payment-exceptions',
  refundRest: '/payment-exceptions',
};

function Shown({ proposal }: { proposal: Proposal }) {
  const { approvals: words, shared } = useMessages(decisionsWords);
  const kindName = useKindName();
  const place = places[proposal.kind];
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
            ...usePayload(proposal.payload),
            ...useHold(proposal.payload),
            { term: shared.reason, detail: proposal.reason },
            { term: words.proposedBy, detail: proposal.proposedBy },
            { term: words.proposedAt, detail: <InstantText at={proposal.proposedAt} /> },
            { term: words.expires, detail: <InstantText at={proposal.expiresAt} /> },
            { term: words.decidedBy, detail: proposal.decidedBy },
            { term: shared.decided, detail: decidedAt === null ? null : <InstantText at={decidedAt} /> },
          ]}
        />
        <Proof proposal={proposal} />
        {place !== undefined && (
          <p className="mt-4">
            <Link href={`${place}/${proposal.objectId}`}>{words.toObject}</Link>
          </p>
        )}
      </Section>
    </>
  );
}

/** The bank's receipt of a refund by hand, which the second person looks at before they agree. */
function Proof({ proposal: { kind, objectId, payload } }: { proposal: Proposal }) {
  const words = useMessages(decisionsWords).refunds;
  const { fileId } = payload;
  if (kind !== 'refundByHand' || typeof fileId !== 'string') return null;
  return <SaveProof refundId={objectId} file={{ id: fileId, fileName: words.saveProof }} />;
}

/** What of a proposal's payload has a name here: sums, numbers of vouchers, instants. */
function usePayload(payload: Proposal['payload']): Fact[] {
  const words = useMessages(decisionsWords).approvals.fields;
  const formats = useFormats();
  const { total, amount, voucher, paidAt, overrides, orderCode, tradeNo } = payload;
  const facts: Fact[] = [];
  if (typeof total === 'number') facts.push({ term: words.total, detail: formatMoney(total) });
  if (typeof amount === 'number') facts.push({ term: words.amount, detail: formatMoney(amount) });
  if (typeof orderCode === 'string') facts.push({ term: words.orderCode, detail: orderCode });
  if (typeof tradeNo === 'string') facts.push({ term: words.tradeNo, detail: tradeNo });
  if (typeof voucher === 'string') facts.push({ term: words.voucher, detail: voucher });
  if (typeof paidAt === 'string') facts.push({ term: words.paidAt, detail: formats.instant(paidAt) });
  if (typeof payload['effectiveFrom'] === 'string')
    facts.push({ term: words.effectiveFrom, detail: formats.date(payload['effectiveFrom']) });
  if (payload['effectiveFrom'] === null) facts.push({ term: words.effectiveFrom, detail: words.effectiveNow });
  if (Array.isArray(overrides) && overrides.length > 0)
    facts.push({ term: words.overrides, detail: String(overrides.length) });
  return facts;
}

/** What a legal hold would keep, and until when it is looked at again. */
function useHold({ scope, class: of, reviewOn }: Proposal['payload']): Fact[] {
  const words = useMessages(privacyWords);
  const formats = useFormats();
  const wordOf = (texts: Readonly<Record<string, string>>, code: unknown) =>
    Object.entries(texts).find(([each]) => each === code)?.[1];
  const held = wordOf(words.classes, of) ?? wordOf(words.scopes, scope);
  if (held === undefined || typeof reviewOn !== 'string') return [];
  return [
    { term: words.scope, detail: held },
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
    <>
      <ActionButton
        label={words.approve}
        variant="primary"
        call="approvals.approve"
        request={(reason) => ({ params, body: { reason: reason === '' ? null : reason } })}
        reason="optional"
        confirmLabel={words.approve}
        done={words.approved}
      >
        <p className="mb-4">{words.approveText}</p>
      </ActionButton>
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
    </>
  );
}
