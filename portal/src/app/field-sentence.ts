import { fieldMessage, isFieldRefusal, refusals, type RefusalCode } from '@exam/contract/messages';
import type { Language } from '@exam/ui/i18n';

/** The codes of the input check that the rules call otherwise. */
const sameAs: Readonly<Record<string, string>> = { REQUIRED: 'REQUIRED_FIELD', OUT_OF_RANGE: 'INVALID_FORMAT' };

/**
 * What stands at a refused field, in the reader's language: the words of the rules, else those of the server's refusal of the
 * same name (a duplicate, a wrong code), else that the format is invalid (2-rules section 8).
 */
export function fieldSentence(language: Language, code: string): string {
  const known = sameAs[code] ?? code;
  if (isFieldRefusal(known) || !isRefusal(known)) return fieldMessage(language, known);
  const words = refusals[language][known];
  return typeof words === 'string' ? words : fieldMessage(language, 'INVALID_FORMAT');
}

function isRefusal(code: string): code is RefusalCode {
  return Object.hasOwn(refusals.en, code);
}
