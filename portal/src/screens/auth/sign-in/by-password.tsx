import { checkEmail, normaliseMainlandMobile } from '@exam/contract/rules';
import { PasswordField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Link } from '@exam/ui/parts';
import { useState } from 'react';
import { authWords } from '../../../messages/auth.ts';
import { signInWith } from './with-captcha.ts';
import { fieldId, useAuthForm, type Codes } from '../use-auth-form.ts';
import { useWayBack } from '../use-way-back.ts';
import type { Arrive } from './use-way-in.ts';

function refusalsOf({ account, password }: { account: string; password: string }): Codes {
  const isKnownShape = normaliseMainlandMobile(account) !== null || checkEmail(account).ok;
  return {
    ...(!isKnownShape && { mobileOrEmail: account.trim() === '' ? 'REQUIRED_FIELD' : 'INVALID_FORMAT' }),
    ...(password === '' && { password: 'REQUIRED_FIELD' }),
  };
}

type Props = { account: string; onAccount: (account: string) => void; onArrive: Arrive };

/** Signs in by phone number or e-mail and password. */
export function SignInByPassword({ account, onAccount, onArrive }: Props) {
  const { withBack } = useWayBack();
  const words = useMessages(authWords);
  const [password, setPassword] = useState('');
  const form = useAuthForm({
    found: refusalsOf({ account, password }),
    labels: { mobileOrEmail: words.signIn.account, password: words.fields.password },
    chief: 'password',
  });
  const signIn = async () => {
    const body = { loginType: 'Password', mobileOrEmail: account.trim(), password } as const;
    const result = await signInWith(body);
    if (result !== null) await onArrive(result);
  };
  return (
    <form noValidate onSubmit={form.submitting(signIn)}>
      <ErrorSummary errors={form.errors} attempt={form.attempts} />
      <TextField
        id={fieldId('mobileOrEmail')}
        name="mobileOrEmail"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        label={words.signIn.account}
        value={account}
        error={form.error('mobileOrEmail')}
        onChange={(event) => {
          onAccount(event.target.value);
          form.changed('mobileOrEmail');
        }}
        onBlur={() => account !== '' && form.leave('mobileOrEmail')}
      />
      <PasswordField
        id={fieldId('password')}
        name="password"
        autoComplete="current-password"
        maxLength={128}
        label={words.fields.password}
        value={password}
        error={form.error('password')}
        onChange={(event) => {
          setPassword(event.target.value);
          form.changed('password');
        }}
      />
      <Button type="submit" busy={form.isBusy} className="w-full">
        {words.signIn.submit}
      </Button>
      <p className="mt-4">
        <Link href={withBack('/auth/forget-password')}>{words.signIn.forgotten}</Link>
      </p>
    </form>
  );
}
