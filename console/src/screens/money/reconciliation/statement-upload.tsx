import { CallError } from '@exam/contract/client';
import { useMessages } from '@exam/ui/i18n';
import { Button, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { sendFile } from '../../../app/upload.ts';
import { useMay } from '../../../app/session.ts';
import { moneyWords } from '../../../messages/money.ts';
import { loadAgain, Refusal } from '../../../page/index.ts';
import type { DayDetail } from '../types.ts';

/** Takes the channel's statement of the day from whoever may bring it. */
export function StatementUpload({ day }: { day: DayDetail }) {
  const words = useMessages(moneyWords);
  const may = useMay();
  const input = useRef<HTMLInputElement>(null);
  const sending = useMutation({
    mutationFn: (file: File) => sendFile('reconciliation.upload', file, { channel: day.channel, day: day.day }),
    onSuccess: async () => {
      void showToast(words.uploaded, 'success');
      await loadAgain();
    },
  });
  if (!may('reconciliation:write')) return null;
  return (
    <div>
      <p className="mb-2 text-ink-2">{words.statementHint}</p>
      <Refusal problem={sending.error instanceof CallError ? sending.error.problem : null} />
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) sending.mutate(file);
        }}
      />
      <Button variant="secondary" small busy={sending.isPending} onClick={() => input.current?.click()}>
        {words.chooseFile}
      </Button>
    </div>
  );
}
