import { postTestMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { inTransaction } from '#platform/database';
import { theSystem, transition } from '#platform/transition';
import { tellLapsed } from './tell.ts';

/** At most so many per run, so that one run never holds the worker for long (C12). */
const perRun = 200;

/** Ends drafts whose window is over (9.6 #7) and tells their owners. Run by a cron; safe to repeat. */
export async function lapseDrafts(): Promise<void> {
  await inTransaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select draft.id from post_test draft
      join post_test_window place on place.service_id = draft.service_id and place.series_id = draft.series_id
      where draft.status = 'Initiated' and draft.deleted_at is null and place.close_at < app_now()
      order by draft.id limit ${perRun} for update of draft skip locked`.execute(tx);
    for (const { id } of rows) {
      await transition(tx, postTestMachine, {
        table: 'post_test',
        kind: 'postTest',
        id,
        event: 'lapse',
        actor: theSystem,
      });
      await tellLapsed(tx, id);
    }
  });
}
