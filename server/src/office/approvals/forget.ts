import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { forgetReasons } from '#platform/history';

/** Forgets in which words something was proposed and decided about things whose people are forgotten. That it was, and by whom, stays. */
export async function forgetWords(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update proposal set reason = '', decision_reason = null
    where object_id = any(${[...ids]}::uuid[]) and status <> 'Open' returning id`.execute(tx);
  await forgetReasons(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Forgets what was proposed about things that are gone. @returns the ids of the proposals. */
export async function forgetProposals(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from proposal where object_id = any(${[...ids]}::uuid[]) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
