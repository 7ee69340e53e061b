import { checkEmail, normaliseMainlandMobile } from '@exam/contract/rules';

/** By what a person is reached. */
export type Means = 'phone' | 'email';

/** What is wrong with a phone number or an address: the account's number is a mainland one (3-domain 1.6, R-19). */
export function contactRefusal(means: Means, contact: string): string | undefined {
  if (contact.trim() === '') return 'REQUIRED_FIELD';
  if (means === 'phone') return normaliseMainlandMobile(contact) === null ? 'PHONE_INVALID' : undefined;
  const email = checkEmail(contact);
  return email.ok ? undefined : email.code;
}

/** What is wrong with a code of six digits. */
export function codeRefusal(code: string): string | undefined {
  if (code === '') return 'REQUIRED_FIELD';
  return /^\d{6}$/.test(code) ? undefined : 'INVALID_FORMAT';
}

/** The fields that are refused, without those that are not. */
export function refusedOnly(codes: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [field, code] of Object.entries(codes)) if (code !== undefined) found[field] = code;
  return found;
}
