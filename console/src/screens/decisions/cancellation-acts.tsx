import { fenOf, formatMoney, yuanOf } from '@exam/contract/rules';
import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { useState } from 'react';
import { useMay } from '../../app/session.ts';
import { decisionsWords } from '../../messages/decisions.ts';
import { ActionButton, ActionPanel, Section } from '../../page/index.ts';
import type { Cancellation } from './types.ts';

/** What else the reader may do with an open request. */
export function CancellationActs({ request }: { request: Cancellation }) {
  const words = useMessages(decisionsWords).cancellations;
  const may = useMay();
  const params = { id: request.id };
  const { version } = request;
  const mayReject = may('cancellations:approve') || may('cancellations:write');
  return (
    <>
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

type Line = Cancellation['lines'][number];

/** What goes back of each registration, as it was told until somebody types another amount. */
function useAmounts({ lines }: Cancellation) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const textOf = (line: Line) => typed[line.applicationId] ?? yuanOf(line.quotedAmount);
  const amounts = lines.map((line) => ({ line, amount: fenOf(textOf(line)) }));
  return {
    textOf,
    type: (line: Line, text: string) => setTyped({ ...typed, [line.applicationId]: text }),
    isWhole: amounts.every(({ amount }) => amount !== null),
    isAboveTold: amounts.some(({ line, amount }) => (amount ?? 0) > line.quotedAmount),
    total: amounts.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    overrides: amounts.flatMap(({ line: { applicationId, quotedAmount }, amount }) =>
      amount === null || amount === quotedAmount ? [] : [{ applicationId, amount }],
    ),
  };
}

/** Where an open request is approved: one press gives back what was told. Says before whether a colleague is asked, and that papers are missing. */
export function ApproveCancellation({ request }: { request: Cancellation }) {
  const words = useMessages(decisionsWords).cancellations;
  const may = useMay();
  const { textOf, type, isWhole, isAboveTold, total, overrides } = useAmounts(request);
  if (!may('cancellations:write') && !may('refunds:write') && !may('cancellations:approve')) return null;
  const isAsked = !may('cancellations:approve') || isAboveTold || total > request.secondApprovalFen;
  const amount = formatMoney(total);
  return (
    <Section title={words.decide}>
      <ActionPanel
        call="cancellations.approve"
        request={(reason) => ({
          params: { id: request.id },
          body: { version: request.version, overrides, reason: reason === '' ? null : reason },
        })}
        isReady={isWhole}
        reason={overrides.length > 0 ? 'needed' : 'optional'}
        confirmLabel={isAsked ? words.approveAsked(amount) : words.approve(amount)}
        done={({ isProposed }) => (isProposed ? words.approveProposed : words.approveDone)}
      >
        {(errors) => (
          <>
            {request.isDocumentRequired && request.documents.length === 0 && (
              <Notice tone="warning">{words.papersMissing}</Notice>
            )}
            {request.lines.map((line, index) => (
              <TextField
                key={line.applicationId}
                label={request.lines.length === 1 ? words.other : `${words.other} · ${line.applicationCode}`}
                hint={words.otherHint}
                inputMode="decimal"
                required
                value={textOf(line)}
                error={errors(`overrides.${index}.amount`)}
                onChange={(event) => type(line, event.target.value)}
              />
            ))}
            {isAsked && may('cancellations:approve') && (
              <p className="mb-4 text-ink-2">{words.approveSecond(formatMoney(request.secondApprovalFen))}</p>
            )}
          </>
        )}
      </ActionPanel>
    </Section>
  );
}
