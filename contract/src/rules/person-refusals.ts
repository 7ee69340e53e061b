import type { EmailRefusal } from './emails.ts';
import type { IdentityRefusal } from './identity-codes.ts';
import type { ChineseNameRefusal, NameRefusal } from './names.ts';
import type { PhoneRefusal } from './phones.ts';

/** Refusals that only a whole person can earn (spec 3-domain 1.1 cross-checks, R-31, R-32). */
export const personRefusals = [
  'REQUIRED_FIELD',
  'FREE_NAME',
  'FREE_NAME_CHARACTERS',
  'DOB_FORMAT',
  'DOB_DIFFERS_FROM_ID',
  'DOB_NOT_THE_CHILDS',
  'GENDER_DIFFERS_FROM_ID',
  'GUARDIAN_REQUIRED',
  'GUARDIAN_UNDER_AGE',
  'GUARDIAN_MOBILE_ABROAD',
  'AGREEMENT_MISSING',
  'GUARDIAN_IS_CANDIDATE',
  'PICKUP_IS_CANDIDATE',
  'PICKUP_UNDER_AGE',
  'PICKUP_AGE_NOT_DECLARED',
] as const;
export type PersonRefusal =
  | (typeof personRefusals)[number]
  | IdentityRefusal
  | NameRefusal
  | ChineseNameRefusal
  | PhoneRefusal
  | EmailRefusal;

/** Refusals by field, the paths being the names of the wire: `idNo`, `guardianModel.mobile`. */
export type FieldRefusals = Record<string, PersonRefusal>;

/** A person who may be stored, or everything that is wrong with the form. */
export type PersonCheck<P> = { ok: true; person: P } | { ok: false; fields: FieldRefusals };

/** One field's value, or why there is none. */
export type Settled<V> = { ok: true; value: V } | { ok: false; code: PersonRefusal };

/** Refusals with their paths under another field: `idNo` of a pickup person is `applicationPickupPerson.idNo` on the wire. */
export function under(path: string, fields: FieldRefusals): FieldRefusals {
  return Object.fromEntries(Object.entries(fields).map(([field, code]) => [`${path}.${field}`, code]));
}

/** The value of a settled field; a refusal is noted under its path and gives null. */
export function take<V>(fields: FieldRefusals, path: string, settled: Settled<V>): V | null {
  if (settled.ok) return settled.value;
  fields[path] = settled.code;
  return null;
}
