import { PasswordField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Notice } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { staffApi } from '../../app/api.ts';
import { refusalOf } from '../../app/refusal.ts';
import { signedIn } from '../../app/session.ts';
import { frameWords } from '../../messages/frame.ts';
import { OpenPage } from './page.tsx';

/** E-mail and password, then the code of the authenticator; the page asked for follows at the same address. */
export function SignIn() {
  const words = useMessages(frameWords);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const enter = useMutation({
    mutationFn: () => {
      const given = isCodeNeeded ? { code: code.trim() } : {};
      return staffApi('staff.signIn', { body: { email: email.trim(), password, ...given } }, { isQuiet: true });
    },
    onSuccess: (reply) => {
      if (reply.me === null) setCodeNeeded(true);
      else signedIn(reply.me);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!enter.isPending) enter.mutate();
  };
  const refusal = refusalOf(enter.error, words.somethingWrong);
  return (
    <OpenPage title={words.signIn.title}>
      <form onSubmit={submit} noValidate>
        {refusal !== undefined && (
          <Notice tone="error" live>
            {refusal}
          </Notice>
        )}
        {isCodeNeeded ? (
          <TextField
            label={words.signIn.code}
            hint={words.signIn.codeHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        ) : (
          <FirstStep email={email} password={password} setEmail={setEmail} setPassword={setPassword} />
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" busy={enter.isPending}>
            {isCodeNeeded ? words.signIn.enter : words.signIn.next}
          </Button>
          {isCodeNeeded && (
            <Button variant="quiet" onClick={() => setCodeNeeded(false)}>
              {words.signIn.back}
            </Button>
          )}
        </div>
      </form>
    </OpenPage>
  );
}

function FirstStep(props: {
  email: string;
  password: string;
  setEmail: (value: string) => void;
  setPassword: (value: string) => void;
}) {
  const words = useMessages(frameWords);
  return (
    <>
      <TextField
        label={words.signIn.email}
        type="email"
        autoComplete="username"
        value={props.email}
        onChange={(event) => props.setEmail(event.target.value)}
      />
      <PasswordField
        label={words.signIn.password}
        value={props.password}
        onChange={(event) => props.setPassword(event.target.value)}
      />
    </>
  );
}
