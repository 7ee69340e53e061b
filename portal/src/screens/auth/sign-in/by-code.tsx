import { CallError } from '@exam/contract/client';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, FilterChips } from '@exam/ui/parts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { authWords } from '../../../messages/auth.ts';
import { ContactAndCode } from '../code/contact-and-code.tsx';
import { codeRefusal, contactRefusal, refusedOnly, type Means } from '../code/contact-rules.ts';
import { signInWith } from './with-captcha.ts';
import { carryNumber } from '../carried-number.ts';
import { useAuthForm } from '../use-auth-form.ts';
import { useWayBack } from '../use-way-back.ts';
import type { Arrive } from './use-way-in.ts';

type Props = { phone: string; onPhone: (phone: string) => void; onArrive: Arrive };

/** Signs in by a code sent to the account's phone, or to its e-mail address. A number that has no account is led to open one, with the code it was proved by. */
export function SignInByCode({ phone, onPhone, onArrive }: Props) {
  const words = useMessages(authWords).signIn;
  const [means, setMeans] = useState<Means>('phone');
  const [email, setEmail] = useState('');
  return (
    <>
      <div className="mb-5">
        <FilterChips
          label={words.codeBy}
          name="codeBy"
          options={[
            { value: 'phone', label: words.codeByPhone },
            { value: 'email', label: words.codeByEmail },
          ]}
          value={means}
          onChange={setMeans}
        />
      </div>
      {means === 'phone' ? (
        <CodeForm key="phone" means="phone" contact={phone} onContact={onPhone} onArrive={onArrive} />
      ) : (
        <CodeForm key="email" means="email" contact={email} onContact={setEmail} onArrive={onArrive} />
      )}
    </>
  );
}

type FormProps = { means: Means; contact: string; onContact: (contact: string) => void; onArrive: Arrive };

function CodeForm({ means, contact, onContact, onArrive }: FormProps) {
  const words = useMessages(authWords);
  const navigate = useNavigate();
  const { withBack } = useWayBack();
  const [code, setCode] = useState('');
  const field = means === 'phone' ? 'mobile' : 'mobileOrEmail';
  const form = useAuthForm({
    found: refusedOnly({ [field]: contactRefusal(means, contact), verificationCode: codeRefusal(code) }),
    labels: {
      [field]: words.fields[means],
      verificationCode: means === 'phone' ? words.fields.code : words.fields.emailCode,
    },
    chief: 'verificationCode',
  });
  const signIn = async () => {
    const body = { loginType: 'VerificationCode', [field]: contact.trim(), verificationCode: code } as const;
    const result = await signInWith(body).catch((error: unknown) => {
      if (!(error instanceof CallError) || error.problem.code !== 'ACCOUNT_NEW') throw error;
      carryNumber(contact.trim(), code);
      void navigate(withBack('/auth/register'));
      return null;
    });
    if (result !== null) await onArrive(result);
  };
  return (
    <form noValidate onSubmit={form.submitting(signIn)}>
      <ErrorSummary errors={form.errors} attempt={form.attempts} />
      <ContactAndCode
        form={form}
        purpose="Login"
        means={means}
        fields={{ contact: field, code: 'verificationCode' }}
        contact={contact}
        code={code}
        onContact={onContact}
        onCode={setCode}
      />
      <Button type="submit" busy={form.isBusy} className="w-full">
        {words.signIn.submit}
      </Button>
    </form>
  );
}
