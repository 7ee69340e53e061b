import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../app/api.ts';
import { listWords } from '../messages/list.ts';
import type { Selection } from './selection.ts';

/** What an act would do, or has done, to each of the selected. */
type BulkOutcome = { done: number; left: readonly { label: string; reason: string }[] };

/** An act on many: asked for as a dry run first, which changes nothing. */
export type BulkAction = {
  key: string;
  label: string;
  run: (ids: readonly string[], isDryRun: boolean) => Promise<BulkOutcome>;
};

/** The selection of a list and what may be done with it. */
export function BulkBar(props: {
  actions: readonly BulkAction[];
  selection: Selection;
  count: number;
  loadIds: () => Promise<string[]>;
}) {
  const { actions, selection, count } = props;
  const words = useMessages(listWords);
  const [chosen, setChosen] = useState<BulkAction | null>(null);
  const selectAll = useMutation({
    mutationFn: props.loadIds,
    onSuccess: (ids) => selection.set(ids, true),
  });
  if (selection.ids.length === 0) return null;
  return (
    <div className="list-bulk">
      <output>{words.selected(selection.ids.length)}</output>
      {selection.ids.length < count && (
        <Button variant="quiet" small busy={selectAll.isPending} onClick={() => selectAll.mutate()}>
          {words.selectAll(count)}
        </Button>
      )}
      <Button variant="quiet" small onClick={selection.clear}>
        {words.selectNone}
      </Button>
      {actions.map((action) => (
        <Button key={action.key} variant="secondary" small onClick={() => setChosen(action)}>
          {action.label}
        </Button>
      ))}
      {chosen !== null && <DryRun action={chosen} selection={selection} onClose={() => setChosen(null)} />}
    </div>
  );
}

function DryRun({ action, selection, onClose }: { action: BulkAction; selection: Selection; onClose: () => void }) {
  const words = useMessages(listWords);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const trial = useMutation({ mutationFn: () => action.run(selection.ids, true), onSuccess: setOutcome });
  const real = useMutation({
    mutationFn: () => action.run(selection.ids, false),
    onSuccess: async ({ done }) => {
      selection.clear();
      onClose();
      void showToast(words.bulkDone(done), 'success');
      await queryClient.invalidateQueries({ queryKey: ['list'] });
    },
  });
  if (trial.isIdle) trial.mutate();
  return (
    <Dialog
      open
      title={words.dryRun(action.label)}
      onClose={onClose}
      actions={
        <Button busy={real.isPending} disabled={outcome === null || outcome.done === 0} onClick={() => real.mutate()}>
          {words.goAhead}
        </Button>
      }
    >
      {outcome === null ? (
        <p>{words.loading}</p>
      ) : (
        <>
          <p>{words.wouldDo(outcome.done)}</p>
          {outcome.left.length > 0 && (
            <>
              <p>{words.wouldSkip(outcome.left.length)}</p>
              <ul className="list-disc pl-6">
                {outcome.left.slice(0, 50).map(({ label, reason }) => (
                  <li key={label}>
                    {label}: {reason}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Dialog>
  );
}
