import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, showToast } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { signedIn } from '../../app/session.ts';
import { authWords } from '../../messages/auth.ts';
import { phoneAndCodeRefusals } from './phone-and-code-rules.ts';
import { PhoneAndCode } from './phone-and-code.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Signs in by a code sent to the account's phone. */
export function SignInByCode({ phone, onPhone }: { phone: string; onPhone: (phone: string) => void }) {
  const words = useMessages(authWords);
  const [code, setCode] = useState('');
  const wrong = phoneAndCodeRefusals({ phone, code });
  const form = useAuthForm({
    found: { ...(wrong.phone && { mobile: wrong.phone }), ...(wrong.code && { verificationCode: wrong.code }) },
    labels: { mobile: words.fields.phone, verificationCode: words.fields.code },
    chief: 'verificationCode',
  });
  const signIn = async () => {
    const body = { loginType: 'VerificationCode', mobile: phone, verificationCode: code } as const;
    const { data } = await api('user.signIn', { body });
    void showToast(words.signIn.done, 'success');
    await signedIn(data);
  };
  return (
    <form noValidate onSubmit={form.submitting(signIn)}>
      <ErrorSummary errors={form.errors} attempt={form.attempts} />
      <PhoneAndCode
        form={form}
        purpose="Login"
        phoneField="mobile"
        phone={phone}
        code={code}
        onPhone={onPhone}
        onCode={setCode}
      />
      <Button type="submit" busy={form.isBusy} className="w-full">
        {words.signIn.submit}
      </Button>
    </form>
  );
}
