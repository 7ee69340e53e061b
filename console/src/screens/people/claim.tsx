import type { StaffReply } from '@exam/contract/staff/client';
import { useParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Link } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { peopleWords } from '../../messages/people.ts';
import { ActionButton, Facts, Loaded, objectKey, PageHead, typed } from '../../page/index.ts';
import { EvidenceButton } from './evidence.tsx';

type Detail = StaffReply<'claims.get'>;

/** One proof of ownership, to be decided by what the person shows. */
export function Claim() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('claim', id),
    queryFn: ({ signal }) => staffApi('claims.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(claim) => <ClaimPage claim={claim} />}</Loaded>;
}

function ClaimPage({ claim }: { claim: Detail }) {
  const words = useMessages(peopleWords);
  const isOpen = claim.handedAt !== null && claim.endedAt === null;
  return (
    <>
      <PageHead
        title={words.claim}
        back={{ href: '/claims', label: words.claims }}
        status={{ text: claim.outcome ? words.outcomes[claim.outcome] : words.open, tone: isOpen ? 'amber' : 'plain' }}
        actions={isOpen ? <Decide id={claim.id} /> : claim.letInUntil !== null ? <TakeBack id={claim.id} /> : undefined}
      />
      <Facts
        items={[
          { term: words.phone, detail: claim.phone },
          { term: words.theAccount, detail: <Link href={`/accounts/${claim.accountId}`}>{words.openAccount}</Link> },
          { term: words.birthDateTries, detail: claim.birthDateTries },
          { term: words.opened, detail: <InstantText at={claim.openedAt} /> },
          claim.handedAt === null ? null : { term: words.handed, detail: <InstantText at={claim.handedAt} /> },
          claim.letInUntil === null ? null : { term: words.letInUntil, detail: <InstantText at={claim.letInUntil} /> },
          { term: words.decidedBy, detail: typed(claim.decidedBy) },
          { term: words.evidence, detail: typed(claim.evidence) },
        ]}
      />
    </>
  );
}

function Decide({ id }: { id: string }) {
  const words = useMessages(peopleWords);
  const request = (body: { reason: string; evidence: string }) => ({ params: { id }, body });
  return (
    <>
      <EvidenceButton
        label={words.accept}
        call="claims.accept"
        request={request}
        done={words.accepted}
        text={words.acceptText}
      />
      <EvidenceButton
        label={words.refuse}
        call="claims.refuse"
        request={request}
        done={words.refused}
        text={words.refuseText}
        isDangerous
      />
    </>
  );
}

/** While nobody has signed in by it, an accepted claim can be taken back. */
function TakeBack({ id }: { id: string }) {
  const words = useMessages(peopleWords);
  return (
    <ActionButton
      label={words.takeBack}
      call="claims.takeBack"
      request={(reason) => ({ params: { id }, body: { reason } })}
      reason="needed"
      confirmLabel={words.takeBack}
      isDangerous
      done={words.takenBack}
    >
      <p className="mb-4">{words.takeBackText}</p>
    </ActionButton>
  );
}
