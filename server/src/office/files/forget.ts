import { sql } from 'kysely';
import * as z from 'zod/mini';
import { reading, type Tx } from '#platform/database';
import { enqueue, enqueueAll } from '#platform/outbox';
import { fileStore } from './storage.ts';

/** Forgets files for good: their rows at once, with the keys that open them; the sealed bytes once the transaction has committed. */
export async function forgetFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from file where id = any(${[...ids]}::uuid[]) returning storage_key`.execute(tx);
  if (rows.length === 0) return;
  await enqueueAll(
    tx,
    rows.map(({ storage_key: storageKey }) => ({ task: 'files.remove', payload: { storageKey } })),
  );
}

/** Forgets the files that were used for these things: by the kind of use, such as `cancellation`, and the thing's id. */
export async function forgetFilesOf(tx: Tx, usedBy: string, objectIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from file where used_by = ${usedBy} and object_id = any(${[...objectIds]}::uuid[])`.execute(tx);
  await forgetFiles(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Removes the halves of files that were on their way when their process was killed; safe to repeat. */
export async function removeHalves(): Promise<void> {
  await fileStore().removeHalves();
}

const payload = z.object({ storageKey: z.string() });

/** The job behind `forgetFiles`; removing what is gone already does nothing. */
export async function removeBytes(given: unknown): Promise<void> {
  await fileStore().remove(payload.parse(given).storageKey);
}

/** Has the bytes of an upload removed unless an hour later a row knows of them: whatever it was that ended it, and whenever they came to the store. */
export async function sweepLater(tx: Tx, storageKey: string): Promise<void> {
  // The real hour: a moved clock hurries no upload.
  const { rows } = await sql<{ at: string }>`select now() + interval '1 hour' as at`.execute(tx);
  await enqueue(tx, 'files.sweep', { storageKey }, { runAt: rows[0]?.at });
}

/** The job behind `sweepLater`. */
export async function sweepBytes(given: unknown): Promise<void> {
  const { storageKey } = payload.parse(given);
  const row = await reading((tx) =>
    tx.selectFrom('file').select('id').where('storage_key', '=', storageKey).executeTakeFirst(),
  );
  if (!row) await fileStore().remove(storageKey);
}
