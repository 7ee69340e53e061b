import { lastStart } from '@exam/contract/rules';
import { sql } from 'kysely';
import { isHeld } from '#holds';
import { readNow } from '#platform/clock';
import { inTransaction } from '#platform/database';
import { forgetFiles } from './forget.ts';

/** At most so many per run. */
const perRun = 200;

/**
 * Throws uploads away that nothing has used for 24 hours (S-18), and those of forms that no registration refers to any more, unless
 * their class is held. Run by a cron of its own, for a day is short; safe to repeat.
 */
export async function purgeUnused(): Promise<void> {
  await inTransaction(async (tx) => {
    const border = lastStart('unusedUpload', await readNow(tx));
    const { rows } = await sql<{ id: string }>`
      select id from file where created_at <= ${border}::timestamptz
        and (used_by is null or used_by = 'form'
          and not exists (select from form_files_in_use used where used.form_files_id = file.object_id))
        and not ${isHeld({ class: 'unusedUpload' })}
      order by created_at limit ${perRun} for update skip locked`.execute(tx);
    await forgetFiles(
      tx,
      rows.map(({ id }) => id),
    );
  });
}
