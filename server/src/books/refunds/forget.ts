import { sql } from 'kysely';
import { forgetFilesOf } from '#office/files';
import type { Tx } from '#platform/database';

/** The ids of the refunds of orders. */
export async function refundIdsOf(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from refund where order_id = any(${[...orderIds]}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Forgets what was noted on refunds; their sums stay. */
export async function forgetNotesOfRefunds(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update refund set note = null where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Forgets refunds as a whole, with their papers, after whatever points to them. */
export async function forgetRefunds(tx: Tx, ids: readonly string[]): Promise<void> {
  await forgetFilesOf(tx, 'refund', ids);
  await sql`delete from refund where id = any(${[...ids]}::uuid[])`.execute(tx);
}
