import { addCheckedCandidates } from '#candidates';
import type { SavedCandidate } from '@exam/contract/entities';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { savable } from './check-rows.ts';
import { checkKept } from './preview.ts';
import { findImport, forgetImport } from './store.ts';

/**
 * Saves every right row of a previewed file at once and skips those marked as duplicates; the file is forgotten.
 * @throws Refusal NOT_FOUND for a file that is absent, over or another account's; IMPORT_NOTHING_TO_SAVE.
 */
export async function saveImport(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<SavedCandidate[]> {
  const kept = await findImport(tx, { accountId, id, lock: true });
  if (!kept) refuse('NOT_FOUND');
  const persons = savable(await checkKept(tx, accountId, kept));
  if (persons.length === 0) refuse('IMPORT_NOTHING_TO_SAVE');
  const saved = await addCheckedCandidates(tx, accountId, persons);
  await forgetImport(tx, id);
  return saved;
}
