import type {
  ArrangementChange,
  BookingProcessStatus,
  BookingStatus,
  PendingPaymentStatus,
  SubjectInfo,
  UniversityStep,
} from '../entities/booking.ts';
import { universityStepIds } from '../entities/booking.ts';
import { addDays, addMonths, chinaDateOf } from './china-date.ts';
import type { ChinaDate, Instant } from './china-date.ts';
import type { WorkingCalendar } from './working-days.ts';

/** Which process and pending statuses a filter value stands for (R-61, 9.3). */
export const bookingStandings: Readonly<
  Record<BookingStatus, { process: readonly BookingProcessStatus[]; pending: PendingPaymentStatus | null }>
> = {
  Submitted: { process: ['Initiated', 'Drafted'], pending: null },
  ToBeConfirmed: { process: ['Confirming'], pending: null },
  ToBeConfirmedRejected: { process: ['Confirming'], pending: 'Rejected' },
  ToBeConfirmedUpdate: { process: ['Confirming'], pending: 'Updated' },
  Processing: { process: ['Processing'], pending: null },
  Completed: { process: ['Completed'], pending: null },
  Withdrawn: { process: ['WithdrawnBeforeArrangement'], pending: null },
  Cancelled: { process: ['CancelledBeforeArrangement'], pending: null },
};

/** The filter value of a booking: one of eight, whatever its standing. */
export function bookingStatusOf(process: BookingProcessStatus, pending: PendingPaymentStatus | null): BookingStatus {
  switch (process) {
    case 'Initiated':
    case 'Drafted':
      return 'Submitted';
    case 'Confirming':
      if (pending === null) return 'ToBeConfirmed';
      return pending === 'Rejected' ? 'ToBeConfirmedRejected' : 'ToBeConfirmedUpdate';
    case 'CancelledBeforeArrangement':
      return 'Cancelled';
    case 'WithdrawnBeforeArrangement':
      return 'Withdrawn';
    default:
      return process;
  }
}

/** What one version of an arrangement says, as far as versions are compared. */
export interface ComparedArrangement {
  payEndDate: Instant;
  subjectInfos: readonly SubjectInfo[];
}

const comparedFields = ['subject', 'city', 'venue', 'testDate', 'startTime', 'endTime', 'total'] as const;

/** What staff changed from one version of an arrangement to the next, paper by paper in their order; nothing equal is listed. */
export function arrangementChanges(before: ComparedArrangement, after: ComparedArrangement): ArrangementChange[] {
  const longer = Math.max(before.subjectInfos.length, after.subjectInfos.length);
  const changes: ArrangementChange[] = [];
  for (let paper = 0; paper < longer; paper++) {
    changes.push(...paperChanges(paper, before.subjectInfos[paper], after.subjectInfos[paper]));
  }
  if (before.payEndDate !== after.payEndDate) {
    changes.push({ field: 'payEndDate', paper: null, before: before.payEndDate, after: after.payEndDate });
  }
  return changes;
}

function paperChanges(paper: number, before?: SubjectInfo, after?: SubjectInfo): ArrangementChange[] {
  if (!before) return [{ field: 'paperAdded', paper, before: null, after: after?.subject ?? null }];
  if (!after) return [{ field: 'paperRemoved', paper, before: before.subject, after: null }];
  const [old, now] = [comparedValues(before), comparedValues(after)];
  return comparedFields.flatMap((field) =>
    old[field] === now[field] ? [] : [{ field, paper, before: old[field], after: now[field] }],
  );
}

function comparedValues({
  venue,
  total,
  ...paper
}: SubjectInfo): Record<(typeof comparedFields)[number], string | null> {
  return { ...paper, total: String(total), venue: venue?.name ?? null };
}

/** What the timeline of the university process depends on. */
export interface UniversityFacts {
  submittedAt: Instant;
  expectedDate: ChinaDate;
  /** When the arrangement was first issued; null before. */
  confirmedAt: Instant | null;
  firstExamDate: ChinaDate | null;
  payEndAt: Instant | null;
  paidAt: Instant | null;
  /** When the letter may be printed; null while unknown: unpaid, or without a venue. */
  letterFrom: Instant | null;
  /** The candidate has sent the arrangement back: it is worked on again, and nothing can be paid. */
  isSentBack: boolean;
  now: Instant;
}

/**
 * The five steps of the university exam process with the state of each: consent four weeks before the exam,
 * request, timetable two to three weeks before, payment by its deadline, letter from its day. Only a day that is known is named. The first that is not done is current.
 */
export function universityTimeline(facts: UniversityFacts, calendar: WorkingCalendar): UniversityStep[] {
  const exam = facts.firstExamDate ?? facts.expectedDate;
  const hasLetter = facts.letterFrom !== null && facts.letterFrom <= facts.now;
  const doneAt: Record<UniversityStep['step'], Instant | null> = {
    consent: facts.submittedAt,
    submit: facts.submittedAt,
    timetable: facts.isSentBack ? null : facts.confirmedAt,
    pay: facts.paidAt,
    letter: hasLetter ? facts.letterFrom : null,
  };
  const due: Record<UniversityStep['step'], ChinaDate | null> = {
    consent: addDays(exam, -28),
    submit: addDays(exam, -28),
    timetable: facts.isSentBack ? null : addDays(exam, -14),
    pay: facts.isSentBack ? null : facts.payEndAt === null ? calendar.sub(exam, 5) : chinaDateOf(facts.payEndAt),
    letter: facts.letterFrom === null ? null : chinaDateOf(facts.letterFrom),
  };
  const current = universityStepIds.find((step) => doneAt[step] === null);
  return universityStepIds.map((step) => ({
    step,
    state: doneAt[step] !== null ? 'done' : step === current ? 'current' : 'upcoming',
    at: doneAt[step],
    due: due[step],
  }));
}

/** The dates that may be asked for today: from `leadDays` from today to three months from today, both included. */
export function bookableRange(today: ChinaDate, leadDays: number): { earliest: ChinaDate; latest: ChinaDate } {
  return { earliest: addDays(today, leadDays), latest: addMonths(today, 3) };
}

/** Whether a course's title is Chinese and its English one missing: English pages, letters and messages carry English titles. */
export function lacksEnglishTitle(paper: { subject: string; subjectEn?: string | null | undefined }): boolean {
  return /\p{Script=Han}/u.test(paper.subject) && (paper.subjectEn ?? '').trim() === '';
}
