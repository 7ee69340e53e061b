import type { Request } from '@exam/contract/client';
import type { Gender, IdType, SavedCandidate } from '@exam/contract/entities';
import {
  checkCandidate,
  childStatements,
  consentVersion,
  checkIdentity,
  isMinor,
  isRealDate,
  normaliseName,
  statementsToKeep,
  type FieldRefusals,
  type Identity,
} from '@exam/contract/rules';
import {
  emptyCandidateAnswers,
  emptyGuardianAnswers,
  type CandidateAnswers,
  type DocumentAnswers,
  type GuardianAnswers,
} from '@exam/contract/wizards';
import { isFields } from '../../../app/draft/typed.ts';

/** Birth date and gender, and whether they are read from the number instead of being asked for. */
export type Born = { dob: string; gender: Gender | ''; isRead: boolean };

type Against = { saved?: SavedCandidate; today: string };

const guardianTypes = ['Father', 'Mother', 'LegalGuardian', 'Other'] as const;

/** A saved mobile number as it is typed: a mainland one without its prefix. */
function typedMobile(e164: string | null | undefined): string {
  return (e164 ?? '').replace(/^\+86(?=1\d{10}$)/, '');
}

/** Whether something remembered has every field of the form, each of its kind. */
export function areAnswers(value: unknown): value is CandidateAnswers {
  return isLike(value, emptyCandidateAnswers);
}

function isLike(value: unknown, sample: unknown): boolean {
  if (!isFields(sample)) return typeof value === typeof sample;
  return isFields(value) && Object.entries(sample).every(([name, each]) => isLike(value[name], each));
}

/** The answers of an empty form, or of a saved candidate. */
export function answersOf(saved?: SavedCandidate): CandidateAnswers {
  if (saved === undefined) return emptyCandidateAnswers;
  const { idType, lastName, firstName, gender, dob } = saved;
  return {
    idType,
    idNo: '',
    isKept: true,
    lastName,
    firstName,
    gender,
    dob,
    noGivenName: firstName === '',
    nameZh: saved.nameZh ?? '',
    mobile: typedMobile(saved.mobile),
    email: saved.email ?? '',
    childKept: false,
    guardian: guardianAnswersOf(saved.guardianModel),
  };
}

/** A saved guardian as the form holds it. @param asOf the saved candidate it is, where it is another than the one in the form */
export function guardianAnswersOf(guardian: SavedCandidate['guardianModel'], asOf = ''): GuardianAnswers {
  if (guardian === null) return emptyGuardianAnswers;
  const { idType, name } = guardian;
  const type = guardianTypes.find((known) => known === guardian.type) ?? '';
  return { idType, idNo: '', isKept: true, name, type, mobile: typedMobile(guardian.mobile), asOf };
}

/** The number of the candidate as far as it is typed and right. */
export function identityOf(answers: DocumentAnswers, today: string): Identity | null {
  if (answers.isKept) return null;
  const identity = checkIdentity(answers.idType, answers.idNo, { today });
  return identity.ok ? identity : null;
}

/**
 * Birth date and gender of the answers: read from a number that contains them (3-domain 1.1), else as typed. A mainland card
 * whose number is not right yet says nothing, and they are not asked for either.
 */
export function bornOf(answers: CandidateAnswers, { saved, today }: Against): Born {
  const typed = { dob: answers.dob, gender: answers.gender, isRead: false };
  if (answers.isKept && saved) {
    return containsBirthDate(saved) ? { dob: saved.dob, gender: saved.gender, isRead: true } : typed;
  }
  const identity = identityOf(answers, today);
  if (identity?.birthDate) return { dob: identity.birthDate, gender: identity.gender ?? '', isRead: true };
  return answers.idType === 'IDCard' ? { dob: '', gender: '', isRead: true } : typed;
}

/** ID cards and residence permits have 18 characters, masked or not; a passport never counts as one of them. */
function containsBirthDate({ idType, idNo }: { idType: IdType; idNo: string }): boolean {
  return idType === 'IDCard' || (idType !== 'Passport' && idNo.length === 18);
}

/** Whether the birth date is one of somebody under 18 today, who needs a guardian. */
export function needsGuardian(born: Born, today: string): boolean {
  return isRealDate(born.dob) && born.dob <= today && isMinor(born.dob, today);
}

/** Whether somebody under 14 is added, whose guardian consents first; of a saved one the server knows who did (PIPL 31). */
export function needsConsent(answers: CandidateAnswers, against: Against): boolean {
  const { dob } = bornOf(answers, against);
  return !against.saved && isRealDate(dob) && dob <= against.today && statementsToKeep(dob, against.today).length > 0;
}

/**
 * Everything wrong with the answers, by path, as the server will find it: the same rules, on blur and on submission. A number
 * that is kept as saved is left to the server, which alone knows it.
 */
export function refusalsOf(answers: CandidateAnswers, against: Against): Readonly<Record<string, string>> {
  const born = bornOf(answers, against);
  const { guardian } = answers;
  const checked = checkCandidate(
    {
      ...answers,
      idNo: answers.isKept ? '' : answers.idNo,
      gender: born.gender === '' ? null : born.gender,
      dob: born.dob,
      guardianModel: { ...guardian, type: guardian.type === '' ? null : guardian.type },
    },
    { today: against.today },
  );
  const fields: FieldRefusals = checked.ok ? {} : { ...checked.fields };
  if (answers.isKept) delete fields['idNo'];
  if (guardian.isKept) delete fields['guardianModel.idNo'];
  if (born.isRead) {
    delete fields['dob'];
    delete fields['gender'];
  }
  if (needsGuardian(born, against.today) && guardian.type === '') fields['guardianModel.type'] = 'REQUIRED_FIELD';
  return needsConsent(answers, against) && !answers.childKept ? { ...fields, childKept: 'CONSENT_INCOMPLETE' } : fields;
}

/** The body that adds the candidate. What is read from the number is left to the server to read again. */
export function additionOf(answers: CandidateAnswers, against: Against): Request<'candidate.add'>['body'] {
  const { guardian } = answers;
  return {
    ...bodyOf(answers, against),
    idNo: answers.idNo,
    ...(asksGuardian(answers, against) && {
      guardianModel: { ...guardianOf(guardian), ...(!guardian.isKept && { idNo: guardian.idNo }) },
      ...(guardian.isKept && { guardianAsOf: { candidateId: guardian.asOf } }),
    }),
  };
}

/** The body that changes a saved candidate: a number that is kept is not sent at all, so that a mask is never written back. */
export function changeOf(
  answers: CandidateAnswers,
  against: Against & { saved: SavedCandidate },
): Request<'candidate.modify'>['body'] {
  const { guardian } = answers;
  const number = answers.isKept ? {} : { idNo: answers.idNo };
  const guardianNumber = guardian.isKept ? {} : { idNo: guardian.idNo };
  return {
    ...bodyOf(answers, against),
    ...number,
    id: against.saved.id,
    ...(asksGuardian(answers, against) && { guardianModel: { ...guardianOf(guardian), ...guardianNumber } }),
  };
}

/** A guardian is sent for a minor, and whenever one was filled in because the server asked. */
function asksGuardian(answers: CandidateAnswers, against: Against): boolean {
  return needsGuardian(bornOf(answers, against), against.today) || answers.guardian.name.trim() !== '';
}

/** The guardian's statement as it is sent. */
export function childConsents(isTicked: boolean) {
  return isTicked ? childStatements.map((statementId) => ({ statementId, version: consentVersion })) : [];
}

function bodyOf(answers: CandidateAnswers, against: Against) {
  const born = bornOf(answers, against);
  return {
    idType: answers.idType,
    lastName: normaliseName(answers.lastName),
    firstName: normaliseName(answers.firstName),
    noGivenName: answers.noGivenName,
    nameZh: answers.nameZh.trim() || null,
    email: answers.email.trim() || null,
    mobile: answers.mobile.trim() || null,
    consents: childConsents(answers.childKept),
    ...(!born.isRead && born.gender !== '' && { gender: born.gender, dob: born.dob }),
  };
}

function guardianOf({ name, idType, mobile, type }: GuardianAnswers) {
  return { name, idType, mobile, ...(type !== '' && { type }) };
}
