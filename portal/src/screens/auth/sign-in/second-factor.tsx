import { CallError } from '@exam/contract/client';
import { CodeField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { authWords } from '../../../messages/auth.ts';
import { AuthPage } from '../auth-page.tsx';
import { codeDigits } from '../code/digits.ts';
import { codeRefusal, refusedOnly, type Means } from '../code/contact-rules.ts';
import { TrustBox } from './trust-box.tsx';
import { fieldId, useAuthForm } from '../use-auth-form.ts';
import { useSending } from '../code/use-sending.ts';
import type { Arrive } from './use-way-in.ts';

type Props = { means: Means; target: string; onArrive: Arrive; onAgain: () => void };

/** What is sent, and who is led back to the beginning when the ten minutes for it are over. */
function useSecondFactor({ onArrive, onAgain }: Props) {
  const words = useMessages(authWords);
  const [code, setCode] = useState('');
  const [isDeviceTrusted, setTrusted] = useState(false);
  const form = useAuthForm({
    found: refusedOnly({ verificationCode: codeRefusal(code) }),
    labels: { verificationCode: words.fields.code },
    chief: 'verificationCode',
  });
  const confirm = async () => {
    try {
      await onArrive(await api('user.signInSecondFactor', { body: { verificationCode: code, isDeviceTrusted } }));
    } catch (error) {
      if (error instanceof CallError && error.problem.code === 'SIGN_IN_OVER') return onAgain();
      throw error;
    }
  };
  return { form, code, setCode, isDeviceTrusted, setTrusted, confirm };
}

/** The second step of a sign-in by password: a code to the account's phone, or to its address. */
export function SecondFactor(props: Props) {
  const { means, target, onAgain } = props;
  const words = useMessages(authWords);
  const { form, code, setCode, isDeviceTrusted, setTrusted, confirm } = useSecondFactor(props);
  const { isSending, send } = useSending();
  const sendCode = async () => {
    const outcome = await send(means, target, 'Login');
    if (outcome !== null && typeof outcome === 'object' && 'refused' in outcome) return null;
    if (outcome !== null) document.getElementById(fieldId('verificationCode'))?.focus();
    return outcome;
  };
  return (
    <AuthPage title={words.secondFactor.title} intro={words.secondFactor.intro[means](target)} isStep>
      <form noValidate onSubmit={form.submitting(confirm)}>
        <ErrorSummary errors={form.errors} attempt={form.attempts} />
        <CodeField
          id={fieldId('verificationCode')}
          name="verificationCode"
          label={words.fields.code}
          hint={words.secondFactor.hint}
          value={code}
          error={form.error('verificationCode')}
          onSend={sendCode}
          onChange={(event) => {
            setCode(codeDigits(event.target.value));
            form.changed('verificationCode');
          }}
          onBlur={() => code !== '' && form.leave('verificationCode')}
        />
        <output className="-mt-5 mb-2 block min-h-6 text-ink-2">{isSending ? words.stages.sending : ''}</output>
        <TrustBox checked={isDeviceTrusted} onChange={setTrusted} />
        <Button type="submit" busy={form.isBusy} className="w-full">
          {words.secondFactor.submit}
        </Button>
      </form>
      <Button variant="quiet" className="-mx-3 mt-4" onClick={onAgain}>
        {words.secondFactor.back}
      </Button>
    </AuthPage>
  );
}
