import { isRowRemovable } from '@exam/contract/rules';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, Money, showToast, Table } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient } from '../../../app/api.ts';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { rememberDraft, type PostTestDraft } from '../post-test-data.ts';

type Line = PostTestDraft['fees'][number];

/** Service, code, fee, action and the total. A mandatory row says that it cannot be deleted. */
export function PaymentList({ draft }: { draft: PostTestDraft }) {
  const words = useMessages(postTestWizardWords).confirm;
  const [asked, setAsked] = useState<Line | null>(null);
  const removal = useRemoval(draft, () => setAsked(null));
  return (
    <section aria-labelledby="payment-list">
      <h2 id="payment-list" className="mb-2 text-xl">
        {words.list}
      </h2>
      <Table
        caption={words.list}
        rows={draft.fees}
        rowKey={(line) => line.componentId ?? line.code}
        columns={[
          {
            key: 'service',
            header: words.service,
            cell: (line) => (
              <span>
                {line.service}
                {line.name !== '' && line.name !== line.service && (
                  <span className="block text-ink-2">{line.name}</span>
                )}
              </span>
            ),
          },
          { key: 'code', header: words.code, cell: (line) => <span className="tabular-nums">{line.code}</span> },
          {
            key: 'fee',
            header: words.fee,
            end: true,
            cell: (line) => (isIncluded(draft, line) ? words.included : <Money fen={line.fee} />),
          },
          {
            key: 'action',
            header: words.action,
            end: true,
            cell: (line) => <RemoveRow draft={draft} line={line} onAsk={() => setAsked(line)} />,
          },
        ]}
      />
      <p className="flex justify-between gap-4 border-t-2 border-ink px-3 pt-3 text-lg font-bold">
        <span>{words.total}</span>
        <Money fen={draft.fee} />
      </p>
      <ConfirmDialog
        open={asked !== null}
        danger
        title={words.deleteWhat(asked?.code ?? '')}
        confirmLabel={words.delete}
        busy={removal.isPending}
        onConfirm={() => asked !== null && removal.mutate(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>{words.sure}</p>
      </ConfirmDialog>
    </section>
  );
}

/** The units of an award are paid with it. */
function isIncluded({ service }: PostTestDraft, { fee, componentId }: Line): boolean {
  return service.componentRule === 'award' && componentId !== null && fee === 0;
}

function RemoveRow({ draft, line, onAsk }: { draft: PostTestDraft; line: Line; onAsk: () => void }) {
  const words = useMessages(postTestWizardWords).confirm;
  const rules = useMessages(ruleWords);
  // The row of a service without components is the request itself, which is deleted below.
  if (draft.service.componentRule === 'none') return <span aria-hidden="true">–</span>;
  const act = () =>
    isRowRemovable(line) ? onAsk() : void showToast(fieldSentence(rules, 'MANDATORY_MODULE'), 'warning');
  return (
    <Button variant="quiet" small aria-label={words.deleteWhat(line.code)} onClick={act}>
      {words.delete}
    </Button>
  );
}

/** Takes a component out of the draft. */
function useRemoval(draft: PostTestDraft, onSettled: () => void) {
  const { language } = useLanguage();
  return useMutation({
    mutationFn: ({ componentId }: Line) =>
      api('postTest.saveDraft', {
        body: {
          id: draft.id,
          version: draft.version,
          serviceId: draft.serviceId,
          componentIds: draft.componentIds.filter((id) => id !== componentId),
        },
      }),
    onSuccess: (saved) => rememberDraft(language, saved),
    onError: () => void queryClient.invalidateQueries({ queryKey: ['postTest', 'draft'] }),
    onSettled,
  });
}
