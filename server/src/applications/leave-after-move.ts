import { liveApplicationStates } from '@exam/contract/machines';
import { chinaDateOf, leaveAfterMove } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { type Actor, record } from '#platform/transition';

type Moved = { sessionId: string; examDate: string; actor: Actor };
type Row = { id: string; dob: string; leaveAlone: boolean | null; submittedAt: string };

/**
 * After its exam moved to another day, nobody leaves in a way that their age on that day does not allow: the guardian comes then, until
 * the family has chosen again. The caller has the letters made anew.
 * @returns whose choice was changed.
 */
export async function keepLeaveAllowed(tx: Tx, { sessionId, examDate, actor }: Moved): Promise<string[]> {
  const { rows } = await sql<Row>`
    select application.id, application.dob, application.leave_alone as "leaveAlone",
      application.created_at as "submittedAt"
    from application
    where application.session_id = ${sessionId} and application.deleted_at is null
      and application.status = any(${[...liveApplicationStates]}::text[])
      and application.leave_alone is distinct from false
      and exists (select from application_person person
        where person.application_id = application.id and person.role = 'Guardian')
    order by application.id for update`.execute(tx);
  const changed = rows
    .filter(
      (row) => leaveAfterMove({ ...row, examDate, submissionDate: chinaDateOf(row.submittedAt) }) !== row.leaveAlone,
    )
    .map((row) => row.id);
  if (changed.length === 0) return [];
  await sql`update application set leave_alone = false where id = any(${changed}::uuid[])`.execute(tx);
  for (const id of changed) await record(tx, { kind: 'application', id, event: 'resetLeave', actor });
  return changed;
}
