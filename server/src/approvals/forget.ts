import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** Forgets in which words something was proposed and decided about things whose people are forgotten. That it was, and by whom, stays. */
export async function forgetWords(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update proposal set reason = '', decision_reason = null
    where object_id = any(${[...ids]}::uuid[]) and status <> 'Open'`.execute(tx);
}
