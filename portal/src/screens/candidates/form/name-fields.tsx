import { checkName, isDottedName, normaliseName } from '@exam/contract/rules';
import { CheckboxField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, type FocusEvent } from 'react';
import { api } from '../../../app/api.ts';
import { candidatesWords } from '../../../messages/candidates.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { fieldId, type CandidateFormState } from './use-candidate-form.ts';

/** Surname and given name in pinyin, as on the document (3-domain 1.5). Capitals are shown as typed and kept on leaving. */
export function NameFields({ form }: { form: CandidateFormState }) {
  const words = useMessages(candidatesWords).form;
  const { answers, set } = form;
  const leave = (path: 'lastName' | 'firstName') => (event: FocusEvent<HTMLInputElement>) => {
    const tidy = normaliseName(event.target.value);
    if (tidy !== answers[path]) set({ [path]: tidy });
    if (tidy !== '') form.leave(path);
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
          autoComplete="family-name"
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
          autoComplete="given-name"
          label={words.firstNameLabel}
          hint={words.firstNameHint}
          value={answers.firstName}
          disabled={answers.noGivenName}
          error={form.error('firstName')}
          onChange={(event) => set({ firstName: event.target.value })}
          onBlur={leave('firstName')}
        />
      </div>
      <Suggestion form={form} />
      <CheckboxField
        name="noGivenName"
        label={words.noGivenName}
        checked={answers.noGivenName}
        onChange={(event) =>
          set({ noGivenName: event.target.checked, firstName: event.target.checked ? '' : answers.firstName })
        }
      />
    </section>
  );
}

/** The Chinese characters of the name as typed, or null when there are too few or too many, or a dot, to suggest a spelling for. */
function chineseIn({ lastName, firstName }: { lastName: string; firstName: string }): string | null {
  if (isDottedName(`${lastName}${firstName}`)) return null;
  const characters = Array.from(`${lastName}${firstName}`).filter((character) => /\p{Script=Han}/u.test(character));
  return characters.length >= 2 && characters.length <= 10 ? characters.join('') : null;
}

function useSuggestion(form: CandidateFormState) {
  const { lastName, firstName, noGivenName } = form.answers;
  const chinese = useDeferredValue(chineseIn(form.answers));
  const { data: pinyin } = useQuery({
    queryKey: ['candidate', 'suggestName', chinese],
    queryFn: ({ signal }) => api('candidate.suggestName', { body: { name: chinese ?? '' } }, { signal, isQuiet: true }),
    enabled: chinese !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (chinese !== null) return pinyin === undefined ? null : { kind: 'pinyin' as const, ...pinyin };
  const spelling = checkName(lastName, firstName, { noGivenName }).suggestion;
  return spelling === undefined ? null : { kind: 'spelling' as const, ...spelling };
}

/** Another spelling to take or leave: pinyin for Chinese characters, LYU for LV. Nothing is changed by itself. */
function Suggestion({ form }: { form: CandidateFormState }) {
  const rules = useMessages(ruleWords);
  const words = useMessages(candidatesWords).form;
  const suggestion = useSuggestion(form);
  return (
    <div aria-live="polite">
      {suggestion !== null && (
        <div className="mb-6">
          <Notice>
            <p>
              {suggestion.kind === 'pinyin' ? words.suggestion(suggestion) : words.passportSpelling(suggestion)}
              {suggestion.kind === 'spelling' && (
                <span className="block text-ink-2">{rules.fields.advices.NAME_UMLAUT}</span>
              )}
            </p>
            <Button
              variant="secondary"
              small
              className="mt-3"
              onClick={() => form.set({ lastName: suggestion.lastName, firstName: suggestion.firstName })}
            >
              {words.useSuggestion(suggestion)}
            </Button>
          </Notice>
        </div>
      )}
    </div>
  );
}
