import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { authWords } from '../../messages/auth.ts';
import { ContactAndCode } from './contact-and-code.tsx';
import { codeRefusal, contactRefusal, refusedOnly } from './contact-rules.ts';
import { useAuthForm } from './use-auth-form.ts';
import type { Arrive } from './use-way-in.ts';

type Props = { phone: string; onPhone: (phone: string) => void; onArrive: Arrive };

/** Signs in by a code sent to the account's phone. */
export function SignInByCode({ phone, onPhone, onArrive }: Props) {
  const words = useMessages(authWords);
  const [code, setCode] = useState('');
  const form = useAuthForm({
    found: refusedOnly({ mobile: contactRefusal('phone', phone), verificationCode: codeRefusal(code) }),
    labels: { mobile: words.fields.phone, verificationCode: words.fields.code },
    chief: 'verificationCode',
  });
  const signIn = async () => {
    const body = { loginType: 'VerificationCode', mobile: phone, verificationCode: code } as const;
    await onArrive(await api('user.signIn', { body }));
  };
  return (
    <form noValidate onSubmit={form.submitting(signIn)}>
      <ErrorSummary errors={form.errors} attempt={form.attempts} />
      <ContactAndCode
        form={form}
        purpose="Login"
        means="phone"
        fields={{ contact: 'mobile', code: 'verificationCode' }}
        contact={phone}
        code={code}
        onContact={onPhone}
        onCode={setCode}
      />
      <Button type="submit" busy={form.isBusy} className="w-full">
        {words.signIn.submit}
      </Button>
    </form>
  );
}
