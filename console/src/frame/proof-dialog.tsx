import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, useSyncExternalStore, type FormEvent } from 'react';
import { queryClient, setToken, staffApi } from '../app/api.ts';
import { refusalOf } from '../app/refusal.ts';
import { proofQuestion } from '../app/questions.ts';
import { currentMe } from '../app/session.ts';
import { frameWords } from '../messages/frame.ts';

/** Asks for a code of the authenticator when a call needs a fresh proof of identity. */
export function ProofDialog() {
  const about = useSyncExternalStore(proofQuestion.subscribe, proofQuestion.current, proofQuestion.current);
  return about === null ? null : <Proof />;
}

function Proof() {
  const words = useMessages(frameWords);
  const [code, setCode] = useState('');
  const form = useId();
  const proof = useMutation({
    mutationFn: () => staffApi('staff.prove', { body: { code: code.trim() } }, { isQuiet: true }),
    onSuccess: (reply) => {
      setToken(reply.token);
      void queryClient.invalidateQueries({ queryKey: currentMe.queryKey });
      proofQuestion.answer(true);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!proof.isPending) proof.mutate();
  };
  return (
    <Dialog
      open
      title={words.proof.title}
      onClose={() => proofQuestion.answer(false)}
      actions={
        <Button type="submit" form={form} busy={proof.isPending}>
          {words.proof.confirm}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <p className="mb-4">{words.proof.text}</p>
        <TextField
          label={words.proof.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={refusalOf(proof.error, words.somethingWrong)}
          onChange={(event) => setCode(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
