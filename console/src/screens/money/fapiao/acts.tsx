import { fapiaoNumberPattern, formatMoney } from '@exam/contract/rules';
import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { useMay } from '../../../app/session.ts';
import { fapiaoWords } from '../../../messages/fapiao.ts';
import { ActionButton, UploadButton } from '../../../page/index.ts';
import type { Fapiao } from '../types.ts';

/** What staff may do about a fapiao in its state. */
export function FapiaoActs({ fapiao }: { fapiao: Fapiao }) {
  const may = useMay();
  if (!may('fapiao:write')) return null;
  return (
    <>
      {fapiao.status === 'Requested' && fapiao.amount > 0 && <RecordPaper fapiao={fapiao} isRed={false} />}
      {fapiao.redDue > 0 && <RecordPaper fapiao={fapiao} isRed />}
      {fapiao.status === 'Requested' && <SendBack fapiao={fapiao} />}
    </>
  );
}

type File = { id: string; fileName: string };

function RecordPaper({ fapiao, isRed }: { fapiao: Fapiao; isRed: boolean }) {
  const words = useMessages(fapiaoWords);
  const [number, setNumber] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const amount = isRed ? fapiao.redDue : fapiao.amount;
  const params = { id: fapiao.id };
  const body = { version: fapiao.version, number: number.trim(), amount };
  const isReady = fapiaoNumberPattern.test(number.trim()) && (isRed || file !== null);
  const shared = { variant: 'primary', isReady } as const;
  const fields = (errors: (path: string) => string | undefined) => (
    <>
      <p className="mb-4">{isRed ? words.redText(formatMoney(amount)) : words.issueText(formatMoney(amount))}</p>
      <TextField
        label={words.numberLabel}
        hint={words.numberHint}
        inputMode="numeric"
        maxLength={20}
        required
        value={number}
        error={errors('number')}
        onChange={(event) => setNumber(event.target.value)}
      />
      <div className="mt-4">
        {file !== null && <p className="mb-2">{words.chosen(file.fileName)}</p>}
        <UploadButton label={file === null ? words.uploadFile : words.otherFile} onSent={setFile} />
        {isRed && <p className="mt-1 text-sm text-ink-2">{words.fileOptional}</p>}
      </div>
    </>
  );
  if (isRed)
    return (
      <ActionButton
        {...shared}
        label={words.redIssue}
        call="fapiao.redIssue"
        request={() => ({ params, body: { ...body, fileId: file?.id ?? null } })}
        confirmLabel={words.redIssue}
        done={words.redNow}
      >
        {fields}
      </ActionButton>
    );
  return (
    <ActionButton
      {...shared}
      label={words.issue}
      call="fapiao.issue"
      request={() => ({ params, body: { ...body, fileId: file?.id ?? '' } })}
      confirmLabel={words.issue}
      done={words.issuedNow}
    >
      {fields}
    </ActionButton>
  );
}

function SendBack({ fapiao: { id, version } }: { fapiao: Fapiao }) {
  const words = useMessages(fapiaoWords);
  return (
    <ActionButton
      label={words.refuse}
      call="fapiao.refuse"
      request={(reason) => ({ params: { id }, body: { version, reason } })}
      reason="needed"
      confirmLabel={words.refuse}
      done={words.refused}
    >
      <p className="mb-4">{words.refuseText}</p>
    </ActionButton>
  );
}
