import { lastStart } from '@exam/contract/rules';
import { sql } from 'kysely';
import { isHeld, type Sweep } from '#holds';
import { readNow } from '#platform/clock';
import { inTransaction } from '#platform/database';
import { forgetFiles } from './forget.ts';

/** At most so many per run. */
const perRun = 200;

/** Uploads that nothing has used, and those of forms that no registration refers to any more: a day after they were sent (S-18). */
export const unusedUploads: Sweep = {
  class: 'unusedUpload',
  due: ({ border }) => sql`
    select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
      ${isHeld({ class: 'unusedUpload' })} as is_held
    from file
    where created_at <= ${border}::timestamptz
      and (used_by is null or used_by = 'form'
        and not exists (select from form_files_in_use used where used.form_files_id = file.object_id))`,
  forget: forgetFiles,
};

/**
 * Throws uploads away that nothing has used for 24 hours (S-18), unless their class is held. Run by a cron of its own, for a day is
 * short; safe to repeat.
 */
export async function purgeUnused(): Promise<void> {
  await inTransaction(async (tx) => {
    const now = await readNow(tx);
    const { rows } = await sql<{ id: string }>`
      select id from file where id in (
        select id from (${unusedUploads.due({ border: lastStart('unusedUpload', now), now })}) due
        where not is_held order by started limit ${perRun})
      for update skip locked`.execute(tx);
    await unusedUploads.forget(
      tx,
      rows.map(({ id }) => id),
    );
  });
}
