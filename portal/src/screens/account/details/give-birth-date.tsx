import { canRegisterAccount, isRealDate } from '@exam/contract/rules';
import { DateBoxes } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { ErrorSummary, showToast } from '@exam/ui/parts';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { chinaToday } from '../../../app/china-today.ts';
import { accountWords } from '../../../messages/account.ts';
import { fieldId, useAuthForm } from '../../auth/use-auth-form.ts';
import { FormActions } from '../form-actions.tsx';
import { userChanged } from '../user-changed.ts';

function refusalOf(date: string, today: string): string | undefined {
  if (date === '') return 'REQUIRED_FIELD';
  if (!isRealDate(date) || date > today || date < '1900-01-01') return 'DOB_FORMAT';
  return canRegisterAccount(date, today) ? undefined : 'UNDER_AGE';
}

/** The account holder's date of birth, 18 or over, given once. */
export function GiveBirthDate({ onClose }: { onClose: () => void }) {
  const all = useMessages(accountWords);
  const words = all.birth;
  const [dateOfBirth, setDate] = useState('');
  const wrong = refusalOf(dateOfBirth, chinaToday());
  const form = useAuthForm({
    found: wrong === undefined ? {} : { dateOfBirth: wrong },
    labels: { dateOfBirth: words.label },
    chief: 'dateOfBirth',
  });
  const save = async () => {
    await userChanged(await api('user.saveOtherInformation', { body: { dateOfBirth } }));
    void showToast(all.saved, 'success');
    onClose();
  };
  return (
    <form noValidate onSubmit={form.submitting(save)}>
      <ErrorSummary errors={form.errors} attempt={form.attempts} />
      <DateBoxes
        id={fieldId('dateOfBirth')}
        name="dateOfBirth"
        birthday
        label={words.label}
        hint={words.hint}
        value={dateOfBirth}
        error={form.error('dateOfBirth')}
        onChange={(date) => {
          setDate(date);
          form.changed('dateOfBirth');
        }}
        onBlur={() => dateOfBirth !== '' && form.leave('dateOfBirth')}
      />
      <FormActions isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}
