import { chinaDateOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import { ageClassOn, birthColumns, dobOf, type KeptBirth } from '#platform/birth';
import type { Tx } from '#platform/database';
import { seal } from '#platform/vault';

/**
 * Gender and birth date as the row of an application keeps them, and the classes of age on the two days that count.
 * @param now the instant of the submission; `examDate` China date.
 */
export function bornColumns(
  { id, accountId, gender, dob }: { id: string; accountId: string; gender: string; dob: string },
  { now, examDate }: { now: string; examDate: string },
) {
  const today = chinaDateOf(now);
  return {
    gender_sealed: seal(gender, { table: 'application', row: id, column: 'gender' }),
    ...birthColumns({ table: 'application', row: id, accountId }, { dob, today }),
    class_when_made: ageClassOn(dob, today),
    class_on_exam_day: ageClassOn(dob, examDate),
  };
}

type Moved = { sessionId: string; ids?: readonly string[]; examDate: string };
type Row = KeptBirth & { class: number | null };

/**
 * Notes the classes of age again after an exam moved to another day. The caller holds the session and the registrations that were there before;
 * one that somebody is just making is not waited for, for its maker waits for the session.
 * @param ids only these, where registrations moved and not their session.
 */
export async function renewAgeClasses(tx: Tx, { sessionId, ids, examDate }: Moved): Promise<void> {
  const { rows } = await sql<Row>`
    select application.id, dob_sealed, birth_year, class_on_exam_day as class from application
    where application.session_id = ${sessionId} and (${ids === undefined} or application.id = any(${[...(ids ?? [])]}::uuid[]))
      and anonymised_at is null
    order by application.id for no key update skip locked`.execute(tx);
  const changed = rows
    .map((row) => ({ id: row.id, before: row.class, now: ageClassOn(dobOf('application', row), examDate) }))
    .filter(({ before, now }) => before !== now);
  const [of, classes] = [changed.map(({ id }) => id), changed.map(({ now }) => now)];
  await sql`
    update application set class_on_exam_day = changed.class
    from unnest(${of}::uuid[], ${classes}::integer[]) as changed (id, class) where application.id = changed.id`.execute(
    tx,
  );
}
