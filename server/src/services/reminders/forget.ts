import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** Forgets that anybody was reminded of these things. */
export async function forgetReminders(tx: Tx, objectIds: readonly string[]): Promise<void> {
  await sql`delete from reminder where object_id = any(${[...objectIds]}::uuid[])`.execute(tx);
}
