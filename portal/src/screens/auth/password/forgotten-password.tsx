import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Link, showToast, Tabs } from '@exam/ui/parts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../app/api.ts';
import { authWords } from '../../../messages/auth.ts';
import { AuthPage } from '../auth-page.tsx';
import { ContactAndCode } from '../code/contact-and-code.tsx';
import { codeRefusal, contactRefusal, refusedOnly, type Means } from '../code/contact-rules.ts';
import { NewPassword } from './new-password.tsx';
import { passwordRefusals } from '../register/answers.ts';
import { useAuthForm } from '../use-auth-form.ts';
import { useWayBack } from '../use-way-back.ts';

/** `/auth/forget-password`: a new password for whoever can read the account's phone or mailbox. Nobody is signed in by it. */
export function ForgottenPassword() {
  const words = useMessages(authWords).forgotten;
  const { withBack } = useWayBack();
  const [means, setMeans] = useState<Means>('phone');
  return (
    <AuthPage title={words.title} intro={words.intro}>
      <Tabs
        label={words.ways}
        tabs={[
          { id: 'phone', label: words.byPhone },
          { id: 'email', label: words.byEmail },
        ]}
        selected={means}
        onSelect={setMeans}
      >
        <ResetForm key={means} means={means} />
      </Tabs>
      <p className="mt-6">
        {words.remembered} <Link href={withBack('/auth/signin')}>{words.signIn}</Link>
      </p>
    </AuthPage>
  );
}

const empty = { userName: '', verificationCode: '', password: '', confirmPassword: '' };

function ResetForm({ means }: { means: Means }) {
  const words = useMessages(authWords);
  const navigate = useNavigate();
  const { withBack } = useWayBack();
  const [answers, setAnswers] = useState(empty);
  const { userName, verificationCode } = answers;
  const phoneNumber = means === 'phone' ? userName : '';
  const form = useAuthForm({
    found: {
      ...refusedOnly({ userName: contactRefusal(means, userName), verificationCode: codeRefusal(verificationCode) }),
      ...passwordRefusals({ ...answers, phoneNumber }),
    },
    labels: {
      userName: words.fields[means],
      verificationCode: means === 'phone' ? words.fields.code : words.fields.emailCode,
      password: words.forgotten.newPassword,
      confirmPassword: words.register.confirmPassword,
    },
    chief: 'verificationCode',
  });
  const set = (part: Partial<typeof empty>) => {
    setAnswers((before) => ({ ...before, ...part }));
    for (const field of Object.keys(part)) form.changed(field);
  };
  const reset = async () => {
    const forgetPasswordType = means === 'phone' ? 'PhoneNumber' : 'Email';
    await api('user.resetPassword', { body: { ...answers, userName: userName.trim(), forgetPasswordType } });
    void showToast(words.forgotten.done, 'success');
    await navigate(withBack('/auth/signin'), { state: { way: 'password' } });
  };
  return (
    <form noValidate onSubmit={form.submitting(reset)}>
      <ErrorSummary errors={form.errors} attempt={form.attempts} />
      <ContactAndCode
        form={form}
        purpose="ForgetPassword"
        means={means}
        fields={{ contact: 'userName', code: 'verificationCode' }}
        contact={userName}
        code={verificationCode}
        onContact={(contact) => set({ userName: contact })}
        onCode={(code) => set({ verificationCode: code })}
      />
      <NewPassword
        form={form}
        label={words.forgotten.newPassword}
        answers={answers}
        phoneNumber={phoneNumber}
        set={set}
      />
      <Button type="submit" busy={form.isBusy} className="w-full">
        {words.forgotten.submit}
      </Button>
    </form>
  );
}
