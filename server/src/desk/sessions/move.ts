import type { SessionPlanInput, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { maskMinors } from '#office/access';
import { keepLeaveAllowed, lettersAreOld, live, seated } from '#registering/applications';
import { audit } from '#office/audit';
import { countAgain, lockCounts } from '#desk/session-minimums';
import { choiceOfMove, openMove } from '#desk/session-moves';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { seesOffice, type StaffActor } from '#platform/staff-http';
import { record } from '#platform/transition';
import { changeSession, retimePapers } from '#offer/sessions';
import { type Problem, problemsOf, readKnown, refusePlan, sittingKey, valuesOf } from './check.ts';
import { papersOf, readPlan } from './plan.ts';
import { lockSessionWithPeople, type SessionRow } from './store.ts';

type Preview = z.output<StaffCalls['sessions.previewMove']['reply']>;
type Wish = z.output<StaffCalls['sessions.previewMove']['body']> & { id: string };
type Moving = z.output<StaffCalls['sessions.move']['body']> & { id: string };

/**
 * Dry run of a move (9.7): how many it concerns, what goes back if all of them choose it and until when they may, and who sits another exam
 * at that time. Locks nothing.
 * @throws Refusal as `moveSession`.
 */
export async function previewMove(tx: Tx, staff: StaffActor, wish: Wish): Promise<Preview> {
  const session = await lookAt(tx, staff, wish.id);
  const { after } = await planMove(tx, staff, { session, wish });
  const { rows } = await sql<Pick<Preview, 'registrations' | 'unpaid' | 'accounts'> & { paid: number }>`
    select count(*) filter (where application.status in ${seated})::integer as registrations,
      count(*) filter (where application.status = 'Submitted')::integer as unpaid,
      count(distinct application.account_id)::integer as accounts,
      coalesce(sum(paid.pay_amount) filter (where application.status in ${seated}), 0)::integer as paid
    from application left join application_paid paid on paid.application_id = application.id
    where application.session_id = ${wish.id} and application.deleted_at is null and application.status in ${live}`.execute(
    tx,
  );
  const { paid = 0, ...counts } = rows[0] ?? { registrations: 0, unpaid: 0, accounts: 0 };
  const chooseBy = await choiceOfMove(tx, {
    before: { examDate: session.exam_date },
    after: { examDate: after.exam_date, startsAt: after.starts_at },
  });
  const clashes = await clashesOf(tx, staff, { id: wish.id, startsAt: after.starts_at, endsAt: after.ends_at });
  return { ...counts, refundTotal: chooseBy === null ? 0 : paid, chooseBy, clashes, version: session.version };
}

/**
 * Moves a published session to another day, other times or another venue of its city. Everybody with a place is told and gets a new
 * letter; another day opens the refund in full for five working days (9.7). The window of registration stays.
 * @throws Refusal FIELDS under `examDate`, `papers.<n>.endTime`, `venueId`; SESSION_EXPIRED once it has begun; ILLEGAL_STATE when it is not
 *   published; VERSION_CONFLICT.
 */
export async function moveSession(
  tx: Tx,
  staff: StaffActor,
  { version, reason, ...wish }: Moving,
): Promise<{ id: string; version: number }> {
  const { id } = wish;
  await lockCounts(tx, [id]);
  const session = await lockSessionWithPeople(tx, staff, { id, version });
  const { plan, before, after } = await planMove(tx, staff, { session, wish });
  await openMove(tx, {
    sessionId: id,
    before: { examDate: session.exam_date, startTime: session.start_time, venueId: session.venue_id },
    after: {
      examDate: after.exam_date,
      startTime: after.start_time,
      venueId: after.venue_id,
      startsAt: after.starts_at,
    },
    reason,
    staff,
  });
  const made = await changeSession(tx, id, after);
  await retimePapers(tx, id, plan);
  if (session.starts_at !== after.starts_at)
    await keepLeaveAllowed(tx, { sessionId: id, examDate: after.exam_date, actor: { kind: 'staff', id: staff.id } });
  await lettersAreOld(tx, id);
  if (session.exam_date !== after.exam_date) await countAgain(tx, id);
  await record(tx, { kind: 'session', id, event: 'move', actor: { kind: 'staff', id: staff.id }, reason });
  await audit(tx, {
    staff,
    action: 'sessions.move',
    object: { kind: 'session', id },
    reason,
    before: placeOf(before),
    after: placeOf(plan),
  });
  return made;
}

function placeOf({ examDate, venueId, papers }: SessionPlanInput): object {
  return {
    examDate,
    venueId,
    papers: papers.map(({ subjectId, startTime, endTime }) => ({ subjectId, startTime, endTime })),
  };
}

async function lookAt(tx: Tx, staff: StaffActor, id: string): Promise<SessionRow> {
  const row = await tx.selectFrom('exam_session').selectAll().where('id', '=', id).executeTakeFirst();
  if (row?.booking_id !== null || !seesOffice(staff, row.office_id)) return refuse('NOT_FOUND');
  return row;
}

type Planning = { session: SessionRow; wish: Wish };
type Place = Pick<SessionRow, 'exam_date' | 'start_time' | 'end_time' | 'starts_at' | 'ends_at' | 'venue_id'>;

async function planMove(
  tx: Tx,
  staff: StaffActor,
  { session, wish }: Planning,
): Promise<{ before: SessionPlanInput; plan: SessionPlanInput; after: Place }> {
  if (session.status !== 'Published') refuse('ILLEGAL_STATE');
  if (session.starts_at <= (await readNow(tx))) refuse('SESSION_EXPIRED');
  const before = (await readPlan(tx, session.id)) ?? refuse('NOT_FOUND');
  const plan = await plannedBy(tx, before, wish);
  if (JSON.stringify(placeOf(plan)) === JSON.stringify(placeOf(before)))
    refusePlan([{ field: 'examDate', code: 'SESSION_NOT_MOVED' }]);
  const known = await readKnown(tx, staff, [plan]);
  if (known.venues.get(plan.venueId)?.cityId !== session.city_id)
    refusePlan([{ field: 'venueId', code: 'SESSION_ID_UNKNOWN' }]);
  const isSame = sittingKey(plan) === sittingKey(before);
  refusePlan(
    problemsOf(plan, known)
      .filter(({ code }) => concernsMove(code) && (code !== 'SESSION_EXISTS' || !isSame))
      .map(atMove),
  );
  const { exam_date, start_time, end_time, starts_at, ends_at, venue_id } = valuesOf(plan, known);
  return { before, plan, after: { exam_date, start_time, end_time, starts_at, ends_at, venue_id } };
}

/** Prices and sets stay as they are: what could be said against them is no reason against a move. */
function concernsMove(code: Problem['code']): boolean {
  return code !== 'TIERS_WRONG' && code !== 'LATE_STAGES_WRONG' && code !== 'SET_INCOMPLETE';
}

/** A move has no field for the window: a day before its end is the day's fault. */
function atMove(problem: Problem): Problem {
  return problem.field === 'publishEndAt' || problem.code === 'SUBJECT_NOT_VALID'
    ? { ...problem, field: 'examDate' }
    : problem;
}

async function plannedBy(tx: Tx, before: SessionPlanInput, wish: Wish): Promise<SessionPlanInput> {
  const own = await papersOf(tx, wish.id);
  for (const [at, { sessionSubjectId }] of wish.papers.entries())
    if (own.every((paper) => paper.sessionSubjectId !== sessionSubjectId))
      refusePlan([{ field: `papers.${at}`, code: 'SESSION_ID_UNKNOWN' }]);
  const times = new Map(wish.papers.map((paper) => [paper.sessionSubjectId, paper]));
  return {
    ...before,
    examDate: wish.examDate,
    venueId: wish.venueId ?? before.venueId,
    papers: before.papers.map((paper, at) => {
      const { startTime, endTime } = times.get(own[at]?.sessionSubjectId ?? '') ?? paper;
      return { ...paper, startTime, endTime };
    }),
  };
}

/** Whose other exam is at the new time, at most a hundred: told to staff, forbidden to nobody. */
async function clashesOf(
  tx: Tx,
  staff: StaffActor,
  { id, startsAt, endsAt }: { id: string; startsAt: string; endsAt: string },
): Promise<Preview['clashes']> {
  const { rows } = await sql<Preview['clashes'][number]>`
    select mine.id as "applicationId", mine.code, summary.candidate_name as "candidateName"
    from application mine join application_summary summary on summary.application_id = mine.id
    where mine.session_id = ${id} and mine.status in ${live} and exists (
      select from application other join exam_session place on place.id = other.session_id
      where other.person_key = mine.person_key and other.session_id <> ${id} and other.status in ${live}
        and place.starts_at < ${endsAt} and place.ends_at > ${startsAt})
    order by mine.code limit 100`.execute(tx);
  return await maskMinors(tx, staff, rows, ({ applicationId }) => applicationId);
}
