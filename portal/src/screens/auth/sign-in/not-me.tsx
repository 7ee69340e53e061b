import { CallError } from '@exam/contract/client';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, showToast } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { chinaToday } from '../../../app/china-today.ts';
import { authWords } from '../../../messages/auth.ts';
import { AuthPage } from '../auth-page.tsx';
import { BirthAndConsents } from '../register/birth-and-consents.tsx';
import { adultRefusals, consentsOf, untickedConsents } from '../register/answers.ts';
import { useAuthForm } from '../use-auth-form.ts';
import type { Arrive } from './use-way-in.ts';

type Props = { onArrive: Arrive; onAgain: () => void; onBack: () => void };

/** "This is not me": an adult who has got somebody's old number begins an empty account with it (S-19, R-20). */
export function NotMe({ onArrive, onAgain, onBack }: Props) {
  const words = useMessages(authWords);
  const { notMe } = words.possession;
  const [answers, setAnswers] = useState({ dateOfBirth: '', ...untickedConsents });
  const form = useAuthForm({
    found: adultRefusals(answers, chinaToday()),
    labels: { dateOfBirth: words.register.dateOfBirth, ...words.register.consents.labels },
    chief: 'dateOfBirth',
  });
  const begin = async () => {
    try {
      const { dateOfBirth, ...ticks } = answers;
      await onArrive(await api('user.notMe', { body: { dateOfBirth, consents: consentsOf(ticks) } }));
      void showToast(notMe.done, 'success', 6000);
    } catch (error) {
      if (error instanceof CallError && error.problem.code === 'SIGN_IN_OVER') return onAgain();
      throw error;
    }
  };
  return (
    <AuthPage title={notMe.title} intro={notMe.intro} isStep>
      <form noValidate onSubmit={form.submitting(begin)}>
        <ErrorSummary errors={form.errors} attempt={form.attempts} />
        <BirthAndConsents
          form={form}
          answers={answers}
          set={(part) => {
            setAnswers((before) => ({ ...before, ...part }));
            for (const field of Object.keys(part)) form.changed(field);
          }}
        />
        <Button type="submit" busy={form.isBusy} className="w-full">
          {notMe.submit}
        </Button>
      </form>
      <Button variant="quiet" className="-mx-3 mt-4" onClick={onBack}>
        {notMe.back}
      </Button>
    </AuthPage>
  );
}
