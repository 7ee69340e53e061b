import { checkEmail } from '@exam/contract/rules';
import { PhoneField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { candidatesWords } from '../../../messages/candidates.ts';
import { fieldId, type CandidateFormState } from './use-candidate-form.ts';

/** How the candidate is reached; both may stay empty, because messages go to the account. */
export function ContactFields({ form }: { form: CandidateFormState }) {
  const words = useMessages(candidatesWords).form;
  const { answers, set, leave } = form;
  return (
    <section aria-labelledby="candidate-contact-title">
      <h2 id="candidate-contact-title" className="mb-4 text-xl">
        {words.contactTitle}
      </h2>
      <PhoneField
        id={fieldId('mobile')}
        name="mobile"
        maxLength={40}
        autoComplete="off"
        optional
        label={words.mobileLabel}
        hint={words.mobileHint}
        value={answers.mobile}
        error={form.error('mobile')}
        onChange={(event) => set({ mobile: event.target.value })}
        onBlur={() => leave('mobile')}
      />
      <TextField
        id={fieldId('email')}
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        optional
        label={words.emailLabel}
        value={answers.email}
        error={form.error('email')}
        onChange={(event) => set({ email: event.target.value })}
        onBlur={() => leave('email')}
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
