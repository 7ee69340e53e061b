import { liveApplicationStates } from '@exam/contract/machines';
import { moveChoiceUntil } from '@exam/contract/rules';
import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { readWorkingCalendar } from '#office/working-days';

/** Where and when a sitting is: China date and times of day. */
export type Sitting = { examDate: string; startTime: string; venueId: string | null };

export type NewMove = {
  sessionId: string;
  before: Sitting;
  after: Sitting & { startsAt: string };
  reason: string;
  staff: { id: string; name: string };
};

/**
 * Writes down that a session moves, and whom it concerns with the times their own papers had. Call it before the session is changed,
 * which the caller has locked. Another day opens the choice of a full refund and ends one that an earlier move had opened (9.7). They are told by a job, a few at a
 * time, that begins when the caller commits.
 */
export async function openMove(tx: Tx, { sessionId, before, after, reason, staff }: NewMove): Promise<void> {
  const id = randomId();
  const movedAt = await readNow(tx);
  const move = { movedAt, previousDate: before.examDate, examDate: after.examDate, startsAt: after.startsAt };
  const chooseBy = moveChoiceUntil(move, await readWorkingCalendar(tx));
  await sql`
    insert into session_move (id, session_id, previous_date, previous_start_time, previous_venue_id, exam_date, start_time, venue_id,
      reason, moved_by, moved_by_name, moved_at, choose_by)
    values (${id}, ${sessionId}, ${before.examDate}, ${before.startTime}, ${before.venueId}, ${after.examDate}, ${after.startTime},
      ${after.venueId}, ${reason}, ${staff.id}, ${staff.name}, ${movedAt}, ${chooseBy})`.execute(tx);
  if (chooseBy !== null)
    await sql`
      update moved_registration moved set outcome = 'Overtaken', decided_at = ${movedAt}
      from session_move earlier, application
      where earlier.id = moved.move_id and earlier.choose_by is not null and moved.outcome is null
        and application.id = moved.application_id and application.session_id = ${sessionId}`.execute(tx);
  await sql`
    insert into moved_registration (move_id, application_id, previous_start_time)
    select ${id}, application.id, (
      select min(place.start_time) from application_paper paper
      join session_subject place on place.id = paper.session_subject_id where paper.application_id = application.id)
    from application
    where application.session_id = ${sessionId} and application.deleted_at is null
      and application.status = any(${[...liveApplicationStates]}::text[])`.execute(tx);
  await enqueue(tx, 'moves.tell', { moveId: id }, { jobKey: `move:${id}` });
}

/** Until when those who are registered could choose, were the session moved like this now; null where the day stays. */
export async function choiceOfMove(
  tx: Tx,
  { before, after }: { before: Pick<Sitting, 'examDate'>; after: { examDate: string; startsAt: string } },
): Promise<string | null> {
  const { examDate, startsAt } = after;
  const move = { movedAt: await readNow(tx), previousDate: before.examDate, examDate, startsAt };
  return moveChoiceUntil(move, await readWorkingCalendar(tx));
}
