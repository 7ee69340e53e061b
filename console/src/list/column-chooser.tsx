import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog } from '@exam/ui/parts';
import { useState } from 'react';
import { listWords } from '../messages/list.ts';
import type { ListState } from './list-state.ts';

type Named = { key: string; header: string };

/** Which columns a list shows; the first always stays, for it is the row's link. */
export function ColumnChooser(props: {
  columns: readonly Named[];
  shown: readonly Named[];
  change: (next: Partial<ListState>) => void;
}) {
  const { columns, shown, change } = props;
  const words = useMessages(listWords);
  const [isOpen, setOpen] = useState(false);
  const isShown = (key: string) => shown.some((column) => column.key === key);
  const set = (key: string, isWanted: boolean) =>
    change({ columns: columns.filter((each) => (each.key === key ? isWanted : isShown(each.key))).map((e) => e.key) });
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {words.columns}
      </Button>
      <Dialog
        open={isOpen}
        title={words.columnsTitle}
        onClose={() => setOpen(false)}
        actions={<Button onClick={() => setOpen(false)}>{words.done}</Button>}
      >
        {columns.map(({ key, header }, at) => (
          <CheckboxField
            key={key}
            label={header}
            checked={isShown(key)}
            disabled={at === 0}
            onChange={(event) => set(key, event.target.checked)}
          />
        ))}
      </Dialog>
    </>
  );
}
