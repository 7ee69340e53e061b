import { formatMoney } from '@exam/contract/rules';
import type { OpenProposal } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../app/api.ts';
import { decisionsWords } from '../messages/decisions.ts';
import { ActionButton } from './action-dialog.tsx';
import { ActionPanel } from './action-form.tsx';
import { objectKey } from './object.ts';
import { typed, wordOf } from './words.tsx';

/** What of an object waits for a colleague, who decides here (S-16). */
export function OpenProposals({ proposals }: { proposals: readonly OpenProposal[] }) {
  return proposals.map((proposal) => <Open key={proposal.id} proposal={proposal} />);
}

function Open({ proposal: { id, kind, proposedBy, proposedAt } }: { proposal: OpenProposal }) {
  const words = useMessages(decisionsWords).approvals;
  const params = { id };
  const { data } = useQuery({
    queryKey: objectKey('proposal', id),
    queryFn: ({ signal }) => staffApi('approvals.get', { params }, { signal, isQuiet: true }),
    retry: false,
  });
  const request = (reason: string) => ({ params, body: { reason } });
  return (
    <Notice tone="info">
      <p className="font-semibold">{words.waits(wordOf(words.kinds, kind))}</p>
      <p>
        {words.by(proposedBy)} · <InstantText at={proposedAt} />
      </p>
      {data !== undefined && (
        <>
          <Price payload={data.payload} />
          <p>{typed(data.reason)}</p>
        </>
      )}
      {data?.canDecide === true && (
        <div className="mt-2 flex flex-wrap items-end gap-2">
          <ActionPanel
            call="approvals.approve"
            request={() => ({ params, body: {} })}
            confirmLabel={words.approve}
            done={words.approved}
          >
            <p>{words.approveText}</p>
          </ActionPanel>
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
          label={words.takeBack}
          call="approvals.takeBack"
          request={request}
          reason="needed"
          confirmLabel={words.takeBack}
        />
      )}
    </Notice>
  );
}

/** What a booking would cost, and by the list. */
function Price({ payload: { amount, listAmount } }: { payload: Readonly<Record<string, unknown>> }) {
  const words = useMessages(decisionsWords).approvals;
  if (typeof amount !== 'number' || typeof listAmount !== 'number') return null;
  return <p>{words.offList(formatMoney(amount), formatMoney(listAmount))}</p>;
}
