import type { SavedCandidate } from '@exam/contract/entities';
import type { CheckedCandidate } from '@exam/contract/rules';
import type { Tx } from '#platform/database';
import { presentCandidate } from './present.ts';
import { insertCandidates } from './store.ts';
import { readToday } from './today.ts';

/**
 * Adds people whom the rules have passed to the account's list, all in the caller's transaction; who is in it already is
 * skipped.
 * @returns those added, document numbers masked.
 */
export async function addCheckedCandidates(
  tx: Tx,
  accountId: string,
  persons: readonly CheckedCandidate[],
): Promise<SavedCandidate[]> {
  const today = await readToday(tx);
  const added = await insertCandidates(tx, accountId, persons);
  return added.map((rows) => presentCandidate(rows, today));
}
