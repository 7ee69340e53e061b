import type { SessionDetail } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { decisionsWords } from '../../messages/decisions.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { ActionButton, objectKey, wordOf, typed } from '../../page/index.ts';

type Open = SessionDetail['openProposals'][number];

/** What of a session waits for a colleague, who decides here (S-16). */
export function Proposals({ session }: { session: SessionDetail }) {
  return session.openProposals.map((proposal) => <OpenProposal key={proposal.id} proposal={proposal} />);
}

function OpenProposal({ proposal }: { proposal: Open }) {
  const words = useMessages(sessionsWords);
  const params = { id: proposal.id };
  const { data } = useQuery({
    queryKey: objectKey('proposal', proposal.id),
    queryFn: ({ signal }) => staffApi('approvals.get', { params }, { signal, isQuiet: true }),
    retry: false,
  });
  const { kinds } = useMessages(decisionsWords).approvals;
  const request = (reason: string) => ({ params, body: { reason } });
  return (
    <Notice tone="info">
      <p className="font-semibold">
        {words.proposals}: {wordOf(kinds, proposal.kind)}
      </p>
      <p>
        {words.proposedBy(proposal.proposedBy)} · <InstantText at={proposal.proposedAt} />
      </p>
      {data !== undefined && <p>{typed(data.reason)}</p>}
      {data?.canDecide === true && (
        <div className="mt-2 flex flex-wrap gap-2">
          <ActionButton
            label={words.approve}
            variant="primary"
            call="approvals.approve"
            request={() => ({ params, body: {} })}
            confirmLabel={words.approve}
            done={words.approved}
          />
          <ActionButton
            label={words.reject}
            call="approvals.reject"
            request={request}
            reason="needed"
            confirmLabel={words.reject}
            done={words.rejected}
          />
        </div>
      )}
      {data?.isOwn === true && (
        <ActionButton
          label={words.takeProposalBack}
          call="approvals.takeBack"
          request={request}
          reason="needed"
          confirmLabel={words.takeProposalBack}
        />
      )}
    </Notice>
  );
}
