import { CallError } from '@exam/contract/client';
import type { ContractWords } from '@exam/contract/messages/en';
import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog, LinkButton } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import { api, queryClient } from '../../../app/api.ts';
import { signInUrl } from '../../../app/session/callback-url.ts';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { useSession } from '../../../app/session/session.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { ruleWords } from '../../../messages/rules.ts';
import type { Session } from './sittings.ts';

/** Asks for the code of a group session. A right one opens the session for two hours; who is signed out signs in first. */
export function InvitationDialog({ session, onClose }: { session: Session | null; onClose: () => void }) {
  const words = useMessages(registrationWords).code;
  const { isLogin } = useSession();
  const { pathname, search } = useLocation();
  if (session !== null && isLogin) return <CodeDialog key={session.id} session={session} onClose={onClose} />;
  return (
    <Dialog
      open={session !== null}
      title={words.title}
      onClose={onClose}
      actions={<LinkButton href={signInUrl(pathname + search)}>{words.signInButton}</LinkButton>}
    >
      <p>{words.signIn}</p>
    </Dialog>
  );
}

function CodeDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const words = useMessages(registrationWords).code;
  const rules = useMessages(ruleWords);
  const form = useId();
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const verify = useMutation({
    mutationFn: async () => {
      const params = { id: session.id, code: code.trim() };
      const { isValid } = await api('session.verifyInvitation', { params }, { isQuiet: true });
      if (isValid) await queryClient.invalidateQueries({ queryKey: ['session'] });
      return isValid;
    },
    onSuccess: (isValid) => (isValid ? onClose() : setError(words.wrong)),
    onError: (reason) => setError(sentenceOf(reason, rules)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') setError(words.missing);
    else if (!verify.isPending) verify.mutate();
  };
  return (
    <Dialog
      open
      title={words.title}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} busy={verify.isPending}>
          {words.verify}
        </Button>
      }
    >
      <p className="mb-4">{words.text}</p>
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={words.label}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            setError('');
          }}
        />
        <output className="sr-only">{error}</output>
      </form>
    </Dialog>
  );
}

function sentenceOf(reason: unknown, rules: ContractWords): string {
  if (!(reason instanceof CallError)) return '';
  return reason.problem.userMessage || fieldSentence(rules, reason.problem.code);
}
