import { CallError } from '@exam/contract/client';
import { useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, showToast, Skeleton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { KeptForm } from '../../page/kept-form.tsx';
import { candidatesWords } from '../../messages/candidates.ts';
import { CandidateForm } from './form/candidate-form.tsx';
import { candidatesKey } from './save-candidate.ts';

/**
 * The form in the place of the list.
 * @param props.id whom to change; null adds a candidate
 */
export function CandidateEditor({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { form, list } = useMessages(candidatesWords);
  const onSaved = () => {
    void showToast(list.saved, 'success');
    onClose();
  };
  return (
    <div className="page-width py-8">
      <h1 className="mb-6 text-3xl">{id === null ? form.addTitle : form.editTitle}</h1>
      <KeptForm>
        {id === null ? (
          <CandidateForm onSaved={onSaved} onCancel={onClose} />
        ) : (
          <Change key={id} id={id} onSaved={onSaved} onClose={onClose} />
        )}
      </KeptForm>
    </div>
  );
}

function Change({ id, onSaved, onClose }: { id: string; onSaved: () => void; onClose: () => void }) {
  const words = useMessages(candidatesWords).list;
  const { data, error, refetch } = useQuery({
    queryKey: [...candidatesKey, 'one', id],
    queryFn: ({ signal }) => api('candidate.get', { params: { id } }, { signal }),
    // What is being changed must be what is stored, not what was remembered.
    staleTime: 0,
    gcTime: 0,
  });
  if (data !== undefined) return <CandidateForm initial={data} onSaved={onSaved} onCancel={onClose} />;
  if (error === null) return <Skeleton count={3} />;
  if (error instanceof CallError && error.problem.status === 404) {
    return (
      <EmptyState title={words.goneTitle} action={<Button onClick={onClose}>{words.back}</Button>}>
        <p>{words.goneText}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={words.failedTitle} action={<Button onClick={() => void refetch()}>{words.again}</Button>}>
      <p>{words.failedText}</p>
    </EmptyState>
  );
}
