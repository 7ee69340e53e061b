import type { Gender, GuardianType, IdType } from '@exam/contract/entities';
import { unseal } from '#platform/vault';
import type { CandidateRow, CandidateRows, GuardianRow } from './store.ts';

/** A guardian with the values that are sealed at rest. */
export type OpenedGuardian = {
  name: string;
  idType: IdType;
  idNo: string;
  idNoMasked: string;
  mobile: string;
  type: GuardianType;
};

/** A candidate with the values that are sealed at rest: for a submission and for checking a change, never for an answer. */
export type OpenedCandidate = {
  id: string;
  personKey: Buffer;
  idType: IdType;
  idNo: string;
  idNoMasked: string;
  firstName: string;
  lastName: string;
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
    idNo: unseal(candidate.id_no_sealed, placeOf(candidate, 'id_no')),
    idNoMasked: candidate.id_no_masked,
    firstName: candidate.first_name,
    lastName: candidate.last_name,
    gender: candidate.gender,
    dob: candidate.dob,
    ...openContacts(candidate),
    guardian: guardian ? openGuardian(guardian) : null,
  };
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
    idNo: unseal(guardian.id_no_sealed, guardianPlace(guardian, 'id_no')),
    idNoMasked: guardian.id_no_masked,
    type: guardian.type,
  };
}

function placeOf(candidate: CandidateRow, column: string) {
  return { table: 'candidate', row: candidate.id, column };
}

function guardianPlace(guardian: GuardianRow, column: string) {
  return { table: 'candidate_guardian', row: guardian.id, column };
}
