import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { enqueueAll } from '#platform/outbox';
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

const payload = z.object({ storageKey: z.string() });

/** The job behind `forgetFiles`; removing what is gone already does nothing. */
export async function removeBytes(given: unknown): Promise<void> {
  await fileStore().remove(payload.parse(given).storageKey);
}
