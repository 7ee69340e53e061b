import { sql } from 'kysely';
import { inTransaction } from '#platform/database';
import { fileStore } from './storage.ts';

/** At most so many per run. */
const perRun = 200;

/**
 * Throws uploads away that nothing has used for 24 hours (S-18), and those of forms that no registration refers to any more. Run by a
 * cron; safe to repeat.
 */
export async function purgeUnused(): Promise<void> {
  const { rows } = await inTransaction((tx) =>
    sql<{ storage_key: string }>`
      delete from file where id in (
        select id from file where created_at < app_now() - interval '24 hours'
          and (used_by is null or used_by = 'form'
            and not exists (select from form_files_in_use used where used.form_files_id = file.object_id))
        order by created_at limit ${perRun} for update skip locked
      ) returning storage_key`.execute(tx),
  );
  for (const { storage_key: key } of rows) await fileStore().remove(key);
}
