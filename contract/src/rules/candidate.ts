import type { CandidateAgeType, Gender, IdType } from '../entities/scalars.ts';
import { ageOn, candidateAgeType, isMinor } from './ages.ts';
import { dobFromWire } from './china-date.ts';
import type { ChinaDate } from './china-date.ts';
import { checkEmail } from './emails.ts';
import { checkGuardian } from './guardian.ts';
import type { CheckedGuardian, GuardianForm } from './guardian.ts';
import { checkIdentity } from './identity.ts';
import type { Identity } from './identity.ts';
import { checkChineseName, checkName } from './names.ts';
import { take, under } from './person-refusals.ts';
import type { FieldRefusals, PersonCheck, PersonRefusal, Settled } from './person-refusals.ts';
import { checkContactMobile } from './phones.ts';

/** A candidate as the form sends it; birth date and gender may be left to a document that contains them. */
export interface CandidateForm {
  idType: IdType;
  idNo: string;
  gender?: Gender | null;
  firstName: string;
  lastName: string;
  noGivenName?: boolean;
  /** In Chinese characters; nobody has to give it. */
  nameZh?: string | null;
  email?: string | null;
  mobile?: string | null;
  dob?: string | null;
  guardianModel?: GuardianForm | null;
}

export interface CheckedCandidate {
  idType: IdType;
  idNo: string;
  comparable: string;
  gender: Gender;
  firstName: string;
  lastName: string;
  nameZh: string | null;
  email: string | null;
  mobile: string | null;
  dob: ChinaDate;
  isMinor: boolean;
  candidateAgeType: CandidateAgeType;
  /** Null for adults, whatever was sent. */
  guardian: CheckedGuardian | null;
}

interface Options {
  /** Today in China. */
  today: ChinaDate;
}

/**
 * Checks a candidate (3-domain 1): document, name, birth date and gender (filled in from the number, refused when they
 * differ from it), contacts if given, and for whoever is under 18 today a guardian of 18 or over with another document.
 */
export function checkCandidate(form: CandidateForm, options: Options): PersonCheck<CheckedCandidate> {
  const fields: FieldRefusals = {};
  const identity = identityOf(form, fields, options);
  const name = checkName(form.lastName, form.firstName, { noGivenName: form.noGivenName });
  if (!name.ok) Object.assign(fields, name.fields);
  const nameZh = take(fields, 'nameZh', settleChineseName(form));
  const gender = take(fields, 'gender', settle(identity?.gender, form.gender, 'GENDER_DIFFERS_FROM_ID'));
  const dob = take(fields, 'dob', settleDob(identity, form.dob ?? '', options.today));
  const email = take(fields, 'email', settleEmail(form.email ?? ''));
  const mobile = take(fields, 'mobile', settleMobile(form.mobile ?? ''));
  if (!identity) forgetMissing(form, fields);
  const guardian = guardianOf(form, fields, { ...options, dob, candidate: identity });
  if (!identity || !name.ok || !gender || !dob || Object.keys(fields).length > 0) return { ok: false, fields };
  const { canonical: idNo, comparable } = identity;
  const { firstName, lastName } = name;
  const age = { isMinor: isMinor(dob, options.today), candidateAgeType: candidateAgeType(ageOn(dob, options.today)) };
  const { idType } = form;
  return {
    ok: true,
    person: { idType, idNo, comparable, gender, firstName, lastName, nameZh, email, mobile, dob, ...age, guardian },
  };
}

/** A resident ID contains birth date and gender: while its number is wrong, nobody is asked to type them. */
function forgetMissing({ idType }: CandidateForm, fields: FieldRefusals): void {
  if (idType !== 'IDCard') return;
  for (const field of ['gender', 'dob']) if (fields[field] === 'REQUIRED_FIELD') delete fields[field];
}

function identityOf(form: CandidateForm, fields: FieldRefusals, options: Options): Identity | null {
  const identity = checkIdentity(form.idType, form.idNo, options);
  if (identity.ok) return identity;
  fields['idNo'] = identity.code;
  return null;
}

function guardianOf(
  form: CandidateForm,
  fields: FieldRefusals,
  { today, dob, candidate }: Options & { dob: ChinaDate | null; candidate: Identity | null },
): CheckedGuardian | null {
  if (dob === null || !isMinor(dob, today)) return null;
  if (!form.guardianModel) {
    fields['guardianModel'] = 'GUARDIAN_REQUIRED';
    return null;
  }
  const checked = checkGuardian(form.guardianModel, { today, candidateComparable: candidate?.comparable });
  if (checked.ok) return checked.person;
  Object.assign(fields, under('guardianModel', checked.fields));
  return null;
}

function settleChineseName({ nameZh }: CandidateForm): Settled<string | null> {
  const checked = checkChineseName(nameZh ?? '');
  return checked.ok ? { ok: true, value: checked.name } : checked;
}

function settleEmail(typed: string): Settled<string | null> {
  if (typed.trim() === '') return { ok: true, value: null };
  const checked = checkEmail(typed);
  return checked.ok ? { ok: true, value: checked.email } : checked;
}

function settleMobile(typed: string): Settled<string | null> {
  if (typed.trim() === '') return { ok: true, value: null };
  const checked = checkContactMobile(typed);
  return checked.ok ? { ok: true, value: checked.e164 } : checked;
}

/** What the document says; else what was typed. Both must agree, because silently overwriting would hide a mistake. */
function settle<V>(fromDocument: V | undefined, typed: V | null | undefined, differs: PersonRefusal): Settled<V> {
  const value = fromDocument ?? typed ?? null;
  if (value === null) return { ok: false, code: 'REQUIRED_FIELD' };
  return (typed ?? value) === value ? { ok: true, value } : { ok: false, code: differs };
}

function settleDob(identity: Identity | null, typed: string, today: ChinaDate): Settled<ChinaDate> {
  const date = typed.trim() === '' ? undefined : dobFromWire(typed.trim());
  if (date === null) return { ok: false, code: 'DOB_FORMAT' };
  const settled = settle(identity?.birthDate, date, 'DOB_DIFFERS_FROM_ID');
  if (!settled.ok) return settled;
  const possible = settled.value <= today && settled.value >= '1900-01-01';
  return possible ? settled : { ok: false, code: 'DOB_FORMAT' };
}
