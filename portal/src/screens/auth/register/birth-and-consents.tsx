import { accountStatements } from '@exam/contract/rules';
import { CheckboxField, DateBoxes } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { authWords } from '../../../messages/auth.ts';
import { statementWords } from '../../../messages/statements.ts';
import type { AccountTicks, RegistrationAnswers } from './answers.ts';
import { fieldId, type AuthForm } from '../use-auth-form.ts';

type Answers = Pick<RegistrationAnswers, 'dateOfBirth' | keyof AccountTicks>;
type Props = { form: AuthForm; answers: Answers; set: (part: Partial<Answers>) => void };

/** The account holder's date of birth, 18 or over, and what is agreed to. */
export function BirthAndConsents({ form, answers, set }: Props) {
  const words = useMessages(authWords).register;
  const { consents } = useMessages(statementWords);
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
      <Pages />
      {accountStatements.map((statement) => (
        <CheckboxField
          key={statement}
          id={fieldId(statement)}
          name={statement}
          label={consents[statement]({ recipient: null })}
          checked={answers[statement]}
          error={form.error(statement)}
          onChange={(event) => set({ [statement]: event.target.checked })}
        />
      ))}
    </>
  );
}

/** The pages that the statements speak of open beside the form, so that what is filled in is not lost. */
function Pages() {
  const words = useMessages(authWords).register.consents;
  const pages = [
    { href: '/help/question#terms', text: words.terms },
    { href: '/help/privacy', text: words.privacy },
  ];
  return (
    <p className="flex flex-wrap gap-x-5">
      {pages.map(({ href, text }) => (
        <a key={href} className="inline-flex min-h-11 items-center" href={href} target="_blank" rel="noopener">
          {text}
          <span className="sr-only"> {words.newWindow}</span>
        </a>
      ))}
    </p>
  );
}
