import { sql } from 'kysely';
import { forgetFiles } from '#files';
import type { Tx } from '#platform/database';

/** What was written, told, decided and worked on about things that go. */
export async function forgetWhatIsSaid(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows: proposals } = await sql<{ id: string }>`
    delete from proposal where object_id = any(${[...ids]}::uuid[]) returning id`.execute(tx);
  const things = sql`any(${[...ids, ...proposals.map(({ id }) => id)]}::uuid[])`;
  await sql`delete from history where object_id = ${things}`.execute(tx);
  await sql`delete from work_item where object_id = ${things}`.execute(tx);
  await sql`delete from note where object_id = ${things}`.execute(tx);
  await sql`delete from reminder where object_id = ${things}`.execute(tx);
  const { rows } = await sql<{
    id: string;
  }>`select id from file where object_id = ${things} and used_by = 'cancellation'`.execute(tx);
  await forgetFiles(
    tx,
    rows.map(({ id }) => id),
  );
}
