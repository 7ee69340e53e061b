import { proposalMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/database';
import { eachDue } from '#platform/each';
import { theSystem, transitionAll } from '#platform/transition';
import { closeItem } from '#office/work-items';

/** Ends the proposals that nobody decided in seven days; what they asked for is not done. */
export async function lapseProposals(): Promise<void> {
  await eachDue(overdue, ({ id }) => inTransaction((tx) => lapse(tx, id)));
}

async function overdue(tx: Tx, tried: readonly string[]): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from proposal where status = 'Open' and expires_at <= app_now() and id <> all(${[...tried]}::uuid[])
    order by id limit 500`.execute(tx);
  return rows;
}

async function lapse(tx: Tx, id: string): Promise<void> {
  const change = { table: 'proposal', kind: 'proposal', event: 'lapse', actor: theSystem, ids: [id] } as const;
  const lapsed = await transitionAll(tx, proposalMachine, change);
  if (lapsed.length === 0) return;
  await sql`update proposal set decided_at = app_now() where id = ${id}`.execute(tx);
  await closeItem(tx, { kind: 'secondPersonNeeded', objectId: id });
}
