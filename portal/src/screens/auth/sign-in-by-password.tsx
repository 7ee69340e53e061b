import { CallError, type Request } from '@exam/contract/client';
import { checkEmail, normaliseMainlandMobile } from '@exam/contract/rules';
import { PasswordField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Link, showToast } from '@exam/ui/parts';
import { useState } from 'react';
import { api, tellProblem } from '../../app/api.ts';
import { signedIn } from '../../app/session.ts';
import { authWords } from '../../messages/auth.ts';
import { passCaptcha } from './captcha.ts';
import { fieldId, useAuthForm, type Codes } from './use-auth-form.ts';

function refusalsOf({ account, password }: { account: string; password: string }): Codes {
  const isKnownShape = normaliseMainlandMobile(account) !== null || checkEmail(account).ok;
  return {
    ...(!isKnownShape && { mobileOrEmail: account.trim() === '' ? 'REQUIRED_FIELD' : 'INVALID_FORMAT' }),
    ...(password === '' && { password: 'REQUIRED_FIELD' }),
  };
}

/** Signs in; when the server asks for the security check after several wrong passwords, passes it and tries again. */
async function signInWith(body: Request<'user.signIn'>['body'], onCheck: () => void) {
  try {
    return await api('user.signIn', { body }, { isQuiet: true });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.problem.code !== 'CAPTCHA_REQUIRED') {
      tellProblem(error.problem);
      throw error;
    }
    onCheck();
    return await api('user.signIn', { body: { ...body, captchaVerifyId: await passCaptcha() } });
  }
}

/** Signs in by phone number or e-mail and password. */
export function SignInByPassword({ account, onAccount }: { account: string; onAccount: (account: string) => void }) {
  const words = useMessages(authWords);
  const [password, setPassword] = useState('');
  const [isChecking, setChecking] = useState(false);
  const form = useAuthForm({
    found: refusalsOf({ account, password }),
    labels: { mobileOrEmail: words.signIn.account, password: words.fields.password },
    chief: 'password',
  });
  const signIn = async () => {
    const body = { loginType: 'Password', mobileOrEmail: account.trim(), password } as const;
    const { data } = await signInWith(body, () => setChecking(true)).finally(() => setChecking(false));
    void showToast(words.signIn.done, 'success');
    await signedIn(data);
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
      <output className="block text-ink-2">{isChecking ? words.stages.checking : ''}</output>
      <Button type="submit" busy={form.isBusy} className="w-full">
        {words.signIn.submit}
      </Button>
      <p className="mt-4">
        <Link href="/auth/forget-password">{words.signIn.forgotten}</Link>
      </p>
    </form>
  );
}
