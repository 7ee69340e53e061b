import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Link, Notice, showToast } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { chinaToday } from '../../../app/china-today.ts';
import { signedIn } from '../../../app/session/session.ts';
import { authWords } from '../../../messages/auth.ts';
import { AuthPage } from '../auth-page.tsx';
import { BirthAndConsents } from './birth-and-consents.tsx';
import { carryNumber, useCarried } from '../carried-number.ts';
import { ContactAndCode } from '../code/contact-and-code.tsx';
import { NewPassword } from '../password/new-password.tsx';
import { consentsOf, registrationRefusals, type RegistrationAnswers, untickedConsents } from './answers.ts';
import { useAuthForm } from '../use-auth-form.ts';
import { useWayBack } from '../use-way-back.ts';

const empty: RegistrationAnswers = {
  phoneNumber: '',
  verificationCode: '',
  email: '',
  emailVerificationCode: '',
  password: '',
  dateOfBirth: '',
  ...untickedConsents,
};

function bodyOf(answers: RegistrationAnswers, isByEmail: boolean) {
  const { email, emailVerificationCode, accountTerms, accountPrivacy, ...others } = answers;
  // The person has seen what was typed and is asked for it once.
  const body = { ...others, confirmPassword: others.password, consents: consentsOf({ accountTerms, accountPrivacy }) };
  return isByEmail ? { ...body, email: email.trim(), emailVerificationCode } : body;
}

/** The answers, what is wrong with them, and sending them. */
function useRegistration(isByEmail: boolean) {
  const words = useMessages(authWords);
  const { phone: phoneNumber, code: verificationCode } = useCarried();
  const [answers, setAnswers] = useState({ ...empty, phoneNumber, verificationCode });
  const form = useAuthForm({
    found: registrationRefusals(answers, chinaToday(), isByEmail),
    labels: {
      email: words.fields.email,
      emailVerificationCode: words.fields.emailCode,
      phoneNumber: words.fields.phone,
      verificationCode: words.fields.code,
      password: words.fields.password,
      dateOfBirth: words.register.dateOfBirth,
      ...words.register.consents.labels,
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
  return { answers, form, set, register, isProved: verificationCode !== '' };
}

/** Opens an account for an adult and signs in: by phone, or by phone and e-mail, which then is bound at once. */
function Registration({ isByEmail }: { isByEmail: boolean }) {
  const words = useMessages(authWords);
  const { answers, form, set, register, isProved } = useRegistration(isByEmail);
  return (
    <AuthPage
      title={isByEmail ? words.register.emailTitle : words.register.title}
      intro={isByEmail ? words.register.emailIntro : words.register.intro}
    >
      {isProved && (
        <div className="mb-5">
          <Notice tone="success" live>
            {words.register.proved}
          </Notice>
        </div>
      )}
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
          answers={{ password: answers.password }}
          phoneNumber={answers.phoneNumber}
          set={set}
        />
        <BirthAndConsents form={form} answers={answers} set={set} />
        <Button type="submit" busy={form.isBusy} className="w-full">
          {words.register.submit}
        </Button>
      </form>
      <OtherWays isByEmail={isByEmail} phoneNumber={answers.phoneNumber} />
    </AuthPage>
  );
}

/** The other registration, and the sign-in; the number that was typed goes along. */
function OtherWays({ isByEmail, phoneNumber }: { isByEmail: boolean; phoneNumber: string }) {
  const words = useMessages(authWords).register;
  const { withBack } = useWayBack();
  const carry = () => carryNumber(phoneNumber);
  return (
    <>
      <p className="mt-6">
        <Link href={withBack(isByEmail ? '/auth/register' : '/auth/emailregister')} onClick={carry}>
          {isByEmail ? words.byPhone : words.byEmail}
        </Link>
      </p>
      <p className="mt-3">
        {words.haveAccount}{' '}
        <Link href={withBack('/auth/signin')} onClick={carry}>
          {words.signIn}
        </Link>
      </p>
    </>
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
