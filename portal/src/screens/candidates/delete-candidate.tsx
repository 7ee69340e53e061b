import { CallError } from '@exam/contract/client';
import type { SavedCandidate } from '@exam/contract/entities';
import { useMessages } from '@exam/ui/i18n';
import { ConfirmDialog, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient } from '../../app/api.ts';
import { candidatesWords } from '../../messages/candidates.ts';
import { nameOf } from './candidate-card.tsx';
import { candidatesKey } from './save-candidate.ts';

/**
 * Asks, in the specification's words, before a candidate is deleted, and deletes.
 * @param props.candidate whom to ask about; null: nobody
 * @param props.onDone the question is answered, one way or the other; `isDeleted` when the candidate has gone
 */
export function DeleteCandidate(props: {
  candidate: SavedCandidate | null;
  onDone: (answer: { isDeleted: boolean }) => void;
}) {
  const words = useMessages(candidatesWords).list;
  const { candidate, onDone } = props;
  const remove = useMutation({
    mutationFn: (id: string) =>
      api('candidate.delete', { params: { id }, body: {} }).catch((error: unknown) => {
        // Deleted in another window: what was wanted is the case.
        if (!(error instanceof CallError) || error.problem.status !== 404) throw error;
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: candidatesKey });
      void queryClient.invalidateQueries({ queryKey: ['cart'] });
      void showToast(words.deleted, 'success');
      onDone({ isDeleted: true });
    },
  });
  return (
    <ConfirmDialog
      open={candidate !== null}
      title={words.deleteQuestion}
      confirmLabel={words.delete}
      danger
      busy={remove.isPending}
      onConfirm={() => candidate !== null && remove.mutate(candidate.id)}
      onCancel={() => onDone({ isDeleted: false })}
    >
      {candidate !== null && <p>{words.deleteNote(nameOf(candidate))}</p>}
    </ConfirmDialog>
  );
}
