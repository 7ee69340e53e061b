import { postTestMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/database';
import { eachDue } from '#platform/each';
import { theSystem, transition } from '#platform/transition';
import { tellLapsed } from './notify.ts';

/** How many one batch takes, so that one run never holds the worker for long (C12). */
const perBatch = 200;

/** Ends drafts whose window is over (9.6 #7) and tells their owners. Run by a cron; safe to repeat. */
export async function lapseDrafts(): Promise<void> {
  await eachDue(
    (tx, tried) => draftsOver(tx, null, tried),
    ({ id }) => inTransaction((tx) => lapseDraft(tx, id)),
  );
}

async function draftsOver(tx: Tx, id: string | null, tried: readonly string[] = []): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select draft.id from post_test draft
    join post_test_window place on place.service_id = draft.service_id and place.series_id = draft.series_id
    where draft.status = 'Initiated' and draft.deleted_at is null and place.close_at < app_now()
      and (${id}::uuid is null or draft.id = ${id}::uuid) and draft.id <> all(${[...tried]}::uuid[])
    order by draft.id limit ${perBatch}`.execute(tx);
  return rows;
}

async function lapseDraft(tx: Tx, id: string): Promise<void> {
  await sql`select from post_test where id = ${id} for no key update`.execute(tx);
  if ((await draftsOver(tx, id)).length === 0) return;
  await transition(tx, postTestMachine, { table: 'post_test', kind: 'postTest', id, event: 'lapse', actor: theSystem });
  await tellLapsed(tx, id);
}
