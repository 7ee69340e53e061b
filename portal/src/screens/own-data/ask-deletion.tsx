import { SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { ownDataWords } from '../../messages/own-data.ts';
import { useWithProof } from '../account/proving.tsx';
import { ownDataChanged, useHeld } from './queries.ts';

/** Deletes a candidate, at once or when what has to be kept may go (PIPL 47). */
export function AskDeletion() {
  const words = useMessages(ownDataWords).ask;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {words.delete}
      </Button>
      {isOpen && <Question onClose={() => setOpen(false)} />}
    </>
  );
}

function Question({ onClose }: { onClose: () => void }) {
  const words = useMessages(ownDataWords);
  const withProof = useWithProof();
  const people = (useHeld().data?.candidates ?? []).filter(({ state }) => state !== 'Restricted');
  const [candidateId, setCandidateId] = useState('');
  const [error, setError] = useState<string>();
  const remove = useMutation({
    mutationFn: () => withProof(() => api('rights.askDeletion', { body: { candidateId } }, { isQuiet: true })),
    onSuccess: async (request) => {
      if (request === null) return;
      onClose();
      const { code, status } = request;
      void showToast(status === 'Answered' ? words.ask.deleted(code) : words.ask.waiting(code), 'success', 6000);
      await ownDataChanged();
    },
  });
  const confirm = () => {
    if (candidateId !== '') return remove.mutate();
    setError(words.ask.chooseRequired);
    document.getElementById('delete-whom')?.focus();
  };
  return (
    <Dialog
      open
      title={words.ask.delete}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          {people.length > 0 && (
            <Button variant="danger" busy={remove.isPending} onClick={confirm}>
              {words.ask.confirm}
            </Button>
          )}
        </>
      }
    >
      {people.length === 0 ? (
        <p>{words.ask.noCandidates}</p>
      ) : (
        <WhomToDelete
          people={people}
          value={candidateId}
          error={error}
          onChoose={(id) => {
            setCandidateId(id);
            setError(undefined);
          }}
        />
      )}
    </Dialog>
  );
}

type WhomProps = {
  people: readonly { id: string; name: string; idNo: string }[];
  value: string;
  error: string | undefined;
  onChoose: (id: string) => void;
};

function WhomToDelete({ people, value, error, onChoose }: WhomProps) {
  const words = useMessages(ownDataWords).ask;
  return (
    <>
      <ul className="mb-4 grid list-disc gap-2 pl-5">
        {words.consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <SelectField
        id="delete-whom"
        label={words.whom}
        value={value}
        placeholder={words.choose}
        error={error}
        options={people.map(({ id, name, idNo }) => ({ value: id, label: `${name} (${idNo})` }))}
        onChange={({ target }) => onChoose(target.value)}
      />
    </>
  );
}
