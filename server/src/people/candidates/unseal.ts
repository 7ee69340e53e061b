import type { Gender, GuardianType, IdType } from '@exam/contract/entities';
import { maskIdNumber } from '@exam/contract/rules';
import { dobOf, genderOf } from '#platform/birth';
import { unseal } from '#platform/vault';
import type { CandidateRow, CandidateRows, GuardianRow } from './rows.ts';

/** A guardian with the values that are sealed at rest. */
export type OpenedGuardian = {
  name: string;
  idType: IdType;
  idNo: string;
  mobile: string;
  type: GuardianType;
};

/** A candidate with the values that are sealed at rest: for a submission and for checking a change, never for an answer. */
export type OpenedCandidate = {
  id: string;
  personKey: Buffer;
  idType: IdType;
  idNo: string;
  firstName: string;
  lastName: string;
  nameZh: string | null;
  gender: Gender;
  /** Date in China. */
  dob: string;
  email: string | null;
  /** E.164. */
  mobile: string | null;
  guardian: OpenedGuardian | null;
};

/** Opens every sealed value of a saved candidate and its guardian. */
export function openCandidate({ candidate, guardian }: CandidateRows): OpenedCandidate {
  return {
    id: candidate.id,
    personKey: candidate.person_key,
    idType: candidate.id_type,
    idNo: openIdNo(candidate),
    firstName: candidate.first_name,
    lastName: candidate.last_name,
    nameZh: openChineseName(candidate),
    gender: genderOf('candidate', candidate),
    dob: dobOf('candidate', candidate),
    ...openContacts(candidate),
    guardian: guardian ? openGuardian(guardian) : null,
  };
}

/** The name in Chinese characters, where it was given. */
export function openChineseName(candidate: Pick<CandidateRow, 'id' | 'name_zh_sealed'>): string | null {
  return candidate.name_zh_sealed && unseal(candidate.name_zh_sealed, placeOf(candidate, 'name_zh'));
}

/** What a list shows of a candidate's document number. Nothing of it is in clear (decision 0051). */
export function maskedIdNo(candidate: SealedNumber): string {
  return maskIdNumber(openIdNo(candidate));
}

/** The same of a guardian's. */
export function maskedGuardianIdNo(guardian: GuardianRow): string {
  return maskIdNumber(openGuardianIdNo(guardian));
}

type SealedNumber = Pick<CandidateRow, 'id' | 'id_no_sealed'>;

function openIdNo(candidate: SealedNumber): string {
  return unseal(candidate.id_no_sealed, placeOf(candidate, 'id_no'));
}

function openGuardianIdNo(guardian: GuardianRow): string {
  return unseal(guardian.id_no_sealed, guardianPlace(guardian, 'id_no'));
}

/** The contacts alone: what a list shows needs no document number. */
export function openContacts(candidate: CandidateRow): { email: string | null; mobile: string | null } {
  const open = (sealed: Buffer | null, column: string) => (sealed ? unseal(sealed, placeOf(candidate, column)) : null);
  return { email: open(candidate.email_sealed, 'email'), mobile: open(candidate.mobile_sealed, 'mobile') };
}

/** Name and mobile number of a guardian, without the document number. */
export function openGuardianContacts(guardian: GuardianRow): { name: string; mobile: string } {
  return {
    name: unseal(guardian.name_sealed, guardianPlace(guardian, 'name')),
    mobile: unseal(guardian.mobile_sealed, guardianPlace(guardian, 'mobile')),
  };
}

function openGuardian(guardian: GuardianRow): OpenedGuardian {
  return {
    ...openGuardianContacts(guardian),
    idType: guardian.id_type,
    idNo: openGuardianIdNo(guardian),
    type: guardian.type,
  };
}

function placeOf(candidate: Pick<CandidateRow, 'id'>, column: string) {
  return { table: 'candidate', row: candidate.id, column };
}

function guardianPlace(guardian: GuardianRow, column: string) {
  return { table: 'candidate_guardian', row: guardian.id, column };
}
