import { proposalMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { inTransaction } from '#platform/database';
import { theSystem, transitionAll } from '#platform/transition';
import { closeItem } from '#worklist';

/** Ends the proposals that nobody decided in seven days; what they asked for is not done. */
export async function lapseProposals(): Promise<void> {
  await inTransaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from proposal where status = 'Open' and expires_at <= app_now() order by id limit 500`.execute(tx);
    const ids = rows.map((row) => row.id);
    const change = { table: 'proposal', kind: 'proposal', event: 'lapse', actor: theSystem, ids } as const;
    const lapsed = await transitionAll(tx, proposalMachine, change);
    for (const { id } of lapsed) {
      await sql`update proposal set decided_at = app_now() where id = ${id}`.execute(tx);
      await closeItem(tx, { kind: 'secondPersonNeeded', objectId: id });
    }
  });
}
