import { isCommonPassword } from './common-passwords.ts';

/** Why a password is refused (R-21, S-7). */
export const passwordRefusals = [
  'PASSWORD_LENGTH',
  'PASSWORD_LETTER',
  'PASSWORD_DIGIT',
  'PASSWORD_SIGN',
  'PASSWORD_CHARACTERS',
  'PASSWORD_CONTAINS_PHONE',
  'PASSWORD_COMMON',
] as const;
export type PasswordRefusal = (typeof passwordRefusals)[number];

export const passwordStrengths = ['Weak', 'Medium', 'Strong'] as const;
export type PasswordStrength = (typeof passwordStrengths)[number];

/** The symbols a password may and must contain one of. */
export const passwordSigns = '@#$%*&^!_-';

const rules: readonly (readonly [code: PasswordRefusal, holds: (password: string) => boolean])[] = [
  ['PASSWORD_LENGTH', (password) => password.length >= 8 && password.length <= 16],
  ['PASSWORD_CHARACTERS', (password) => /^[A-Za-z0-9@#$%*&^!_-]*$/.test(password)],
  ['PASSWORD_LETTER', (password) => /[A-Za-z]/.test(password)],
  ['PASSWORD_DIGIT', (password) => /\d/.test(password)],
  ['PASSWORD_SIGN', (password) => /[@#$%*&^!_-]/.test(password)],
  ['PASSWORD_COMMON', (password) => !isCommonPassword(password)],
];

/**
 * Checks a new password: 8-16 characters with a letter, a digit and one of `@#$%*&^!_-`, nothing else, none of the commonest, and
 * without the account's phone number (11 digits). Gives every rule it fails, so that a form can tick them off; empty when it may be used.
 */
export function checkPassword(password: string, options: { phoneNumber?: string } = {}): PasswordRefusal[] {
  const failed = rules.filter(([, holds]) => !holds(password)).map(([code]) => code);
  const phone = options.phoneNumber ?? '';
  return phone !== '' && password.includes(phone) ? [...failed, 'PASSWORD_CONTAINS_PHONE'] : failed;
}

/** How strong a password is: weak fails a rule or is under 10 with one case, strong has 12 or more and both cases. */
export function passwordStrength(password: string, options: { phoneNumber?: string } = {}): PasswordStrength {
  const bothCases = /[a-z]/.test(password) && /[A-Z]/.test(password);
  if (checkPassword(password, options).length > 0 || (password.length < 10 && !bothCases)) return 'Weak';
  return password.length >= 12 && bothCases ? 'Strong' : 'Medium';
}
