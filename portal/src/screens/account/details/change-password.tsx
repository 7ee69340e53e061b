import { checkPassword } from '@exam/contract/rules';
import { PasswordField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { ErrorSummary, showToast } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { accountWords } from '../../../messages/account.ts';
import { authWords } from '../../../messages/auth.ts';
import { NewPassword } from '../../auth/password/new-password.tsx';
import { fieldId, useAuthForm, type Codes } from '../../auth/use-auth-form.ts';
import { FormActions } from '../form-actions.tsx';
import { userChanged } from '../user-changed.ts';

type Answers = { originalPassword: string; password: string; confirmPassword: string };

function refusalsOf({ originalPassword, password, confirmPassword }: Answers): Codes {
  const [wrong] = checkPassword(password);
  return {
    ...(originalPassword === '' && { originalPassword: 'REQUIRED_FIELD' }),
    ...(password === '' ? { password: 'REQUIRED_FIELD' } : wrong !== undefined && { password: wrong }),
    ...(confirmPassword === '' && { confirmPassword: 'REQUIRED_FIELD' }),
    ...(confirmPassword !== '' && confirmPassword !== password && { confirmPassword: 'PASSWORDS_DIFFER' }),
  };
}

/** Changes the password, with the present one as proof. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const words = useMessages(accountWords).password;
  const auth = useMessages(authWords);
  const [answers, setAnswers] = useState<Answers>({ originalPassword: '', password: '', confirmPassword: '' });
  const form = useAuthForm({
    found: refusalsOf(answers),
    labels: {
      originalPassword: words.original,
      password: words.new,
      confirmPassword: auth.register.confirmPassword,
    },
    chief: 'originalPassword',
  });
  const set = (part: Partial<Answers>) => {
    setAnswers((before) => ({ ...before, ...part }));
    for (const field of Object.keys(part)) form.changed(field);
  };
  const change = async () => {
    await userChanged(await api('user.changePassword', { body: answers }));
    void showToast(words.changed, 'success');
    onClose();
  };
  return (
    <form noValidate onSubmit={form.submitting(change)}>
      <ErrorSummary errors={form.errors} attempt={form.attempts} />
      <PasswordField
        id={fieldId('originalPassword')}
        name="originalPassword"
        autoComplete="current-password"
        maxLength={128}
        label={words.original}
        hint={words.hint}
        value={answers.originalPassword}
        error={form.error('originalPassword')}
        onChange={(event) => set({ originalPassword: event.target.value })}
      />
      <NewPassword form={form} answers={answers} set={set} label={words.new} />
      <FormActions isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}
