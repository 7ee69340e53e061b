import { checkEmail } from '@exam/contract/rules';
import { PhoneField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { candidatesWords } from '../../../messages/candidates.ts';
import { optionalField, type CandidateFormState } from './use-candidate-form.ts';

/** How the candidate is reached; both may stay empty, because messages go to the account. */
export function ContactFields({ form }: { form: CandidateFormState }) {
  const words = useMessages(candidatesWords).form;
  const { answers, set } = form;
  return (
    <section aria-labelledby="candidate-contact-title">
      <h2 id="candidate-contact-title" className="mb-4 text-xl">
        {words.contactTitle}
      </h2>
      <PhoneField {...optionalField(form, 'mobile')} maxLength={40} label={words.mobileLabel} hint={words.mobileHint} />
      <TextField
        {...optionalField(form, 'email')}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        label={words.emailLabel}
      />
      <MeantEmail typed={answers.email} onUse={(email) => set({ email })} />
    </section>
  );
}

/** The address probably meant, where the typed domain is one slip away from a common one. */
function MeantEmail({ typed, onUse }: { typed: string; onUse: (email: string) => void }) {
  const words = useMessages(candidatesWords).form;
  const checked = checkEmail(typed);
  const meant = checked.ok ? checked.suggestion : undefined;
  return (
    <div aria-live="polite">
      {meant !== undefined && (
        <p className="-mt-4 mb-6 flex flex-wrap items-center gap-x-3">
          {words.emailMeant(meant)}
          <Button variant="quiet" small onClick={() => onUse(meant)}>
            {words.useEmail}
          </Button>
        </p>
      )}
    </div>
  );
}
