import { CheckboxField, DateBoxes } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { authWords } from '../../messages/auth.ts';
import type { RegistrationAnswers } from './registration-answers.ts';
import { fieldId, type AuthForm } from './use-auth-form.ts';

type Answers = Pick<RegistrationAnswers, 'dateOfBirth' | 'isTermsAccepted'>;
type Props = { form: AuthForm; answers: Answers; set: (part: Partial<Answers>) => void };

/** The account holder's date of birth, 18 or over, and the terms. */
export function BirthAndTerms({ form, answers, set }: Props) {
  const words = useMessages(authWords).register;
  return (
    <>
      <DateBoxes
        id={fieldId('dateOfBirth')}
        name="dateOfBirth"
        birthday
        label={words.dateOfBirth}
        hint={words.dateOfBirthHint}
        value={answers.dateOfBirth}
        error={form.error('dateOfBirth')}
        onChange={(dateOfBirth) => set({ dateOfBirth })}
        onBlur={() => answers.dateOfBirth !== '' && form.leave('dateOfBirth')}
      />
      <CheckboxField
        id={fieldId('isTermsAccepted')}
        name="isTermsAccepted"
        label={<TermsText />}
        checked={answers.isTermsAccepted}
        error={form.error('isTermsAccepted')}
        onChange={(event) => set({ isTermsAccepted: event.target.checked })}
      />
    </>
  );
}

/** The pages open beside the form, so that what is filled in is not lost. */
function TermsText() {
  const { terms } = useMessages(authWords).register;
  const page = (href: string, text: string) => (
    <a href={href} target="_blank" rel="noopener">
      {text}
      <span className="sr-only"> {terms.newWindow}</span>
    </a>
  );
  return (
    <>
      {terms.before}
      {page('/help/question#terms', terms.terms)}
      {terms.and}
      {page('/help/privacy', terms.privacy)}
      {terms.between}
      {page('/help/childProtection', terms.children)}
      {terms.after}
    </>
  );
}
