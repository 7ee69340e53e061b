import { liveApplicationStates } from '@exam/contract/machines';
import { chinaDateOf, leaveAfterMove } from '@exam/contract/rules';
import { sql } from 'kysely';
import { dobOf, type KeptBirth } from '#platform/birth';
import type { Tx } from '#platform/database';
import { type Actor, record } from '#platform/transition';
import { renewAgeClasses } from './submission/age-class.ts';

/** `ids`: only these, where not the session moved but registrations into it. */
type Moved = { sessionId: string; ids?: readonly string[]; examDate: string; actor: Actor };
type Row = KeptBirth & { leaveAlone: boolean | null; submittedAt: string };

/**
 * After its exam moved to another day or time: classes of age are noted again, and nobody leaves in a way that their age on that day does not allow: the guardian comes then, until the family has chosen again. The caller has the letters made again.
 * @returns whose choice was changed.
 */
export async function keepLeaveAllowed(tx: Tx, { sessionId, ids, examDate, actor }: Moved): Promise<string[]> {
  await renewAgeClasses(tx, { sessionId, examDate, ...(ids && { ids }) });
  const { rows } = await sql<Row>`
    select application.id, application.dob_sealed, application.birth_year, application.leave_alone as "leaveAlone",
      application.created_at as "submittedAt"
    from application
    where application.session_id = ${sessionId} and application.deleted_at is null
      and application.status = any(${[...liveApplicationStates]}::text[])
      and application.leave_alone is distinct from false
      and (${ids === undefined} or application.id = any(${[...(ids ?? [])]}::uuid[]))
      and exists (select from application_person person
        where person.application_id = application.id and person.role = 'Guardian'
        -- Each by its key: for a full session everybody's guardians would be read.
        offset 0)
    order by application.id for no key update`.execute(tx);
  const changed = rows
    .filter(
      (row) =>
        leaveAfterMove({
          dob: dobOf('application', row),
          leaveAlone: row.leaveAlone,
          examDate,
          submissionDate: chinaDateOf(row.submittedAt),
        }) !== row.leaveAlone,
    )
    .map((row) => row.id);
  if (changed.length === 0) return [];
  await sql`update application set leave_alone = false where id = any(${changed}::uuid[])`.execute(tx);
  for (const id of changed) await record(tx, { kind: 'application', id, event: 'resetLeave', actor });
  return changed;
}
