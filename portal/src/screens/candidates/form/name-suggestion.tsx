import { checkName, isDottedName, type FullName } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Button, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { api } from '../../../app/api.ts';
import { candidatesWords } from '../../../messages/candidates.ts';
import { ruleWords } from '../../../messages/rules.ts';

type TypedName = FullName & { noGivenName: boolean; nameZh: string };

/** Whether any of it is written in Chinese characters. */
export function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/** The Chinese characters of the name as typed, or null when there are too few or too many, or a dot, to suggest a spelling for. */
function chineseIn({ lastName, firstName }: FullName): string | null {
  if (isDottedName(`${lastName}${firstName}`)) return null;
  const characters = Array.from(`${lastName}${firstName}`).filter(hasHan);
  return characters.length >= 2 && characters.length <= 10 ? characters.join('') : null;
}

function useSuggestion(name: TypedName) {
  const { lastName, firstName, noGivenName } = name;
  const chinese = useDeferredValue(chineseIn(name));
  const { data: pinyin } = useQuery({
    queryKey: ['candidate', 'suggestName', chinese],
    queryFn: ({ signal }) => api('candidate.suggestName', { body: { name: chinese ?? '' } }, { signal, isQuiet: true }),
    enabled: chinese !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (chinese !== null) return pinyin === undefined ? null : { kind: 'pinyin' as const, ...pinyin, nameZh: chinese };
  const spelling = checkName(lastName, firstName, { noGivenName }).suggestion;
  return spelling === undefined ? null : { kind: 'spelling' as const, ...spelling };
}

/** What a suggestion puts into the form: the characters that were typed are kept as the Chinese name, unless that was given already. */
function taken(suggestion: NonNullable<ReturnType<typeof useSuggestion>>, given: string) {
  const { lastName, firstName } = suggestion;
  const isKept = suggestion.kind === 'pinyin' && given.trim() === '';
  return { lastName, firstName, ...(isKept && { nameZh: suggestion.nameZh }) };
}

/** Another spelling to take or leave: pinyin for Chinese characters, which become the Chinese name, LYU for LV. Nothing is changed by itself. */
export function NameSuggestion({
  name,
  take,
}: {
  name: TypedName;
  take: (name: FullName & { nameZh?: string }) => void;
}) {
  const rules = useMessages(ruleWords);
  const words = useMessages(candidatesWords).form;
  const suggestion = useSuggestion(name);
  const isBegun = Array.from(`${name.lastName}${name.firstName}`).filter(hasHan).length === 1;
  return (
    <div aria-live="polite">
      {isBegun && <p className="mb-4 text-ink-2">{words.chineseBegun}</p>}
      {suggestion !== null && (
        <div className="mb-6">
          <Notice>
            <p>
              {suggestion.kind === 'pinyin' ? words.suggestion(suggestion) : words.passportSpelling(suggestion)}
              {suggestion.kind === 'spelling' && (
                <span className="block text-ink-2">{rules.fields.advices.NAME_UMLAUT}</span>
              )}
            </p>
            <Button variant="secondary" small className="mt-3" onClick={() => take(taken(suggestion, name.nameZh))}>
              {words.useSuggestion(suggestion)}
            </Button>
          </Notice>
        </div>
      )}
    </div>
  );
}
