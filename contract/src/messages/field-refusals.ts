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

/** The sentence of a refused field in the reader's language; of an unknown code, that the format is invalid. */
export function fieldMessage(language: 'en' | 'zh', code: string): string {
  return fieldWords[language].refusals[isFieldRefusal(code) ? code : 'INVALID_FORMAT'];
}
