import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Link, showToast } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { chinaToday } from '../../app/china-today.ts';
import { signedIn } from '../../app/session.ts';
import { authWords } from '../../messages/auth.ts';
import { AuthPage } from './auth-page.tsx';
import { BirthAndTerms } from './birth-and-terms.tsx';
import { NewPassword } from './new-password.tsx';
import { PhoneAndCode } from './phone-and-code.tsx';
import { registrationRefusals, type RegistrationAnswers } from './registration-answers.ts';
import { useAuthForm } from './use-auth-form.ts';
import { useWayBack } from './use-way-back.ts';

const empty: RegistrationAnswers = {
  phoneNumber: '',
  verificationCode: '',
  password: '',
  confirmPassword: '',
  dateOfBirth: '',
  isTermsAccepted: false,
};

/** Opens an account for an adult and signs in. */
export function Register() {
  const words = useMessages(authWords);
  const { withBack } = useWayBack();
  const [answers, setAnswers] = useState(empty);
  const form = useAuthForm({
    found: registrationRefusals(answers, chinaToday()),
    labels: {
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
    const { data } = await api('user.register', { body: answers });
    void showToast(words.register.done, 'success');
    await signedIn(data);
  };
  return (
    <AuthPage title={words.register.title} intro={words.register.intro}>
      <form noValidate onSubmit={form.submitting(register)}>
        <ErrorSummary errors={form.errors} attempt={form.attempts} />
        <PhoneAndCode
          form={form}
          purpose="Register"
          phoneField="phoneNumber"
          phone={answers.phoneNumber}
          code={answers.verificationCode}
          onPhone={(phoneNumber) => set({ phoneNumber })}
          onCode={(verificationCode) => set({ verificationCode })}
        />
        <NewPassword form={form} answers={answers} set={set} />
        <BirthAndTerms form={form} answers={answers} set={set} />
        <Button type="submit" busy={form.isBusy} className="w-full">
          {words.register.submit}
        </Button>
      </form>
      <p className="mt-6">
        {words.register.haveAccount} <Link href={withBack('/auth/signin')}>{words.register.signIn}</Link>
      </p>
    </AuthPage>
  );
}
