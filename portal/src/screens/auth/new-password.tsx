import { checkPassword, passwordStrength } from '@exam/contract/rules';
import { PasswordField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { authWords } from '../../messages/auth.ts';
import { phoneOption, shownRules, type RegistrationAnswers } from './registration-answers.ts';
import { fieldId, type AuthForm } from './use-auth-form.ts';

type Props = { form: AuthForm; answers: RegistrationAnswers; set: (part: Partial<RegistrationAnswers>) => void };

/** A new password with its strength and its rules, ticked off while it is typed, and once more to be sure. */
export function NewPassword({ form, answers, set }: Props) {
  const words = useMessages(authWords);
  const { password, confirmPassword, phoneNumber } = answers;
  const strength = password === '' ? null : passwordStrength(password, phoneOption(phoneNumber));
  return (
    <>
      <PasswordField
        id={fieldId('password')}
        name="password"
        autoComplete="new-password"
        maxLength={128}
        label={words.fields.password}
        hint={words.register.passwordHint}
        strength={strength}
        value={password}
        error={form.error('password')}
        onChange={(event) => set({ password: event.target.value })}
        onBlur={() => password !== '' && form.leave('password')}
      />
      <Rules password={password} />
      <PasswordField
        id={fieldId('confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        maxLength={128}
        label={words.register.confirmPassword}
        value={confirmPassword}
        error={form.error('confirmPassword')}
        onChange={(event) => set({ confirmPassword: event.target.value })}
        onBlur={() => confirmPassword !== '' && form.leave('confirmPassword')}
      />
    </>
  );
}

function Rules({ password }: { password: string }) {
  const words = useMessages(authWords).register;
  const failed = new Set<string>(checkPassword(password));
  return (
    <ul aria-label={words.rules} className="-mt-4 mb-6 grid gap-x-4 text-ink-2 sm:grid-cols-2">
      {shownRules.map((rule) => {
        const isMet = password !== '' && !failed.has(rule);
        return (
          <li key={rule} className={isMet ? 'text-jade' : undefined}>
            <span aria-hidden="true">{isMet ? '✓' : '·'} </span>
            <span className="sr-only">{isMet ? words.ruleMet : words.ruleOpen} </span>
            {words.ruleTexts[rule]}
          </li>
        );
      })}
    </ul>
  );
}
