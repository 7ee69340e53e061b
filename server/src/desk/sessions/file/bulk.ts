import { isHoliday } from './holidays.ts';
import { sessionsAtOnce, sessionsOfPattern } from '@exam/contract/rules';
import { fieldMessage, type Language } from '@exam/contract/messages';
import type { SessionPatternInput, SessionPlanInput, SessionPreviewRow, StaffCalls } from '@exam/contract/staff';
import type * as z from 'zod/mini';
import { venueNamesOf } from './names.ts';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { problemsOf, readKnown, sittingKey, type Known } from '../check.ts';

export type Preview = z.output<StaffCalls['sessions.previewPattern']['reply']>;
export type Reader = { staff: StaffActor; language: Language };

/** A row to look at: a plan, or what could not even be read. */
export type Candidate = {
  row: number;
  plan: SessionPlanInput | null;
  shown: { examDate: string; venueName: string; subjectCodes: string };
  problems: { field: string; code: string }[];
};

/**
 * Dry run of a pattern: each session it would make with everything wrong with it; nothing is written.
 * @throws Refusal TOO_MANY_SESSIONS (412).
 */
export async function previewPattern(tx: Tx, reader: Reader, pattern: SessionPatternInput): Promise<Preview> {
  const holidays = await isHoliday(tx, pattern);
  const planned = sessionsOfPattern(pattern, holidays);
  if (planned.length > sessionsAtOnce) refuse('TOO_MANY_SESSIONS', { limit: sessionsAtOnce });
  const { productId, seat, seatPer, isHot, noticeEn, noticeZh } = pattern;
  const rows = planned.map((session, at) => ({
    row: at + 1,
    plan: { productId, seat, seatPer, isHot, noticeEn, noticeZh, ...mutable(session) },
    shown: { examDate: session.examDate, venueName: '', subjectCodes: '' },
    problems: [],
  }));
  return await preview(tx, reader, rows);
}

type Planned = ReturnType<typeof sessionsOfPattern>[number];

function mutable({ papers, ...session }: Planned) {
  return {
    ...session,
    papers: papers.map((paper) => ({
      ...paper,
      tierFees: [...paper.tierFees],
      lateCharges: [...paper.lateCharges],
    })),
  };
}

/** Checks rows as `createSessions` will, each against what exists and against the rows before it. */
export async function preview(tx: Tx, reader: Reader, rows: readonly Candidate[]): Promise<Preview> {
  const plans = rows.flatMap(({ plan }) => plan ?? []);
  const known = await readKnown(tx, reader.staff, plans);
  const names = await venueNamesOf(tx, reader.language, [...known.venues.keys()]);
  const seen = new Set<string>();
  const checked = rows.map((row): SessionPreviewRow => {
    const problems = [...row.problems, ...(row.plan ? problemsHere(row.plan, { known, seen }) : [])];
    const { plan } = row;
    return {
      row: row.row,
      plan,
      examDate: row.shown.examDate,
      venueName: (plan ? names.get(plan.venueId) : undefined) ?? row.shown.venueName,
      subjectCodes: plan ? codesOf(plan, known) : row.shown.subjectCodes,
      problems: problems.map((problem) => ({ ...problem, message: fieldMessage(reader.language, problem.code) })),
    };
  });
  const faulty = checked.filter(({ problems }) => problems.length > 0).length;
  return { rows: checked, good: checked.length - faulty, faulty };
}

type Looking = { known: Known; seen: Set<string> };

function problemsHere(plan: SessionPlanInput, { known, seen }: Looking): Candidate['problems'] {
  const key = sittingKey(plan);
  const problems: Candidate['problems'] = problemsOf(plan, known);
  if (seen.has(key)) problems.push({ field: 'examDate', code: 'SESSION_EXISTS' });
  seen.add(key);
  return problems;
}

function codesOf({ papers }: SessionPlanInput, { subjects }: Known): string {
  return papers
    .flatMap(({ subjectId }) => subjects.get(subjectId)?.code ?? [])
    .join(', ')
    .slice(0, 200);
}
