import type { Tx } from '#platform/database';
import type { Cron, Tasks } from '#platform/worker';
import { refuse } from '#platform/errors';
import { openCandidate, type OpenedCandidate } from './unseal.ts';
import { findCandidate } from './store.ts';
import { noteElsewhere } from './unagreed.ts';

export { routes } from './routes.ts';
export { staffRoutes } from './staff-routes.ts';
export { findSavedBy } from './staff-acts.ts';
export { addCheckedCandidates } from './check/add.ts';
export { type Keeping, keepingOf } from './child-consent.ts';
export { saveCandidate } from './save.ts';
export { hideCandidate, hideCandidates, idOnList, personKeyOf, personKeyOfSaved, savedPersonKeys } from './store.ts';
export { liftCandidate, lockForDeletion, restrictCandidate, type ToDelete } from './restrict.ts';
export { isUnagreed, lastTyped, unagreedSince } from './unagreed.ts';
export {
  forgetCandidates,
  forgetUnneeded,
  isCandidateHeld,
  isChildHeld,
  keepLastExam,
  lastUse,
  retention,
} from './retention.ts';
export { forgetWizardsNaming } from './wizards.ts';
export { readToday } from './china-date.ts';
export { maskedIdNo } from './unseal.ts';
export { openAny } from './open-any.ts';
export type { OpenedCandidate, OpenedGuardian } from './unseal.ts';

export const tasks: Tasks = { 'candidates.elsewhere': noteElsewhere };
export const crons: Cron[] = [{ task: 'candidates.elsewhere', match: '15 3 * * *' }];

/**
 * A saved candidate with every value opened, for the snapshot that an application keeps.
 * The candidate stays as it is until the transaction ends: a deletion that is asked for meanwhile waits, one that came first is seen.
 * @throws Refusal NOT_FOUND when it is absent, deleted or another account's (T8).
 */
export async function candidateForSubmission(
  tx: Tx,
  { accountId, candidateId }: { accountId: string; candidateId: string },
): Promise<OpenedCandidate> {
  const rows = await findCandidate(tx, { accountId, id: candidateId, lock: 'kept' });
  return rows ? openCandidate(rows) : refuse('NOT_FOUND');
}
