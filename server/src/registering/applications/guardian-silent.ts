import { letterStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import { unansweredFor } from '#people/guardians';
import type { Tx } from '#platform/database';
import type { NewItem } from '#office/work-items';

/** Days that a guardian has to answer before the office is told. */
const patientDays = 3;

/** Days before the exam until when the office has to have reached them: what the awarding body wants and the letter still fit in. */
const leadDays = 7;

/**
 * Paid registrations of children under 14 whose guardian was asked days ago and has not answered (PIPL 31): without an agreement there is neither
 * letter nor entry, and only somebody who rings them up can tell why. On the board until they answer, or the exam begins.
 */
export async function guardiansSilent(tx: Tx): Promise<Omit<NewItem, 'kind'>[]> {
  const { rows } = await sql<{ id: string; code: string; officeId: string; dueAt: string }>`
    select distinct on (application.id) application.id, application.code, session.office_id as "officeId",
      session.starts_at - make_interval(days => ${leadDays}) as "dueAt"
    from (${unansweredFor(patientDays)}) silent
    join application on application.id = silent.id
    join exam_session session on session.id = application.session_id
    where application.status = any(${[...letterStates]}::text[]) and session.starts_at > (select app_now())
    order by application.id`.execute(tx);
  return rows.map(({ id, code, officeId, dueAt }) => ({
    objectKind: 'application',
    objectId: id,
    officeId,
    dueAt,
    label: code,
  }));
}
