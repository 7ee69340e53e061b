import { instantOf } from '@exam/contract/rules';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database';
import type { ExamSessionTable } from '#platform/tables/index';

type Changes = Partial<Omit<Selectable<ExamSessionTable>, 'id' | 'status' | 'version' | 'registered'>>;

/** Writes values of a session that is locked and counts its version up. @returns what its next writer must name. */
export async function changeSession(tx: Tx, id: string, changes: Changes): Promise<{ id: string; version: number }> {
  const { version } = await tx
    .updateTable('exam_session')
    .set((row) => ({ ...changes, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return { id, version };
}

type Times = { examDate: string; papers: readonly { subjectId: string; startTime: string; endTime: string }[] };

/** Gives the papers of a locked session their times on its day; date and times of day are China's. */
export async function retimePapers(tx: Tx, sessionId: string, { examDate, papers }: Times): Promise<void> {
  const rows = papers.map(({ subjectId, startTime, endTime }) => ({
    subjectId,
    startTime,
    endTime,
    startsAt: instantOf(examDate, startTime),
    endsAt: instantOf(examDate, endTime),
  }));
  await sql`
    update session_subject place set start_time = paper."startTime", end_time = paper."endTime", starts_at = paper."startsAt",
      ends_at = paper."endsAt"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as paper("subjectId" uuid, "startTime" text, "endTime" text, "startsAt" timestamptz, "endsAt" timestamptz)
    where place.session_id = ${sessionId} and place.subject_id = paper."subjectId"`.execute(tx);
}
