import { addCheckedCandidates, type Keeping } from '#people/candidates';
import type { SavedCandidate } from '@exam/contract/entities';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { savable } from './check-rows.ts';
import { checkKept } from './preview.ts';
import { findImport, forgetImport } from './store.ts';

/**
 * Saves every right row of a previewed file at once and skips those marked as duplicates (R-38); the file is forgotten.
 * @throws Refusal NOT_FOUND for a file that is absent, over or another account's; IMPORT_NOTHING_TO_SAVE; CONSENT_INCOMPLETE,
 * CONSENT_OUTDATED where children under 14 are among them without their guardians' consent.
 */
export async function saveImport(tx: Tx, { keeping, id }: { keeping: Keeping; id: string }): Promise<SavedCandidate[]> {
  const { accountId } = keeping;
  const kept = await findImport(tx, { accountId, id, lock: true });
  if (!kept) refuse('NOT_FOUND');
  const persons = savable(await checkKept(tx, accountId, kept));
  if (persons.length === 0) refuse('IMPORT_NOTHING_TO_SAVE');
  const saved = await addCheckedCandidates(tx, keeping, persons);
  await forgetImport(tx, id);
  return saved;
}
