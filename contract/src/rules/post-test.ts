import type {
  ComponentRule,
  MarkOutcome,
  PostTestKind,
  PostTestStatement,
  WindowStatus,
} from '../entities/post-test.ts';
import { ageOn } from './ages.ts';
import { instantOf } from './china-date.ts';
import type { ChinaDate, ChinaTime, Instant } from './china-date.ts';
import { chinaDateOf } from './china-date.ts';
import { isCurrentTick, type TickedConsent } from './consents.ts';
import type { WorkingCalendar } from './working-days.ts';
import { halfWidth } from './writing.ts';

/** The version of the post-test statements now shown; a changed word needs a new one. */
export const postTestConsentVersion = '2026-12';

/** How many components a request may have. */
export const maxPostTestComponents = 20;

/** The ages of late cash-in, both included. */
export const lateCashInAges = { from: 5, to: 18 } as const;

/** Why fields of a post-test request are refused. */
export const postTestRefusals = [
  'CANDIDATE_NUMBER',
  'POST_TEST_AGE',
  'GUARDIAN_NOT_SAVED',
  'MANDATORY_MODULE',
  'TOO_MANY_COMPONENTS',
  'COMPONENT_NOT_OFFERED',
  'CASH_IN_CODE_NOT_OFFERED',
  'SERVICE_WINDOW_CLOSED',
  'SERVICE_WINDOW_NOT_OPEN',
  'PREREQUISITE_NOT_DONE',
  'UCI_MERGE_NEEDED',
  'UCI_SAME_TWICE',
  'PLACE_NOT_CONFIRMED',
  'CENTRE_NOT_OFFERED',
] as const;
export type PostTestRefusal = (typeof postTestRefusals)[number];

/** What a request of each service consists of (3-domain 4.1, 4.2). */
export function componentRuleOf(kind: PostTestKind): ComponentRule {
  if (kind === 'uciMerge') return 'none';
  return kind === 'lateCashIn' ? 'award' : 'some';
}

const statements: Readonly<Record<PostTestKind, readonly PostTestStatement[]>> = {
  clericalCheck: ['markMayFall'],
  clericalCheckWithScript: ['markMayFall', 'scriptToCandidate'],
  review: ['markMayFall'],
  reviewWithScript: ['markMayFall', 'scriptToCandidate'],
  priorityReview: ['markMayFall'],
  scriptCopy: ['scriptToCandidate'],
  priorityScriptCopy: ['scriptToCandidate'],
  centreScript: ['scriptToCentre'],
  lateCashIn: ['lateCashIn'],
  uciMerge: ['uciMerge'],
};

/** The statements a service asks for: its own, and that the data goes to the awarding body (3-domain 6.2). */
export function postTestStatementsOf(kind: PostTestKind): readonly PostTestStatement[] {
  return [...statements[kind], 'passToBody'];
}

/** The statements that are missing, or were ticked in an old version; empty when all are there. */
export function missingPostTestConsents(
  kind: PostTestKind,
  ticked: readonly TickedConsent[],
  recipient: { version: number } | null,
): PostTestStatement[] {
  const now = { version: postTestConsentVersion, recipient };
  const current = new Set(ticked.filter((each) => isCurrentTick(each, now)).map((each) => each.statementId));
  return postTestStatementsOf(kind).filter((statement) => !current.has(statement));
}

/** Whether a service has an outcome per component: a mark that was looked at again (9.6 #12). */
export function hasMarkOutcome(kind: PostTestKind): boolean {
  return statements[kind].includes('markMayFall');
}

/** Where a moment is in a window; both ends belong to it (R-85, 9.6 #7). */
export function windowStatusAt(window: { openFrom: Instant; closeAt: Instant }, now: Instant): WindowStatus {
  if (now < window.openFrom) return 'upcoming';
  return now > window.closeAt ? 'closed' : 'open';
}

/** How many working days before the awarding body closes candidates must have asked (3-domain 4.1). */
export const askDaysBefore = 2;

/** The last moment at which a candidate may ask: 17:00, two working days before the awarding body closes (3-domain 4.1). */
export function latestCloseAt(calendar: WorkingCalendar, boardCloseAt: Instant, time: ChinaTime = '17:00'): Instant {
  return instantOf(calendar.sub(chinaDateOf(boardCloseAt), askDaysBefore), time);
}

/** A candidate number of a centre: four digits, not 0000 (3-domain 4.3). Gives it as stored, or null. */
export function readCandidateNumber(raw: string): string | null {
  const number = halfWidth(raw).replace(/\s/g, '');
  return /^\d{4}$/.test(number) && number !== '0000' ? number : null;
}

/** Whether a centre number is one: five digits, or two letters and three digits (3-domain 4.3). */
export function isCentreNumber(code: string): boolean {
  return /^(\d{5}|[A-Z]{2}\d{3})$/.test(code);
}

/** Whether the code of a component or unit is one (3-domain 4.2). */
export function isComponentCode(code: string): boolean {
  return /^[A-Z0-9]{4,7}(\/[A-Z0-9]{1,3})?$/.test(code);
}

/** Whether a cash-in code is one (3-domain 4.2). */
export function isCashInCode(code: string): boolean {
  return /^[A-Z0-9]{4,6}$/.test(code);
}

/** Whether a candidate born on `dob` is of the ages a service is for: completed years today, both ends included. */
export function isOfServiceAge(dob: ChinaDate, ages: { from: number; to: number } | null, today: ChinaDate): boolean {
  if (ages === null) return true;
  const age = ageOn(dob, today);
  return age >= ages.from && age <= ages.to;
}

/** A component as the catalogue knows it. */
export interface CatalogueComponent {
  id: string;
  levelIds: readonly string[];
  /** What it cannot be asked for: multiple choice is not looked at again, works of art are not copied (3-domain 4.1). */
  traits: readonly ComponentTrait[];
  /** The services that always take it. */
  mandatoryIn: readonly PostTestKind[];
}

export const componentTraits = ['multipleChoice', 'artDesign'] as const;
export type ComponentTrait = (typeof componentTraits)[number];

const withScript: readonly PostTestKind[] = ['clericalCheckWithScript', 'reviewWithScript'];

/**
 * Whether a component can be asked for with a service at a level: it belongs to the level, is no multiple choice paper unless only the
 * script is wanted or an award is cashed in, and is no work of art where the script comes with it (3-domain 4.1).
 */
export function isComponentOffered(component: CatalogueComponent, kind: PostTestKind, levelId: string | null): boolean {
  if (levelId !== null && !component.levelIds.includes(levelId)) return false;
  if (componentRuleOf(kind) !== 'some') return componentRuleOf(kind) === 'award';
  if (component.traits.includes('multipleChoice') && hasMarkOutcome(kind)) return false;
  return !(component.traits.includes('artDesign') && withScript.includes(kind));
}

/**
 * What is wrong with the chosen components of a request; null when nothing is. `offered` is what the service offers at the level. A
 * mandatory one cannot be missing once any is chosen, and none means the person has not come so far yet.
 */
export function componentsRefusal(
  kind: PostTestKind,
  chosen: readonly string[],
  offered: readonly { id: string; isMandatory: boolean }[],
): PostTestRefusal | 'REQUIRED_FIELD' | null {
  const rule = componentRuleOf(kind);
  if (chosen.length > maxPostTestComponents) return 'TOO_MANY_COMPONENTS';
  if (rule === 'none') return chosen.length === 0 ? null : 'COMPONENT_NOT_OFFERED';
  const known = new Set(offered.map(({ id }) => id));
  if (chosen.some((id) => !known.has(id))) return 'COMPONENT_NOT_OFFERED';
  if (chosen.length === 0) return rule === 'award' ? null : 'REQUIRED_FIELD';
  return offered.some(({ id, isMandatory }) => isMandatory && !chosen.includes(id)) ? 'MANDATORY_MODULE' : null;
}

/** Whether a row of the payment list may be taken out: no mandatory component, and never the award itself. */
export function isRowRemovable(row: { componentId: string | null; isMandatory: boolean }): boolean {
  return row.componentId !== null && !row.isMandatory;
}

/** Whether this many units suffice for the award; too few make the candidate ineligible, which is said before paying (3-domain 4.2). */
export function hasUnitsEnough(award: { unitsNeeded: number }, units: number): boolean {
  return units >= award.unitsNeeded;
}

/** What a mark did, as numbers tell: higher is raised. */
export function outcomeOfMarks(before: number, after: number): MarkOutcome {
  if (after === before) return 'Confirmed';
  return after > before ? 'Raised' : 'Lowered';
}

/** A mark or a grade as it is kept and compared: half-width, without spaces around it; null where nothing is written. */
export function readMark(raw: string | null | undefined): string | null {
  return halfWidth(raw ?? '').trim() || null;
}

/**
 * A mark as it is compared: of up to four digits, perhaps with halves or hundredths, perhaps of a hundred or another whole ("60/100", "60%");
 * anything else an awarding body writes is no number.
 */
const markPattern = /^(?<mark>\d{1,4}(?:\.\d{1,2})?)\s*(?<whole>%|\/\s*\d{1,4})?$/;

function numberOf(written: string | null | undefined): { mark: number; whole: string } | null {
  const parts = markPattern.exec(readMark(written) ?? '')?.groups;
  return parts ? { mark: Number(parts['mark']), whole: (parts['whole'] ?? '').replaceAll(' ', '') } : null;
}

/** What two written marks say of the outcome; null where one is missing or no number, or they are of two wholes. */
export function outcomeOfWritten(
  writtenBefore: string | null | undefined,
  writtenAfter: string | null | undefined,
): MarkOutcome | null {
  const [before, after] = [numberOf(writtenBefore), numberOf(writtenAfter)];
  return before && after && before.whole === after.whole ? outcomeOfMarks(before.mark, after.mark) : null;
}

/** Grades of awarding bodies, the best first; a grade of one scale says nothing of one of another. */
const gradeScales: readonly (readonly string[])[] = [
  ['A*', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'U'],
  ['9', '8', '7', '6', '5', '4', '3', '2', '1', 'U'],
];

/** What two grades say of the outcome; null where they are equal, or of no scale known here. */
function outcomeOfGrades(from: string, to: string): Exclude<MarkOutcome, 'Confirmed'> | null {
  const scale = gradeScales.find((grades) => grades.includes(from) && grades.includes(to));
  if (!scale || from === to) return null;
  return scale.indexOf(to) < scale.indexOf(from) ? 'Raised' : 'Lowered';
}

/** An outcome as it is recorded. */
export interface RecordedOutcome {
  components: readonly {
    outcome: MarkOutcome;
    markBefore?: string | null | undefined;
    markAfter?: string | null | undefined;
  }[];
  isGradeChanged: boolean;
  gradeBefore?: string | null | undefined;
  gradeAfter?: string | null | undefined;
}

/**
 * Whether an outcome says two things (9.6 #12): another outcome than its marks, a changed grade without two different grades or without a mark
 * that went its way, or two different grades that have not changed.
 */
export function isContradictory({ components, isGradeChanged, ...grades }: RecordedOutcome): boolean {
  const [before, after] = [gradeOf(grades.gradeBefore), gradeOf(grades.gradeAfter)];
  const differ = before !== null && after !== null && before !== after;
  if (components.some(isAgainstMarks) || differ !== isGradeChanged) return true;
  const way = differ ? outcomeOfGrades(before, after) : null;
  return way !== null && components.length > 0 && !components.some(({ outcome }) => outcome === way);
}

/** Whether an outcome is another than its marks tell; marks that are not numbers tell nothing of the way, but whether they are the same. */
export function isAgainstMarks({ outcome, markBefore, markAfter }: RecordedOutcome['components'][number]): boolean {
  const told = outcomeOfWritten(markBefore, markAfter);
  if (told !== null) return told !== outcome;
  const [before, after] = [gradeOf(markBefore), gradeOf(markAfter)];
  return before !== null && after !== null && (before === after) !== (outcome === 'Confirmed');
}

/**
 * Whether marks and grades tell by themselves that a grade changed: numbers of every mark that moved, and grades of one scale. Where they do
 * not, nothing is given back on the word of one person (9.6 #12, S-16).
 */
export function isGradeChangeTold({ components, gradeBefore, gradeAfter }: RecordedOutcome): boolean {
  const moved = components.filter(({ outcome }) => outcome !== 'Confirmed');
  const way = outcomeOfGrades(gradeOf(gradeBefore) ?? '', gradeOf(gradeAfter) ?? '');
  return way !== null && moved.every(({ markBefore, markAfter }) => outcomeOfWritten(markBefore, markAfter) !== null);
}

/** A grade as it is compared: a small letter is the same grade. */
function gradeOf(raw: string | null | undefined): string | null {
  return readMark(raw)?.toUpperCase() ?? null;
}

/** The grade of a request as the lines of a file tell it; null where two lines differ, or only one of the two grades is told. */
export function gradesOfLines(
  lines: readonly Pick<RecordedOutcome, 'gradeBefore' | 'gradeAfter'>[],
): Pick<RecordedOutcome, 'gradeBefore' | 'gradeAfter' | 'isGradeChanged'> | null {
  const told = (grades: readonly (string | null | undefined)[]) =>
    new Map(grades.flatMap((each) => (readMark(each) === null ? [] : [[gradeOf(each), readMark(each)]])));
  const [before, after] = [told(lines.map((line) => line.gradeBefore)), told(lines.map((line) => line.gradeAfter))];
  if (before.size > 1 || before.size !== after.size) return null;
  const [[from, gradeBefore] = [null, null]] = before;
  const [[to, gradeAfter] = [null, null]] = after;
  return { gradeBefore, gradeAfter, isGradeChanged: from !== to };
}

/** Days in which an outcome may be corrected (9.6 #13). */
export const correctionDays = 30;
