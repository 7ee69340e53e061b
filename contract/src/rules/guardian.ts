import type { GuardianType, IdType, PickupType } from '../entities/scalars.ts';
import { adultAge, ageOn, pickupAge } from './ages.ts';
import type { ChinaDate } from './china-date.ts';
import { checkIdentity } from './identity.ts';
import type { Identity } from './identity.ts';
import { checkFreeName } from './names.ts';
import type { FieldRefusals, PersonCheck } from './person-refusals.ts';
import { checkContactMobile } from './phones.ts';

interface AdultForm {
  name: string;
  idType: IdType;
  idNo: string;
  mobile: string;
}
export interface GuardianForm extends AdultForm {
  type?: GuardianType | null;
}
export interface PickupForm extends AdultForm {
  type?: PickupType | null;
  /** The declaration for documents that carry no birth date. */
  isFourteenOrOlder?: boolean;
}

interface CheckedAdult {
  name: string;
  idType: IdType;
  /** Canonical number. */
  idNo: string;
  /** What duplicates are compared by; see `Identity.comparable`. */
  comparable: string;
  /** E.164. */
  mobile: string;
  /** Whether the document proves the age, the person declared it, or staff have to look. */
  ageShownBy: 'Document' | 'Declaration' | 'Staff';
}
export interface CheckedGuardian extends CheckedAdult {
  type: GuardianType | null;
}
export interface CheckedPickup extends CheckedAdult {
  type: PickupType;
}
interface Options {
  /** Today in China. */
  today: ChinaDate;
}

/**
 * Checks a guardian: free name, document, mobile, 18 or over where the document shows it, not the candidate's own document.
 * Paths are plain (`name`); `candidateComparable` is the candidate's `comparable`.
 */
export function checkGuardian(
  form: GuardianForm,
  options: Options & { candidateComparable?: string },
): PersonCheck<CheckedGuardian> {
  const { fields, adult, identity } = checkAdult(form, options);
  if (identity?.birthDate && ageOn(identity.birthDate, options.today) < adultAge) fields['idNo'] = 'GUARDIAN_UNDER_AGE';
  if (identity && identity.comparable === options.candidateComparable) fields['idNo'] = 'GUARDIAN_IS_CANDIDATE';
  if (!adult || Object.keys(fields).length > 0) return { ok: false, fields };
  return { ok: true, person: { ...adult, type: form.type ?? null } };
}

/**
 * Checks a pickup person: as a guardian, but 14 or over. With a document that shows no age the declaration is needed. May be the
 * guardian; that it is not the candidate the server sees, who knows the other number.
 */
export function checkPickupPerson(form: PickupForm, options: Options): PersonCheck<CheckedPickup> {
  const { fields, adult, identity } = checkAdult(form, options);
  if (identity?.birthDate && ageOn(identity.birthDate, options.today) < pickupAge) fields['idNo'] = 'PICKUP_UNDER_AGE';
  if (identity && !identity.birthDate && form.isFourteenOrOlder !== true) {
    fields['isFourteenOrOlder'] = 'PICKUP_AGE_NOT_DECLARED';
  }
  if (!adult || Object.keys(fields).length > 0) return { ok: false, fields };
  const ageShownBy = adult.ageShownBy === 'Staff' ? 'Declaration' : adult.ageShownBy;
  return { ok: true, person: { ...adult, ageShownBy, type: form.type ?? 'AuthorisedPerson' } };
}

function checkAdult(form: AdultForm, options: Options) {
  const fields: FieldRefusals = {};
  const named = checkFreeName(form.name);
  if (!named.ok) fields['name'] = named.code;
  const checked = checkIdentity(form.idType, form.idNo, options);
  if (!checked.ok) fields['idNo'] = checked.code;
  const mobile = checkContactMobile(form.mobile);
  if (!mobile.ok) fields['mobile'] = mobile.code;
  const identity: Identity | null = checked.ok ? checked : null;
  if (!named.ok || identity === null || !mobile.ok) return { fields, adult: null, identity };
  const ageShownBy: CheckedAdult['ageShownBy'] = identity.birthDate ? 'Document' : 'Staff';
  const { canonical: idNo, comparable } = identity;
  return {
    fields,
    adult: { name: named.name, idType: form.idType, idNo, comparable, mobile: mobile.e164, ageShownBy },
    identity,
  };
}
