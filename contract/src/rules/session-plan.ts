import { addDays, instantOf, millisecondsBetween, weekdayOf } from './china-date.ts';
import type { ChinaDate, ChinaTime, Instant } from './china-date.ts';

/** Stages of late entry in their order. */
export const lateStages = ['Early', 'Standard', 'Late1', 'Late2'] as const;
export type LateStage = (typeof lateStages)[number];

/** A paper of a session as staff plan it; fees in fen, times of day in China, stages as instants. */
export interface PaperPlan {
  subjectId: string;
  startTime: ChinaTime;
  endTime: ChinaTime;
  localFee: number;
  boardFee: number;
  vat: number;
  tierFees: readonly { from: number; to: number | null; localFee: number }[];
  lateCharges: readonly { stage: LateStage; fee: number; startAt: Instant; endAt: Instant }[];
}

/** What of a session can be checked without asking anybody. */
export interface SessionPlan {
  examDate: ChinaDate;
  publishStartAt: Instant;
  publishEndAt: Instant;
  papers: readonly PaperPlan[];
}

/** A field of a plan and the code of what is wrong with it. */
export type PlanProblem = { field: string; code: PlanRefusal };
export type PlanRefusal =
  | 'SESSION_DATE_PAST'
  | 'SESSION_WINDOW'
  | 'SESSION_TIMES'
  | 'SUBJECT_TWICE'
  | 'TIERS_WRONG'
  | 'LATE_STAGES_WRONG';

/** From the first paper's start to the last one's end, times of day in China. */
export function sittingOf(papers: readonly Pick<PaperPlan, 'startTime' | 'endTime'>[]): {
  startTime: ChinaTime;
  endTime: ChinaTime;
} {
  const starts = papers.map(({ startTime }) => startTime).sort();
  const ends = papers.map(({ endTime }) => endTime).sort();
  return { startTime: starts[0] ?? '00:00', endTime: ends.at(-1) ?? '00:00' };
}

/**
 * Everything wrong with a session's plan that its own values tell (9.7 publish): dates in order, papers that end after they begin,
 * no subject twice, tiers and stages of late entry that follow one another without a gap.
 */
export function planProblems(plan: SessionPlan, now: Instant): PlanProblem[] {
  const startsAt = instantOf(plan.examDate, sittingOf(plan.papers).startTime);
  const problems: PlanProblem[] = [];
  if (startsAt <= now) problems.push({ field: 'examDate', code: 'SESSION_DATE_PAST' });
  if (plan.publishStartAt >= plan.publishEndAt || plan.publishEndAt > startsAt)
    problems.push({ field: 'publishEndAt', code: 'SESSION_WINDOW' });
  for (const [at, paper] of plan.papers.entries())
    for (const { field, code } of paperProblems(paper, plan.publishEndAt))
      problems.push({ field: `papers.${at}.${field}`, code });
  const ids = plan.papers.map(({ subjectId }) => subjectId);
  if (new Set(ids).size < ids.length) problems.push({ field: 'papers', code: 'SUBJECT_TWICE' });
  return problems;
}

/** What is wrong with one paper of a session whose registration ends at a moment; fields without the paper's own path. */
export function paperProblems(paper: Omit<PaperPlan, 'subjectId'>, publishEndAt: Instant): PlanProblem[] {
  const problems: PlanProblem[] = [];
  if (paper.startTime >= paper.endTime) problems.push({ field: 'endTime', code: 'SESSION_TIMES' });
  if (!areTiersRight(paper)) problems.push({ field: 'tierFees', code: 'TIERS_WRONG' });
  if (!areStagesRight(paper.lateCharges) || !doStagesReach(paper.lateCharges, publishEndAt))
    problems.push({ field: 'lateCharges', code: 'LATE_STAGES_WRONG' });
  return problems;
}

/** Each tier begins where the one before ends, the last may be open, and none is dearer than the fee itself. */
function areTiersRight({ tierFees, localFee }: Pick<PaperPlan, 'tierFees' | 'localFee'>): boolean {
  return tierFees.every(({ from, to, localFee: fee }, at) => {
    const before = tierFees[at - 1];
    const follows = before === undefined || (before.to !== null && from === before.to + 1);
    return follows && from >= 1 && (to === null || to >= from) && fee <= localFee;
  });
}

/** In the table's order, one beginning when the one before ends (a second later at most), none empty. */
function areStagesRight(stages: PaperPlan['lateCharges']): boolean {
  return stages.every(({ stage, startAt, endAt }, at) => {
    const before = stages[at - 1];
    if (startAt >= endAt) return false;
    if (before === undefined) return true;
    const gap = millisecondsBetween(before.endAt, startAt);
    return lateStages.indexOf(stage) > lateStages.indexOf(before.stage) && gap >= 0 && gap <= 1000;
  });
}

/**
 * Whether the stages of late entry, where there are any, go on until registration ends: behind the last of them nothing would be charged
 * again (R-59, 5.5).
 */
export function doStagesReach(stages: PaperPlan['lateCharges'], publishEndAt: Instant): boolean {
  const last = stages.at(-1);
  return last === undefined || last.endAt >= publishEndAt;
}

/** The most sessions that are made at once. */
export const sessionsAtOnce = 500;

/** Sessions by a pattern: on these days of the week between two dates, at each of these venues. */
export interface SessionPattern {
  from: ChinaDate;
  to: ChinaDate;
  /** 0 = Sunday ... 6 = Saturday. */
  weekdays: readonly number[];
  venueIds: readonly string[];
  /** No session on a public holiday. */
  skipsHolidays: boolean;
  opensDaysBefore: number;
  opensAt: ChinaTime;
  closesDaysBefore: number;
  closesAt: ChinaTime;
  /** The dear stage of late entry; null for none. */
  late: { daysBefore: number; fee: number } | null;
  papers: readonly Omit<PaperPlan, 'lateCharges'>[];
}

/** One session of a pattern. */
export type PatternSession = SessionPlan & { venueId: string };

/**
 * The sessions of a pattern in order of date and venue; registration opens and closes a set number of days before each exam, and late entry
 * follows the standard stage without a gap. At most `sessionsAtOnce` + 1, so that the caller can tell that there are too many.
 */
export function sessionsOfPattern(pattern: SessionPattern, isHoliday: (date: ChinaDate) => boolean): PatternSession[] {
  const sessions: PatternSession[] = [];
  for (let date = pattern.from; date <= pattern.to; date = addDays(date, 1)) {
    if (!pattern.weekdays.includes(weekdayOf(date)) || (pattern.skipsHolidays && isHoliday(date))) continue;
    for (const venueId of pattern.venueIds) {
      sessions.push({ ...planOn(date, pattern), venueId });
      if (sessions.length > sessionsAtOnce) return sessions;
    }
  }
  return sessions;
}

function planOn(date: ChinaDate, pattern: SessionPattern): SessionPlan {
  const publishStartAt = instantOf(addDays(date, -pattern.opensDaysBefore), pattern.opensAt);
  const publishEndAt = instantOf(addDays(date, -pattern.closesDaysBefore), pattern.closesAt);
  const lateCharges = stagesOf(pattern.late, { date, publishStartAt, publishEndAt });
  return {
    examDate: date,
    publishStartAt,
    publishEndAt,
    papers: pattern.papers.map((paper) => ({ ...paper, lateCharges })),
  };
}

type Window = { date: ChinaDate; publishStartAt: Instant; publishEndAt: Instant };

function stagesOf(
  late: SessionPattern['late'],
  { date, publishStartAt, publishEndAt }: Window,
): PaperPlan['lateCharges'] {
  if (late === null) return [];
  const lateFrom = instantOf(addDays(date, -late.daysBefore));
  return [
    { stage: 'Standard', fee: 0, startAt: publishStartAt, endAt: lateFrom },
    { stage: 'Late1', fee: late.fee, startAt: lateFrom, endAt: publishEndAt },
  ];
}

/** A session's plan on another day: the window and the stages of late entry move by as many days as the exam does. */
export function movedPlan<Plan extends SessionPlan>(
  plan: Plan,
  { examDate, days }: { examDate: ChinaDate; days: number },
): Plan {
  const moved = (at: Instant): Instant => new Date(Date.parse(at) + days * 86_400_000).toISOString();
  return {
    ...plan,
    examDate,
    publishStartAt: moved(plan.publishStartAt),
    publishEndAt: moved(plan.publishEndAt),
    papers: plan.papers.map((paper) => ({
      ...paper,
      lateCharges: paper.lateCharges.map((each) => ({
        ...each,
        startAt: moved(each.startAt),
        endAt: moved(each.endAt),
      })),
    })),
  };
}
