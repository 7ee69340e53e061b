import { checkPassword, passwordStrength } from '@exam/contract/rules';
import { PasswordField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { authWords } from '../../../messages/auth.ts';
import { phoneOption, shownRules } from '../register/answers.ts';
import { fieldId, type AuthForm } from '../use-auth-form.ts';

/** The second field is shown only where the password is typed unseen. */
type Answers = { password: string; confirmPassword?: string };
type Props = {
  form: AuthForm;
  answers: Answers;
  /** The account's number as far as it is known here; the password must not contain it. */
  phoneNumber?: string;
  /** What the password is called. */
  label: string;
  set: (part: Partial<Answers>) => void;
};

/** A new password with its strength and its rules, ticked off while it is typed: unseen and once more to be sure, or seen and once. */
export function NewPassword({ form, answers, phoneNumber = '', label, set }: Props) {
  const words = useMessages(authWords);
  const { password, confirmPassword } = answers;
  const strength = password === '' ? null : passwordStrength(password, phoneOption(phoneNumber));
  return (
    <>
      <PasswordField
        id={fieldId('password')}
        name="password"
        autoComplete="new-password"
        maxLength={128}
        label={label}
        hint={<Rules password={password} />}
        strength={strength}
        isSeen={confirmPassword === undefined}
        value={password}
        error={form.error('password')}
        onChange={(event) => set({ password: event.target.value })}
        onBlur={() => password !== '' && form.leave('password')}
      />
      {confirmPassword !== undefined && (
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
      )}
    </>
  );
}

/** As a hint it is above the field and belongs to it. */
function Rules({ password }: { password: string }) {
  const words = useMessages(authWords).register;
  const failed = new Set<string>(checkPassword(password));
  return (
    <span className="grid gap-x-4 sm:grid-cols-2">
      {shownRules.map((rule) => {
        const isMet = password !== '' && !failed.has(rule);
        return (
          <span key={rule} className={isMet ? 'text-jade' : undefined}>
            <span aria-hidden="true">{isMet ? '✓' : '·'} </span>
            {isMet && <span className="sr-only">{words.ruleMet} </span>}
            {words.ruleTexts[rule]}
          </span>
        );
      })}
    </span>
  );
}
