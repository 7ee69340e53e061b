import type { SavedCandidate } from '@exam/contract/entities';
import type { Reply } from '@exam/contract/client';
import { ageOn, candidateAgeType, isMinor } from '@exam/contract/rules';
import { openContacts, openGuardianContacts } from './opened.ts';
import type { CandidateRows, GuardianRow } from './store.ts';

/**
 * A saved candidate for its owner: document numbers masked, age type as of today.
 * @param today date in China.
 */
export function presentCandidate({ candidate, guardian }: CandidateRows, today: string): SavedCandidate {
  return {
    id: candidate.id,
    candidateId: candidate.id,
    idType: candidate.id_type,
    idNo: candidate.id_no_masked,
    gender: candidate.gender,
    firstName: candidate.first_name,
    lastName: candidate.last_name,
    ...openContacts(candidate),
    dob: candidate.dob,
    candidateAgeType: candidateAgeType(ageOn(candidate.dob, today)),
    isMinor: isMinor(candidate.dob, today),
    guardianModel: guardian ? presentGuardian(guardian) : null,
    createdAt: candidate.created_at,
  };
}

function presentGuardian(guardian: GuardianRow): NonNullable<SavedCandidate['guardianModel']> {
  return {
    id: guardian.id,
    idType: guardian.id_type,
    idNo: guardian.id_no_masked,
    ...openGuardianContacts(guardian),
    type: guardian.type,
    candidateId: guardian.candidate_id,
  };
}

/** A row of the picker (S-13). Nothing sealed is opened for it. */
export function presentPickerRow(
  { candidate, guardian }: CandidateRows,
  today: string,
): Reply<'candidate.all'>[number] {
  return {
    id: candidate.id,
    firstName: candidate.first_name,
    lastName: candidate.last_name,
    idType: candidate.id_type,
    idNo: candidate.id_no_masked,
    candidateAgeType: candidateAgeType(ageOn(candidate.dob, today)),
    isMinor: isMinor(candidate.dob, today),
    dob: candidate.dob,
    hasGuardian: guardian !== null,
  };
}
