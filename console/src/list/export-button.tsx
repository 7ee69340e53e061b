import { lengthSeen } from '@exam/contract/rules';
import { exportLimit } from '@exam/contract/staff/limits';
import { RadioTiles, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog, Notice } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { download } from '../app/download.ts';
import { listWords } from '../messages/list.ts';
import type { queryOf } from './list-state.ts';

/** What an export needs to know of a column. */
export type ExportColumn = {
  /** The value's path in the row, by which an export finds it: `code`, `assignedTo.name`. */
  key: string;
  header: string;
  /** How an export writes the value; as it is, unless said. */
  value?: 'text' | 'money' | 'instant' | 'words';
  /** The words of a closed list of values. */
  words?: Readonly<Record<string, string>>;
};

type ExportProps = {
  list: string;
  caption: string;
  body: ReturnType<typeof queryOf>;
  count: number;
  columns: readonly ExportColumn[];
};

/** Hands out what the list shows as a file, after saying what for. */
export function ExportButton(props: ExportProps) {
  const words = useMessages(listWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" small disabled={props.count === 0} onClick={() => setOpen(true)}>
        {words.export}
      </Button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog({ list, caption, body, count, columns, onClose }: ExportProps & { onClose: () => void }) {
  const words = useMessages(listWords);
  const form = useId();
  const [format, setFormat] = useState<Format>('xlsx');
  const [reason, setReason] = useState('');
  const isTooLong = count > exportLimit;
  const { pageIndex: _, pageSize: __, ...filters } = body;
  const start = useMutation({
    mutationFn: () => {
      const wished = columns.map(({ key, header, value = 'text', words: names }) => ({
        path: key,
        heading: header,
        kind: value,
        ...(names === undefined ? {} : { words: { ...names } }),
      }));
      const request = { body: { list, body: filters, columns: wished, format, reason } };
      return download('lists.export', request, `${caption}.${format}`);
    },
    onSuccess: (isHere) => {
      if (isHere) onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!start.isPending && !isTooLong && lengthSeen(reason.trim()) >= 5) start.mutate();
  };
  return (
    <Dialog
      open
      title={words.exportTitle}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} busy={start.isPending} disabled={isTooLong || lengthSeen(reason.trim()) < 5}>
          {words.exportStart}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        {isTooLong ? (
          <Notice tone="warning">{words.exportTooMany(exportLimit)}</Notice>
        ) : (
          <p className="mb-4">{words.exportText(count)}</p>
        )}
        <FormatTiles format={format} setFormat={setFormat} />
        <TextField
          label={words.exportReason}
          value={reason}
          minLength={5}
          maxLength={500}
          required
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

type Format = 'csv' | 'xlsx';

function FormatTiles({ format, setFormat }: { format: Format; setFormat: (format: Format) => void }) {
  const words = useMessages(listWords);
  const options = [
    { value: 'xlsx' as const, label: 'Excel' },
    { value: 'csv' as const, label: 'CSV' },
  ];
  return (
    <RadioTiles
      name="format"
      inline
      label={words.exportFormat}
      value={format}
      options={options}
      onChange={(event) => setFormat(event.target.value === 'csv' ? 'csv' : 'xlsx')}
    />
  );
}
