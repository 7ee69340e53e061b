import type { SavedCandidate } from '@exam/contract/entities';
import type { CheckedCandidate } from '@exam/contract/rules';
import { dobOf } from '#platform/birth';
import type { Tx } from '#platform/database';
import { checkGuardianConsents, keepGuardianConsents, type Keeping } from '../child-consent.ts';
import { presentCandidate } from '../present.ts';
import { insertCandidates } from '../store.ts';
import { keptUntil } from '../unagreed.ts';
import { readToday } from '../china-date.ts';

/**
 * Adds people whom the rules have passed to the account's list, all in the caller's transaction; who is in it already is
 * skipped (R-38).
 * @throws Refusal as `addCandidate` for children without their guardians' consent.
 * @returns those added, document numbers masked.
 */
export async function addCheckedCandidates(
  tx: Tx,
  keeping: Keeping,
  persons: readonly CheckedCandidate[],
): Promise<SavedCandidate[]> {
  const today = await readToday(tx);
  for (const person of persons) checkGuardianConsents(keeping, person, today);
  const added = await insertCandidates(tx, keeping.accountId, persons);
  const kept = added.map(({ candidate, guardian }) => ({
    id: candidate.id,
    person: { dob: dobOf('candidate', candidate), guardian },
  }));
  await keepGuardianConsents(tx, keeping, kept, today);
  const { accountId } = keeping;
  const ends = await keptUntil(tx, { accountId, ids: added.map(({ candidate }) => candidate.id) });
  return added.map((rows) => presentCandidate(rows, today, ends.get(rows.candidate.id) ?? null));
}
