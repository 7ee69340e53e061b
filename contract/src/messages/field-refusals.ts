import { refusals } from './all-refusals.ts';
import { fieldWords as en } from './field-refusals.en.ts';
import type { FieldAdvice, FieldRefusal, FieldWords } from './field-refusals.en.ts';
import { fieldWords as zh } from './field-refusals.zh.ts';

export type { FieldAdvice, FieldRefusal, FieldWords };

/** Words of the rules by language. */
export const fieldWords: Record<'en' | 'zh', FieldWords> = { en, zh };

/** Whether a code is one the rules refuse by. */
export function isFieldRefusal(code: string): code is FieldRefusal {
  return Object.hasOwn(en.refusals, code);
}

/**
 * The sentence of a refused field in the reader's language. A field may also carry a refusal of the server (`UNDER_AGE`,
 * `CODE_WRONG`); of an unknown code the sentence is that the format is invalid.
 */
export function fieldMessage(language: 'en' | 'zh', code: string): string {
  const words = fieldWords[language].refusals;
  if (isFieldRefusal(code)) return words[code];
  const whole = Object.entries(refusals[language]).find(([name]) => name === code)?.[1];
  return typeof whole === 'string' ? whole : words.INVALID_FORMAT;
}
