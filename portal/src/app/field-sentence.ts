import type { ContractWords } from '@exam/contract/messages/en';

/** The codes of the input check that the rules call otherwise. */
const sameAs: Readonly<Record<string, string>> = { REQUIRED: 'REQUIRED_FIELD', OUT_OF_RANGE: 'INVALID_FORMAT' };

/**
 * What is at a refused field, in the reader's language: the words of the rules, else those of the server's refusal of the
 * same name (a duplicate, a wrong code), else that the format is invalid.
 */
export function fieldSentence({ fields, refusals }: ContractWords, code: string): string {
  const known = sameAs[code] ?? code;
  const words = wordsOf(fields.refusals, known) ?? wordsOf(refusals, known);
  return typeof words === 'string' ? words : fields.refusals.INVALID_FORMAT;
}

function wordsOf(dictionary: object, code: string): unknown {
  return Object.entries(dictionary).find(([name]) => name === code)?.[1];
}
