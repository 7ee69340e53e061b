import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Link, showToast } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { chinaToday } from '../../app/china-today.ts';
import { signedIn } from '../../app/session.ts';
import { authWords } from '../../messages/auth.ts';
import { AuthPage } from './auth-page.tsx';
import { BirthAndTerms } from './birth-and-terms.tsx';
import { ContactAndCode } from './contact-and-code.tsx';
import { NewPassword } from './new-password.tsx';
import { registrationRefusals, type RegistrationAnswers } from './registration-answers.ts';
import { useAuthForm } from './use-auth-form.ts';
import { useWayBack } from './use-way-back.ts';

const empty: RegistrationAnswers = {
  phoneNumber: '',
  verificationCode: '',
  email: '',
  emailVerificationCode: '',
  password: '',
  confirmPassword: '',
  dateOfBirth: '',
  isTermsAccepted: false,
};

function bodyOf({ email, emailVerificationCode, ...answers }: RegistrationAnswers, isByEmail: boolean) {
  return isByEmail ? { ...answers, email: email.trim(), emailVerificationCode } : answers;
}

/** The answers, what is wrong with them, and sending them. */
function useRegistration(isByEmail: boolean) {
  const words = useMessages(authWords);
  const [answers, setAnswers] = useState(empty);
  const form = useAuthForm({
    found: registrationRefusals(answers, chinaToday(), isByEmail),
    labels: {
      email: words.fields.email,
      emailVerificationCode: words.fields.emailCode,
      phoneNumber: words.fields.phone,
      verificationCode: words.fields.code,
      password: words.fields.password,
      confirmPassword: words.register.confirmPassword,
      dateOfBirth: words.register.dateOfBirth,
      isTermsAccepted: words.register.terms.label,
    },
    chief: 'phoneNumber',
  });
  const set = (part: Partial<RegistrationAnswers>) => {
    setAnswers((before) => ({ ...before, ...part }));
    for (const field of Object.keys(part)) form.changed(field);
  };
  const register = async () => {
    const { data } = await api('user.register', { body: bodyOf(answers, isByEmail) });
    void showToast(words.register.done, 'success');
    await signedIn(data);
  };
  return { answers, form, set, register };
}

/** Opens an account for an adult and signs in: by phone, or by phone and e-mail, which then is bound at once. */
function Registration({ isByEmail }: { isByEmail: boolean }) {
  const words = useMessages(authWords);
  const { withBack } = useWayBack();
  const { answers, form, set, register } = useRegistration(isByEmail);
  const other = isByEmail ? '/auth/register' : '/auth/emailregister';
  return (
    <AuthPage
      title={isByEmail ? words.register.emailTitle : words.register.title}
      intro={isByEmail ? words.register.emailIntro : words.register.intro}
    >
      <form noValidate onSubmit={form.submitting(register)}>
        <ErrorSummary errors={form.errors} attempt={form.attempts} />
        {isByEmail && (
          <ContactAndCode
            form={form}
            purpose="Register"
            means="email"
            fields={{ contact: 'email', code: 'emailVerificationCode' }}
            contact={answers.email}
            code={answers.emailVerificationCode}
            onContact={(email) => set({ email })}
            onCode={(emailVerificationCode) => set({ emailVerificationCode })}
          />
        )}
        <ContactAndCode
          form={form}
          purpose="Register"
          means="phone"
          fields={{ contact: 'phoneNumber', code: 'verificationCode' }}
          contact={answers.phoneNumber}
          code={answers.verificationCode}
          onContact={(phoneNumber) => set({ phoneNumber })}
          onCode={(verificationCode) => set({ verificationCode })}
        />
        <NewPassword
          form={form}
          label={words.fields.password}
          answers={answers}
          phoneNumber={answers.phoneNumber}
          set={set}
        />
        <BirthAndTerms form={form} answers={answers} set={set} />
        <Button type="submit" busy={form.isBusy} className="w-full">
          {words.register.submit}
        </Button>
      </form>
      <p className="mt-6">
        <Link href={withBack(other)}>{isByEmail ? words.register.byPhone : words.register.byEmail}</Link>
      </p>
      <p className="mt-3">
        {words.register.haveAccount} <Link href={withBack('/auth/signin')}>{words.register.signIn}</Link>
      </p>
    </AuthPage>
  );
}

/** `/auth/register`. */
export function Register() {
  return <Registration isByEmail={false} />;
}

/** `/auth/emailregister`. */
export function EmailRegister() {
  return <Registration isByEmail />;
}
