import type { PostTestPage } from '@exam/contract/staff';
import { CheckboxField } from '@exam/ui/form';
import { formatMoney } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { postTestWords } from '../../messages/post-test.ts';
import { ActionButton } from '../../page/index.ts';
import { OutcomeButton } from './outcome.tsx';

/** What the reader may do with a request now; the server decides again, and whether a colleague is needed. */
export function RequestActs({ request }: { request: PostTestPage }) {
  const words = useMessages(postTestWords);
  const params = { id: request.id };
  const { version, actions } = request;
  const told = (page: PostTestPage) => (page.proposalId === null ? words.done : words.proposed);
  return (
    <>
      <ActionButton
        label={words.take}
        call="postTests.take"
        request={() => ({ params, body: { version } })}
        confirmLabel={words.take}
        done={words.taken}
      />
      {actions.includes('approveCancellation') && (
        <ActionButton
          label={words.approve}
          variant="primary"
          call="postTests.approveCancellation"
          request={() => ({ params, body: { version } })}
          confirmLabel={words.approve}
          done={told}
        >
          <p className="mb-4">{words.approveText(formatMoney(request.cancelAmount ?? 0))}</p>
        </ActionButton>
      )}
      {actions.includes('rejectCancellation') && (
        <ActionButton
          label={words.reject}
          call="postTests.rejectCancellation"
          request={(reason) => ({ params, body: { version, reason } })}
          reason="needed"
          confirmLabel={words.reject}
          done={words.done}
        >
          <p className="mb-4">{words.rejectText}</p>
        </ActionButton>
      )}
      {actions.includes('complete') && <OutcomeButton request={request} />}
      {actions.includes('correct') && <OutcomeButton request={request} isCorrection />}
      {actions.includes('refuse') && <Refuse request={request} told={told} />}
      {actions.includes('clearUci') && (
        <ActionButton
          label={words.clearUci}
          variant="quiet"
          call="postTests.clearUci"
          request={(reason) => ({ params, body: { version, reason } })}
          reason="needed"
          confirmLabel={words.clearUci}
          done={words.done}
        >
          <p className="mb-4">{words.clearUciText}</p>
        </ActionButton>
      )}
    </>
  );
}

function Refuse({ request, told }: { request: PostTestPage; told: (page: PostTestPage) => string }) {
  const words = useMessages(postTestWords);
  const [isProviderCause, setProviderCause] = useState(false);
  const { provider, other } = request.refusalAmounts;
  return (
    <ActionButton
      label={words.refuse}
      variant="danger"
      isDangerous
      call="postTests.refuse"
      request={(reason) => ({
        params: { id: request.id },
        body: { version: request.version, isProviderCause, reason },
      })}
      reason="needed"
      confirmLabel={words.refuse}
      done={told}
    >
      <p className="mb-4">{words.refuseText(formatMoney(isProviderCause ? provider : other))}</p>
      {provider !== other && (
        <CheckboxField
          label={words.providerCause}
          checked={isProviderCause}
          onChange={(event) => setProviderCause(event.target.checked)}
        />
      )}
    </ActionButton>
  );
}
