import type { EmailRefusal } from '../rules/emails.ts';
import { plainCharacters } from '../rules/writing.ts';

/** Why answers of a registration form are refused, field by field. */
export const formRefusals = [
  'REQUIRED_FIELD',
  'INVALID_FORMAT',
  'TOO_LONG',
  'TOO_MANY_ENTRIES',
  'TOO_MANY_FILES',
  'CONFIRMATION_REQUIRED',
  'REASON_REQUIRED',
  'UNKNOWN_FIELD',
  'ACCA_NUMBER',
  'ACCA_NUMBER_EACH',
  'NUMBER_OF_ANOTHER',
  'COURSE_CODE',
  'ONE_COURSE_CODE',
  'CANDIDATE_NUMBER',
  'UNIT_CODE',
  'END_BEFORE_START',
  'MONTH_OF_EXAM',
  'WINDOW_OF_EXAM',
  'FILE_GONE',
] as const;
export type FormRefusal = (typeof formRefusals)[number] | Exclude<EmailRefusal, 'EMAIL_REQUIRED'>;

/** The kinds of entry a list or a code field may hold, how a wrong one is refused, and how several where one is asked for. */
export const entryRules = {
  // spec 3-domain 2.2: a registration number has seven digits
  accaNumber: { pattern: /^\d{7}$/, refusal: 'ACCA_NUMBER' },
  //
  courseCode: { pattern: /^[A-Z0-9]{3,6}$/, refusal: 'COURSE_CODE', severalRefusal: 'ONE_COURSE_CODE' },
  // Four digits, from 0001.
  candidateNumber: { pattern: /^(?!0000)\d{4}$/, refusal: 'CANDIDATE_NUMBER' },
  // An option or unit code as the boards print it: WMA11/01, 9709/12, 4MA1
  unitCode: { pattern: /^[A-Z0-9][A-Z0-9/.-]{1,11}$/, refusal: 'UNIT_CODE' },
} as const satisfies Record<string, { pattern: RegExp; refusal: FormRefusal; severalRefusal?: FormRefusal }>;
export type EntryKind = keyof typeof entryRules;

/**
 * The entries of a list as typed or pasted: split on commas, semicolons, spaces and new lines (Chinese ones too), upper case, each once,
 * in the order they came.
 */
export function splitList(typed: string): string[] {
  const entries = plainCharacters(typed)
    .toUpperCase()
    .split(/[\s,;、]+/)
    .filter((entry) => entry !== '');
  return [...new Set(entries)];
}
