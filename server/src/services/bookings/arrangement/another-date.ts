import { bookableRange, chinaDateOf, dateAnswerUntil, instantOf, isRealDate } from '@exam/contract/rules';
import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { keepLeaveAllowed, letterMailsAreOld, lettersAreOld, live } from '#registering/applications';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import type { StaffActor } from '#platform/staff-http';
import { type Actor, record, theSystem } from '#platform/transition';
import { changeSession, lockSessions, retimePapers } from '#offer/sessions';
import { readWorkingCalendar } from '#office/working-days';
import { checkSlots, rearrange } from './arrangement.ts';
import {
  isStillMovable,
  type MovableExam,
  movableExams,
  type ProposalRow,
  proposalsOf,
  type Redated,
} from './date-proposals.ts';
import { auditBooking, type Seen, withBooking } from '../staff-acts.ts';
import { isServiceDay } from './service-dates.ts';
import { type BookingRow, lockBooking, ownBooking } from '../store.ts';
import { tellDate } from '../notify.ts';

type Wish = Omit<z.output<StaffCalls['bookings.proposeDate']['body']>, 'version'>;
type Answer = NonNullable<ProposalRow['answer']>;

/**
 * Proposes another date for the exams of a paid booking that are still to be sat; nothing changes until the family agrees (decision 0044).
 * @throws Refusal NOT_FOUND, VERSION_CONFLICT; ILLEGAL_STATE when none may be moved, one that may is not named, or a proposal is open;
 *   FIELDS under `papers.<n>`; SLOT_TAKEN.
 */
export async function proposeDate(staff: StaffActor, { reason, papers: wished, ...seen }: Seen & Wish): Promise<void> {
  await withBooking(staff, seen, async (tx, booking) => {
    const movable = await movableExams(tx, booking, { lock: true });
    const byWish = wished.map(({ sessionId }) => movable.find((exam) => exam.sessionId === sessionId));
    if (movable.length === 0 || new Set(byWish).size !== movable.length || byWish.length !== movable.length)
      refuse('ILLEGAL_STATE');
    if (await openProposal(tx, booking.id)) refuse('ILLEGAL_STATE');
    const papers = byWish.map((exam, at) => redated(exam ?? refuse('ILLEGAL_STATE'), wished[at] ?? refuse('INTERNAL')));
    const answerBy = await checkDates(tx, booking, papers);
    await checkPerson(tx, papers, movable);
    await checkSlots(
      tx,
      booking.id,
      papers.map((paper) => ({ ...paper, testDate: paper.examDate })),
    );
    const now = await readNow(tx);
    const id = randomId();
    await sql`
      insert into booking_date_proposal (id, booking_id, papers, reason, proposed_by, proposed_by_name, proposed_at, answer_by)
      values (${id}, ${booking.id}, ${JSON.stringify(papers)}, ${reason}, ${staff.id}, ${staff.name}, ${now}, ${answerBy})`.execute(
      tx,
    );
    await countUp(tx, booking.id);
    await record(tx, { kind: 'booking', id: booking.id, event: 'proposeDate', actor: actorOf(staff), reason });
    const [before, after] = [papers.map(timeBefore), papers.map(timeAfter)];
    await auditBooking(tx, staff, booking, {
      action: 'bookings.proposeDate',
      reason,
      before: { papers: before },
      after: { papers: after },
    });
    await tellDate(tx, { kind: 'bookingDateProposed', booking, proposal: { id, papers, answer_by: answerBy } });
  });
}

/**
 * Takes a proposal back that the family has not answered: the date stays.
 * @throws Refusal NOT_FOUND, VERSION_CONFLICT; ILLEGAL_STATE when none is open.
 */
export async function takeBackDate(staff: StaffActor, seen: Seen): Promise<void> {
  await withBooking(staff, seen, async (tx, booking) => {
    const proposal = (await openProposal(tx, booking.id)) ?? refuse('ILLEGAL_STATE');
    await close(tx, proposal, { answer: 'TakenBack', actor: actorOf(staff) });
    await auditBooking(tx, staff, booking, { action: 'bookings.takeBackDate' });
    await tellDate(tx, { kind: 'bookingDateKept', booking, proposal });
  });
}

/**
 * The family agrees to the other date, and the exams move at once; or it keeps the date there is, and nothing changes.
 * @throws Refusal NOT_FOUND for another's; ILLEGAL_STATE when the proposal was answered, taken back or is over, or an exam of it was
 *   cancelled or moved meanwhile.
 */
export async function answerDate({
  accountId,
  bookingId,
  proposalId,
  isAgreed,
}: {
  accountId: string;
  bookingId: string;
  proposalId: string;
  isAgreed: boolean;
}): Promise<void> {
  const actor = { kind: 'candidate', id: accountId } as const;
  await inTransaction(async (tx) => {
    const booking = await ownBooking(tx, { id: bookingId, accountId, lock: true });
    const proposal = await openProposal(tx, bookingId);
    if (proposal?.id !== proposalId || proposal.answer_by <= (await readNow(tx))) return refuse('ILLEGAL_STATE');
    if (!isAgreed) return await close(tx, proposal, { answer: 'Declined', actor });
    const movable = await movableExams(tx, booking, { lock: true });
    if (!isStillMovable(proposal, movable)) return refuse('ILLEGAL_STATE');
    await moveExams(tx, { proposal, movable, actor });
    await rearrange(tx, booking, { change: timesIn(proposal), staffId: proposal.proposed_by });
    await close(tx, proposal, { answer: 'Agreed', actor });
    await tellDate(tx, { kind: 'bookingDateAgreed', booking, proposal });
  });
}

/** Proposals that nobody answered in time, without those that this run has tried. */
export async function dueToLapse(tx: Tx, tried: readonly string[]): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select proposal.id from booking_date_proposal proposal join booking on booking.id = proposal.booking_id
    where proposal.answer is null and proposal.answer_by <= ${await readNow(tx)} and booking.restricted_at is null
      and proposal.id <> all(${[...tried]}::uuid[])
    order by proposal.answer_by, proposal.id limit 100`.execute(tx);
  return rows;
}

/** Ends a proposal that nobody answered: the date stays. */
export async function lapseDate(tx: Tx, proposalId: string): Promise<void> {
  const { booking_id: bookingId } = await tx
    .selectFrom('booking_date_proposal')
    .select('booking_id')
    .where('id', '=', proposalId)
    .executeTakeFirstOrThrow();
  const booking = await lockBooking(tx, bookingId);
  const proposal = await openProposal(tx, bookingId);
  if (proposal?.id !== proposalId) return;
  await close(tx, proposal, { answer: 'Lapsed', actor: theSystem });
  if (isStillMovable(proposal, await movableExams(tx, booking)))
    await tellDate(tx, { kind: 'bookingDateKept', booking, proposal });
}

const actorOf = (staff: StaffActor) => ({ kind: 'staff', id: staff.id }) as const;
const timeBefore = (each: Redated) => ({
  examDate: each.previousDate,
  startTime: each.previousStartTime,
  endTime: each.previousEndTime,
});
const timeAfter = ({ examDate, startTime, endTime }: Redated) => ({ examDate, startTime, endTime });

/** What the family is asked about another date, and has not answered. */
export async function openProposal(tx: Tx, bookingId: string): Promise<ProposalRow | undefined> {
  return (await proposalsOf(tx, bookingId)).find(({ answer }) => answer === null);
}

function redated(exam: MovableExam, { examDate, startTime, endTime }: Wish['papers'][number]): Redated {
  const { paper, sessionId, venueId, place } = exam;
  return {
    paper,
    sessionId,
    venueId,
    place,
    previousDate: exam.examDate,
    previousStartTime: exam.startTime,
    previousEndTime: exam.endTime,
    examDate,
    startTime,
    endTime,
    startsAt: isRealDate(examDate) ? instantOf(examDate, startTime) : '',
    endsAt: isRealDate(examDate) ? instantOf(examDate, endTime) : '',
  };
}

const events = {
  Agreed: 'agreeDate',
  Declined: 'declineDate',
  TakenBack: 'takeBackDate',
  Lapsed: 'lapseDate',
} as const satisfies Record<Answer, string>;

async function close(
  tx: Tx,
  proposal: ProposalRow,
  { answer, actor }: { answer: Answer; actor: Actor },
): Promise<void> {
  const { id, booking_id: bookingId } = proposal;
  const now = await readNow(tx);
  await tx.updateTable('booking_date_proposal').set({ answer, answered_at: now }).where('id', '=', id).execute();
  await countUp(tx, bookingId);
  await record(tx, { kind: 'booking', id: bookingId, event: events[answer], actor });
}

/** Counts the version of a booking up that staff look at (S-1). */
export async function countUp(tx: Tx, bookingId: string): Promise<void> {
  await tx
    .updateTable('booking')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', bookingId)
    .execute();
}

/** @returns until when the family may answer. */
async function checkDates(tx: Tx, booking: BookingRow, papers: readonly Redated[]): Promise<string> {
  const now = await readNow(tx);
  const place = { productId: booking.product_id, officeId: booking.office_id };
  const problems: Record<string, string> = {};
  for (const [at, paper] of papers.entries()) {
    if (paper.startsAt === '') problems[`papers.${at}.examDate`] = 'INVALID_FORMAT';
    else if (paper.startsAt <= now) problems[`papers.${at}.examDate`] = 'ARRANGEMENT_DATE_PAST';
    else if (isTooLate(paper, chinaDateOf(now)) || !(await isServiceDay(tx, place, paper.examDate)))
      problems[`papers.${at}.examDate`] = 'SERVICE_DATE_CLOSED';
    if (paper.endTime <= paper.startTime) problems[`papers.${at}.endTime`] = 'ARRANGEMENT_TIMES';
  }
  const isSame = JSON.stringify(papers.map(timeBefore)) === JSON.stringify(papers.map(timeAfter));
  if (isSame) problems['papers.0.examDate'] = 'DATE_NOT_CHANGED';
  if (Object.keys(problems).length > 0) refuseFields(problems);
  const dates = papers.flatMap(({ previousDate, examDate }) => [previousDate, examDate]);
  const calendar = await readWorkingCalendar(tx);
  const answerBy = dateAnswerUntil({ today: chinaDateOf(now), dates }, calendar);
  if (answerBy <= now) refuseFields({ 'papers.0.examDate': 'PROPOSAL_TOO_LATE' });
  return answerBy;
}

/** No later than anybody may ask for today, or than the exam is now (R-67, decision 0044). */
function isTooLate({ examDate, previousDate }: Redated, today: string): boolean {
  return examDate > previousDate && examDate > bookableRange(today, 0).latest;
}

/** Nobody is asked to sit two exams at a time: not two of these, nor one of these and another registration of the same person. */
async function checkPerson(tx: Tx, papers: readonly Redated[], movable: readonly MovableExam[]): Promise<void> {
  const own = papers.map(({ sessionId }) => sessionId);
  const problems: Record<string, string> = {};
  for (const [at, { startsAt, endsAt, sessionId }] of papers.entries()) {
    const isTwice = papers.some(
      (other) => other.sessionId !== sessionId && other.startsAt < endsAt && other.endsAt > startsAt,
    );
    const { rows } = await sql`
      select from application other join exam_session session on session.id = other.session_id
      where other.person_key = ${movable[0]?.personKey ?? null} and other.deleted_at is null
        and other.status in ${live}
        and session.id <> all(${own}::uuid[]) and session.starts_at < ${endsAt} and session.ends_at > ${startsAt} limit 1`.execute(
      tx,
    );
    if (isTwice || rows.length > 0) problems[`papers.${at}.startTime`] = 'PERSON_SITS_THEN';
  }
  if (Object.keys(problems).length > 0) refuseFields(problems);
}

const timesIn =
  ({ papers }: ProposalRow) =>
  (sort: number) => {
    const to = papers.find(({ paper }) => paper === sort);
    return (
      to && {
        exam_date: to.examDate,
        start_time: to.startTime,
        end_time: to.endTime,
        starts_at: to.startsAt,
        ends_at: to.endsAt,
      }
    );
  };

type Moving = { proposal: ProposalRow; movable: readonly MovableExam[]; actor: Actor };

/** Letters, calendar files, reminders, door lists and the deadlines of refunds follow the sessions, as when a session moves (9.7). */
async function moveExams(tx: Tx, { proposal: { papers }, movable, actor }: Moving): Promise<void> {
  await lockSessions(
    tx,
    papers.map(({ sessionId }) => sessionId),
  );
  for (const { sessionId, examDate, startTime, endTime, startsAt, endsAt } of papers) {
    const times = { start_time: startTime, end_time: endTime, starts_at: startsAt, ends_at: endsAt };
    const { subjectId, applicationId, publishEndAt } =
      movable.find((exam) => exam.sessionId === sessionId) ?? refuse('INTERNAL');
    // Registration cannot end after the exam has begun.
    const publish_end_at = publishEndAt < startsAt ? publishEndAt : startsAt;
    await changeSession(tx, sessionId, { exam_date: examDate, ...times, publish_end_at });
    await retimePapers(tx, sessionId, { examDate, papers: [{ subjectId, startTime, endTime }] });
    await keepLeaveAllowed(tx, { sessionId, examDate, actor });
    await lettersFollow(tx, { sessionId, applicationId });
    await record(tx, { kind: 'session', id: sessionId, event: 'move', actor });
  }
}

/** The letter of a booked exam, and the mail of it, are made again. */
export async function lettersFollow(
  tx: Tx,
  { sessionId, applicationId }: Pick<MovableExam, 'sessionId' | 'applicationId'>,
): Promise<void> {
  await lettersAreOld(tx, sessionId);
  await letterMailsAreOld(tx, [applicationId]);
  await enqueue(tx, 'letters.plan', { applicationId }, { jobKey: `letter:${applicationId}` });
}
