import { normaliseName } from '@exam/contract/rules';
import { CheckboxField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import type { FocusEvent } from 'react';
import { candidatesWords } from '../../../messages/candidates.ts';
import { hasHan, NameSuggestion } from './name-suggestion.tsx';
import { fieldId, optionalField, type CandidateFormState } from './use-candidate-form.ts';

/** Surname and given name in pinyin, as on the document (3-domain 1.5). Capitals are shown as typed and kept on leaving. The browser fills in nothing: it knows the parent, and would put them in the child's place. */
export function NameFields({ form }: { form: CandidateFormState }) {
  const words = useMessages(candidatesWords).form;
  const { answers, set } = form;
  const leave = (path: 'lastName' | 'firstName') => (event: FocusEvent<HTMLInputElement>) => {
    const tidy = normaliseName(event.target.value);
    if (tidy !== answers[path]) set({ [path]: tidy });
    // Chinese characters are on the way to a spelling: nothing is wrong with them until it is saved.
    if (tidy !== '' && !hasHan(tidy)) form.leave(path);
  };
  const line = { autoCapitalize: 'characters', spellCheck: false, maxLength: 100 } as const;
  return (
    <section aria-labelledby="candidate-name-title">
      <h2 id="candidate-name-title" className="mb-1 text-xl">
        {words.nameTitle}
      </h2>
      <p className="mb-4 text-ink-2">{words.nameRule}</p>
      <div className="grid items-end gap-x-4 sm:grid-cols-2 [&_input]:uppercase">
        <TextField
          {...line}
          id={fieldId('lastName')}
          name="lastName"
          autoComplete="off"
          label={words.lastNameLabel}
          hint={words.lastNameHint}
          value={answers.lastName}
          error={form.error('lastName')}
          onChange={(event) => set({ lastName: event.target.value })}
          onBlur={leave('lastName')}
        />
        <TextField
          {...line}
          id={fieldId('firstName')}
          name="firstName"
          autoComplete="off"
          label={words.firstNameLabel}
          hint={words.firstNameHint}
          value={answers.firstName}
          disabled={answers.noGivenName}
          error={form.error('firstName')}
          onChange={(event) => set({ firstName: event.target.value })}
          onBlur={leave('firstName')}
        />
      </div>
      <NameSuggestion name={answers} take={set} />
      <CheckboxField
        name="noGivenName"
        label={words.noGivenName}
        checked={answers.noGivenName}
        onChange={(event) =>
          set({ noGivenName: event.target.checked, firstName: event.target.checked ? '' : answers.firstName })
        }
      />
      <ChineseName form={form} />
    </section>
  );
}

/** The name in Chinese characters beside the pinyin, for whoever wants to give it (decision 0094). */
function ChineseName({ form }: { form: CandidateFormState }) {
  const words = useMessages(candidatesWords).form;
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      <TextField
        {...optionalField(form, 'nameZh')}
        spellCheck={false}
        maxLength={100}
        label={words.nameZhLabel}
        hint={words.nameZhHints[form.answers.idType]}
      />
    </div>
  );
}
