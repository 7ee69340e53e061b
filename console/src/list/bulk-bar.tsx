import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { listWords } from '../messages/list.ts';
import { mostSelected, type Selection } from './selection.ts';

/** The selected rows, and who is told of those that were changed: they are selected no longer. */
export type BulkDialogProps = {
  ids: readonly string[];
  onClose: () => void;
  onDone: (ids: readonly string[]) => void;
};

/** An act on many: its dialog shows whom it touches before it is done. */
export type BulkAction = { key: string; label: string; dialog: ComponentType<BulkDialogProps> };

/** The selection of a list and what may be done with it. */
export function BulkBar(props: {
  actions: readonly BulkAction[];
  selection: Selection;
  count: number;
  loadIds: () => Promise<string[]>;
}) {
  const { actions, selection, count } = props;
  const words = useMessages(listWords);
  // A dialog keeps what was selected when it was opened: what it has changed leaves the selection while it still says the rest.
  const [open, setOpen] = useState<{ action: BulkAction; ids: readonly string[] } | null>(null);
  const selectAll = useMutation({
    mutationFn: props.loadIds,
    onSuccess: (ids) => selection.set(ids, true),
  });
  return (
    <>
      {selection.ids.length > 0 && (
        <div className="list-bulk">
          <output>{words.selected(selection.ids.length)}</output>
          {selection.ids.length < Math.min(count, mostSelected) && (
            <Button variant="quiet" small busy={selectAll.isPending} onClick={() => selectAll.mutate()}>
              {count > mostSelected ? words.selectFirst(mostSelected) : words.selectAll(count)}
            </Button>
          )}
          <Button variant="quiet" small onClick={selection.clear}>
            {words.selectNone}
          </Button>
          {actions.map((action) => (
            <Button key={action.key} variant="secondary" small onClick={() => setOpen({ action, ids: selection.ids })}>
              {action.label}
            </Button>
          ))}
        </div>
      )}
      {open !== null && (
        <open.action.dialog ids={open.ids} onClose={() => setOpen(null)} onDone={(ids) => selection.set(ids, false)} />
      )}
    </>
  );
}
