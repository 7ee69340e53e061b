import { fenOf, formatMoney, yuanOf } from '@exam/contract/rules';
import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { useMay } from '../../app/session.ts';
import { decisionsWords } from '../../messages/decisions.ts';
import { ActionButton } from '../../page/index.ts';
import type { Cancellation } from './types.ts';

/** What the reader may decide about an open request. The server decides whether a colleague is needed. */
export function CancellationActs({ request }: { request: Cancellation }) {
  const words = useMessages(decisionsWords).cancellations;
  const may = useMay();
  const params = { id: request.id };
  const { version } = request;
  const mayPrepare = may('cancellations:write') || may('refunds:write');
  const mayReject = may('cancellations:approve') || may('cancellations:write');
  return (
    <>
      {(mayPrepare || may('cancellations:approve')) && <Approve request={request} />}
      {may('cancellations:write') && (
        <ActionButton
          label={words.ask}
          call="cancellations.askForDocuments"
          request={(reason) => ({ params, body: { version, reason } })}
          reason="needed"
          reasonLabel={words.askReason}
          templates={words.askTemplates}
          confirmLabel={words.ask}
          done={words.askDone}
        >
          <p className="mb-4">{words.askText}</p>
        </ActionButton>
      )}
      {mayReject && (
        <ActionButton
          label={words.reject}
          variant="danger"
          isDangerous
          call="cancellations.reject"
          request={(reason) => ({ params, body: { version, reason } })}
          reason="needed"
          reasonLabel={words.rejectReason}
          templates={words.rejectTemplates}
          confirmLabel={words.reject}
          done={words.rejectDone}
        >
          <p className="mb-4">{words.rejectText}</p>
        </ActionButton>
      )}
    </>
  );
}

function Approve({ request }: { request: Cancellation }) {
  const words = useMessages(decisionsWords).cancellations;
  const told = (line: Cancellation['lines'][number]) => line.quotedAmount;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const amountOf = (line: Cancellation['lines'][number]) => fenOf(typed[line.applicationId] ?? yuanOf(told(line)));
  const amounts = request.lines.map(amountOf);
  const overrides = request.lines.flatMap((line) => {
    const amount = amountOf(line);
    return amount === null || amount === told(line) ? [] : [{ applicationId: line.applicationId, amount }];
  });
  const total = amounts.reduce((sum: number, amount) => sum + (amount ?? 0), 0);
  return (
    <ActionButton
      label={words.approve}
      variant="primary"
      call="cancellations.approve"
      request={(reason) => ({
        params: { id: request.id },
        body: { version: request.version, overrides, reason: reason === '' ? null : reason },
      })}
      isReady={!amounts.includes(null)}
      reason={overrides.length > 0 ? 'needed' : 'optional'}
      confirmLabel={words.approve}
      done={({ isProposed }) => (isProposed ? words.approveProposed : words.approveDone)}
    >
      {(errors) => (
        <>
          <p>{words.approveText(formatMoney(total))}</p>
          <p className="mb-4 text-ink-2">{words.approveSecond(formatMoney(request.secondApprovalFen))}</p>
          {request.lines.map((line, index) => (
            <TextField
              key={line.applicationId}
              label={`${words.other} · ${line.applicationCode}`}
              hint={words.otherHint}
              inputMode="decimal"
              value={typed[line.applicationId] ?? yuanOf(told(line))}
              error={errors(`overrides.${index}.amount`)}
              onChange={(event) => setTyped({ ...typed, [line.applicationId]: event.target.value })}
            />
          ))}
        </>
      )}
    </ActionButton>
  );
}
