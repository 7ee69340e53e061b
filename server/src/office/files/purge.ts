import { lastStart } from '@exam/contract/rules';
import { sql } from 'kysely';
import { isHeld, journalErasure, type Sweep, waitForHolds } from '#office/holds';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { manyAtOnce, type Wanted } from '#platform/each';
import { forgetFiles } from './forget.ts';

/** SQL: whose answers a file of a form (`file`) belonged to, as long as they are known: lines that were taken out of the cart. */
const answersWith = sql`
  select person_key, session_id from application where form_files_id = file.object_id and anonymised_at is null
  union all select person_key, null from booking where form_files_id = file.object_id and anonymised_at is null`;

/** How many one transaction takes. */
const atOnce = 200;

/** SQL: whether nothing uses an upload (`file`): it was never used, or with a form that no registration refers to any more. */
export const isUnused = sql`(file.used_by is null or file.used_by = 'form'
  and not exists (select from form_files_in_use used where used.form_files_id = file.object_id))`;

/** Uploads that nothing has used, and those of forms that no registration refers to any more: a day after they were sent (S-18). */
export const unusedUploads: Sweep = {
  class: 'unusedUpload',
  due: ({ border }) => sql`
    select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
      ${isHeld({ class: 'unusedUpload', personKey: sql`any(select answers.person_key from (${answersWith}) answers)`, session: sql`select answers.session_id from (${answersWith}) answers` })} as is_held
    from file
    where created_at <= ${border}::timestamptz
      and ${isUnused}`,
  forget: forgetFiles,
};

/**
 * Throws uploads away that nothing has used for 24 hours (S-18), unless their class is held. Run by a cron of its own, for a day is
 * short; safe to repeat.
 */
export async function purgeUnused(): Promise<void> {
  await manyAtOnce({ take: takeUnused, work: purge, atOnce });
}

type Unused = { id: string; started: string };

async function takeUnused(tx: Tx, { most, but }: Wanted): Promise<Unused[]> {
  await waitForHolds(tx);
  const now = await readNow(tx);
  const { rows } = await sql<Unused>`
    select due.id, due.started from file
    join (select id, started from (${unusedUploads.due({ border: lastStart('unusedUpload', now), now })}) found
      where not is_held and id <> all(${[...but]}::uuid[]) order by started limit ${most}) due on due.id = file.id
    order by due.started for update of file skip locked`.execute(tx);
  return rows;
}

async function purge(tx: Tx, unused: readonly Unused[]): Promise<void> {
  await unusedUploads.forget(
    tx,
    unused.map(({ id }) => id),
  );
  await journalErasure(tx, unusedUploads.class, unused);
}
