import { SelectField, TextAreaField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api } from '../../app/api.ts';
import { ownDataWords } from '../../messages/own-data.ts';
import { ownDataChanged, useHeld } from './queries.ts';

/** Asks staff for a correction (PIPL 46). */
export function AskCorrection() {
  const words = useMessages(ownDataWords).ask;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {words.correct}
      </Button>
      {isOpen && <Question onClose={() => setOpen(false)} />}
    </>
  );
}

function Question({ onClose }: { onClose: () => void }) {
  const words = useMessages(ownDataWords);
  const people = (useHeld().data?.candidates ?? []).filter(({ state }) => state !== 'Restricted');
  const [candidateId, setCandidateId] = useState('');
  const [wish, setWish] = useState('');
  const [error, setError] = useState<string>();
  const send = useMutation({
    mutationFn: () =>
      api('rights.askCorrection', {
        body: { candidateId: candidateId === '' ? null : candidateId, wish: wish.trim() },
      }),
    onSuccess: async ({ code }) => {
      onClose();
      void showToast(words.ask.sent(code), 'success', 6000);
      await ownDataChanged();
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (wish.trim() !== '') return send.mutate();
    setError(words.ask.wishRequired);
    document.getElementById('correction-wish')?.focus();
  };
  return (
    <Dialog open title={words.ask.correct} onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <SelectField
          label={words.ask.whom}
          value={candidateId}
          placeholder={null}
          options={[
            { value: '', label: words.ask.account },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ target }) => setCandidateId(target.value)}
        />
        <TextAreaField
          id="correction-wish"
          label={words.ask.wish}
          rows={5}
          maxLength={2000}
          value={wish}
          error={error}
          onChange={({ target }) => {
            setWish(target.value);
            setError(undefined);
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" busy={send.isPending}>
            {words.ask.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
