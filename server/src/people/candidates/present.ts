import type { SavedCandidate } from '@exam/contract/entities';
import type { Reply } from '@exam/contract/client';
import { ageOn, candidateAgeType, isMinor } from '@exam/contract/rules';
import { dobOf, genderOf } from '#platform/birth';
import { maskedGuardianIdNo, maskedIdNo, openChineseName, openContacts, openGuardianContacts } from './unseal.ts';
import type { CandidateRows, GuardianRow } from './rows.ts';

/**
 * A saved candidate for its owner: document numbers masked, age type as of today.
 * @param today date in China.
 * @param keptUntil for a child whose guardian has not agreed, until when they stay.
 */
export function presentCandidate(
  { candidate, guardian }: CandidateRows,
  today: string,
  keptUntil: string | null,
): SavedCandidate {
  const dob = dobOf('candidate', candidate);
  return {
    id: candidate.id,
    candidateId: candidate.id,
    idType: candidate.id_type,
    idNo: maskedIdNo(candidate),
    gender: genderOf('candidate', candidate),
    firstName: candidate.first_name,
    lastName: candidate.last_name,
    nameZh: openChineseName(candidate),
    ...openContacts(candidate),
    dob,
    candidateAgeType: candidateAgeType(ageOn(dob, today)),
    isMinor: isMinor(dob, today),
    guardianModel: guardian ? presentGuardian(guardian) : null,
    createdAt: candidate.created_at,
    keptUntil,
  };
}

function presentGuardian(guardian: GuardianRow): NonNullable<SavedCandidate['guardianModel']> {
  return {
    id: guardian.id,
    idType: guardian.id_type,
    idNo: maskedGuardianIdNo(guardian),
    ...openGuardianContacts(guardian),
    type: guardian.type,
    candidateId: guardian.candidate_id,
  };
}

/** A row of the picker (S-13). */
export function presentPickerRow(
  { candidate, guardian }: CandidateRows,
  today: string,
): Reply<'candidate.all'>[number] {
  const dob = dobOf('candidate', candidate);
  return {
    id: candidate.id,
    firstName: candidate.first_name,
    lastName: candidate.last_name,
    nameZh: openChineseName(candidate),
    idType: candidate.id_type,
    idNo: maskedIdNo(candidate),
    candidateAgeType: candidateAgeType(ageOn(dob, today)),
    isMinor: isMinor(dob, today),
    dob,
    hasGuardian: guardian !== null,
  };
}
