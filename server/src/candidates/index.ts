import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { openCandidate, type OpenedCandidate } from './opened.ts';
import { findCandidate } from './store.ts';

export { routes } from './routes.ts';
export { staffRoutes } from './staff-routes.ts';
export { findSavedBy } from './desk.ts';
export { addCheckedCandidates } from './add-checked.ts';
export { saveCandidate } from './save.ts';
export { hasCandidates, hideCandidates, personKeyOf, personKeyOfSaved, savedPersonKeys } from './store.ts';
export { liftCandidate, lockForDeletion, restrictCandidate, type ToDelete } from './restrict.ts';
export { forgetCandidates, retention } from './retention.ts';
export { readToday } from './today.ts';
export type { OpenedCandidate, OpenedGuardian } from './opened.ts';

/**
 * A saved candidate with every value opened, for the snapshot that an application keeps.
 * @throws Refusal NOT_FOUND when it is absent, deleted or another account's (T8).
 */
export async function candidateForSubmission(
  tx: Tx,
  { accountId, candidateId }: { accountId: string; candidateId: string },
): Promise<OpenedCandidate> {
  const rows = await findCandidate(tx, { accountId, id: candidateId });
  return rows ? openCandidate(rows) : refuse('NOT_FOUND');
}
