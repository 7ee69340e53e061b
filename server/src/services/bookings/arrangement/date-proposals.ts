import type { DateProposal } from '@exam/contract/entities';
import { chinaDateOf, leaveAfterMove } from '@exam/contract/rules';
import { type Selectable, sql } from 'kysely';
import { dobOf, type KeptBirth } from '#platform/birth';
import type { Tx } from '#platform/database';
import { readNow } from '#platform/clock';
import type { BookingDateProposalTable } from '#platform/tables/index';
import { type BookingRow, currentArrangement, type PaperRow } from '../store.ts';
import { seated } from '#registering/applications';

/** An exam of a paid booking that is still to be sat, and which paper of the arrangement it is. */
export type MovableExam = {
  /** Its place in the arrangement that counts. */
  paper: number;
  applicationId: string;
  personKey: Buffer;
  sessionId: string;
  subjectId: string;
  title: string;
  titleEn: string | null;
  cityId: string;
  venueId: string | null;
  /** When it begins and ends, as instants. */
  startsAt: string;
  endsAt: string;
  place: string;
  examDate: string;
  startTime: string;
  endTime: string;
  /** Whether a minor is to leave alone; the rule says from which age on the exam day that is allowed. */
  leaveAlone: boolean | null;
  submittedAt: string;
  publishEndAt: string;
  birth: KeptBirth;
};

/** What a proposal keeps of each exam: when it was then, when it would be, and the room it would take meanwhile. */
export type Redated = Pick<MovableExam, 'paper' | 'sessionId' | 'venueId' | 'place'> & {
  previousDate: string;
  previousStartTime: string;
  previousEndTime: string;
  examDate: string;
  startTime: string;
  endTime: string;
  startsAt: string;
  endsAt: string;
};

export type ProposalRow = Omit<Selectable<BookingDateProposalTable>, 'papers'> & { papers: Redated[] };

type Seated = Omit<MovableExam, 'paper' | 'cityId' | 'venueId' | 'place' | 'birth'> &
  Omit<KeptBirth, 'id'> & { status: string };

/**
 * The exams of a booking whose date may be changed: paid, not begun, and nobody asks to cancel one of them. Empty where there is none.
 * `lock` holds their registrations first, as whoever cancels one does.
 */
export async function movableExams(
  tx: Tx,
  booking: Pick<BookingRow, 'id' | 'status' | 'arrangement_version'>,
  { lock = false }: { lock?: boolean } = {},
): Promise<MovableExam[]> {
  if (booking.status !== 'Completed' || booking.arrangement_version === null) return [];
  if (lock)
    await sql`select from application where booking_id = ${booking.id} order by id for no key update`.execute(tx);
  const { rows } = await sql<Seated>`
    select application.id as "applicationId", application.status, application.person_key as "personKey", session.id as "sessionId",
      paper.subject_id as "subjectId", paper.title, paper.title_en as "titleEn", session.exam_date as "examDate",
      session.start_time as "startTime", session.end_time as "endTime", session.starts_at as "startsAt", session.ends_at as "endsAt", application.leave_alone as "leaveAlone",
      application.created_at as "submittedAt", session.publish_end_at as "publishEndAt", application.dob_sealed, application.birth_year
    from application
    join exam_session session on session.id = application.session_id and session.booking_id = application.booking_id
    join session_subject paper on paper.session_id = session.id
    where application.booking_id = ${booking.id} and application.deleted_at is null and session.starts_at > ${await readNow(tx)}
      and application.status in ${seated}
    order by session.starts_at, application.id`.execute(tx);
  if (rows.length === 0 || rows.some(({ status }) => status === 'RegisteredCancellationRequested')) return [];
  const left = new Set((await currentArrangement(tx, booking)).papers);
  return rows.flatMap(({ status: _status, dob_sealed, birth_year, ...exam }) => {
    const paper = [...left].find((each) => isOf(each, exam));
    if (!paper) return [];
    left.delete(paper);
    const birth = { id: exam.applicationId, dob_sealed, birth_year };
    const { sort, city_id: cityId, venue_id: venueId, place } = paper;
    return [{ ...exam, birth, paper: sort, cityId, venueId, place }];
  });
}

/** Papers that are the same in all of this are as good as each other. */
function isOf(paper: PaperRow, exam: Pick<Seated, 'title' | 'examDate' | 'startTime' | 'endTime'>): boolean {
  const isThen =
    paper.exam_date === exam.examDate && paper.start_time === exam.startTime && paper.end_time === exam.endTime;
  return paper.subject === exam.title && isThen;
}

/** Whether a proposal is still about the exams there are: none was cancelled or moved meanwhile. */
export function isStillMovable({ papers }: Pick<ProposalRow, 'papers'>, movable: readonly MovableExam[]): boolean {
  const key = (sessionId: string, date: string, start: string, end: string) => `${sessionId} ${date} ${start} ${end}`;
  const now = new Set(movable.map((exam) => key(exam.sessionId, exam.examDate, exam.startTime, exam.endTime)));
  return (
    papers.length === movable.length &&
    papers.every((each) =>
      now.has(key(each.sessionId, each.previousDate, each.previousStartTime, each.previousEndTime)),
    )
  );
}

/** The newest proposals of a booking. */
export async function proposalsOf(tx: Tx, bookingId: string): Promise<ProposalRow[]> {
  const rows = await tx
    .selectFrom('booking_date_proposal')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('proposed_at', 'desc')
    .limit(20)
    .execute();
  return rows.map((row) => ({ ...row, papers: row.papers as Redated[] }));
}

/** Whether a child who is to leave alone would be too young for that on a proposed day: the guardian would have to come. */
function resetsLeave({ papers }: ProposalRow, movable: readonly MovableExam[]): boolean {
  return papers.some(({ sessionId, examDate }) => {
    const exam = movable.find((each) => each.sessionId === sessionId);
    if (exam?.leaveAlone !== true) return false;
    const submissionDate = chinaDateOf(exam.submittedAt);
    return (
      leaveAfterMove({ leaveAlone: true, dob: dobOf('application', exam.birth), examDate, submissionDate }) !== true
    );
  });
}

/** A proposal as both sides read it; `titles` are those of the arrangement's papers. */
export function presentProposal(
  proposal: ProposalRow,
  { titles, movable }: { titles: readonly string[]; movable: readonly MovableExam[] },
): DateProposal {
  return {
    isLeaveReset: proposal.answer === null && resetsLeave(proposal, movable),
    id: proposal.id,
    papers: proposal.papers.map((each) => ({
      subject: titles[each.paper] ?? '',
      previousDate: each.previousDate,
      previousStartTime: each.previousStartTime,
      previousEndTime: each.previousEndTime,
      examDate: each.examDate,
      startTime: each.startTime,
      endTime: each.endTime,
    })),
    reason: proposal.reason,
    proposedAt: proposal.proposed_at,
    answerBy: proposal.answer_by,
    answer: proposal.answer,
    answeredAt: proposal.answered_at,
  };
}
