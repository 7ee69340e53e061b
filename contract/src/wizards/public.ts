import type { CandidateType } from '../entities/scalars.ts';
import type { LeaveChoice, PickupForm } from '../rules/index.ts';
import { replay } from './wizard.ts';
import type { LoggedStep, Step } from './wizard.ts';

/** The steps of the Public registration, in the specification's names and order. */
export const publicStepIds = [
  'needToKnow',
  'selectSubject',
  'selectSession',
  'candidateInfo',
  'examInfo',
  'leaveType',
  'confirmExam',
  'completed',
] as const;
export type PublicStep = (typeof publicStepIds)[number];

/** How one minor leaves the centre, as chosen so far. */
export interface LeaveDraft {
  choice: LeaveChoice;
  /** Only with an authorised person. */
  pickupPerson: PickupForm | null;
}

/** Where and when a subject, or a combined set, is sat. */
export interface SittingDraft {
  subjectIds: readonly string[];
  sessionId: string;
  sessionSubjectIds: readonly string[];
}

/**
 * A Public registration in progress. People are saved on the server first and are here by id only; what must not rest in the
 * browser's storage is taken out by `forStorage`.
 */
export interface PublicDraft {
  productId: string | null;
  /** What the product was when its notice was read. */
  productLastModifiedOn: string | null;
  hasReadNotice: boolean;
  /** Whether this product's family splits its subjects by candidate type. */
  needsCandidateType: boolean;
  candidateType: CandidateType | null;
  /** What is registered for: a subject each, or the subjects of a combined set. */
  subjects: readonly (readonly string[])[];
  /** The sitting of each of these, once its session is chosen; every candidate sits them all. */
  sittings: readonly SittingDraft[];
  candidateIds: readonly string[];
  /** Those of the candidates who are minors today. */
  minorIds: readonly string[];
  /** Answers of the registration form; empty where the product has none; null until the step is done. */
  formAnswers: Readonly<Record<string, unknown>> | null;
  /** By candidate id. */
  leave: Readonly<Record<string, LeaveDraft>>;
  /** What the submission made; empty before. */
  applicationIds: readonly string[];
}

/** The draft of a wizard nobody has begun. */
export const emptyPublicDraft: PublicDraft = {
  productId: null,
  productLastModifiedOn: null,
  hasReadNotice: false,
  needsCandidateType: false,
  candidateType: null,
  subjects: [],
  sittings: [],
  candidateIds: [],
  minorIds: [],
  formAnswers: null,
  leave: {},
  applicationIds: [],
};

/** The Public wizard as data: the leave step is shown when a candidate is a minor. */
export const publicSteps: readonly Step<PublicStep, PublicDraft>[] = [
  {
    id: 'needToKnow',
    fills: ['productId', 'productLastModifiedOn', 'hasReadNotice', 'needsCandidateType'],
    done: (draft) => draft.productId !== null && draft.hasReadNotice,
  },
  {
    id: 'selectSubject',
    fills: ['candidateType', 'subjects'],
    done: (draft) => draft.subjects.length > 0 && (!draft.needsCandidateType || draft.candidateType !== null),
  },
  {
    id: 'selectSession',
    fills: ['sittings'],
    done: (draft) =>
      draft.subjects.length > 0 && draft.subjects.every((subject) => sittingOf(draft, subject) !== undefined),
  },
  { id: 'candidateInfo', fills: ['candidateIds', 'minorIds'], done: (draft) => draft.candidateIds.length > 0 },
  { id: 'examInfo', fills: ['formAnswers'], done: (draft) => draft.formAnswers !== null },
  {
    id: 'leaveType',
    fills: ['leave'],
    when: (draft) => draft.minorIds.length > 0,
    done: (draft) => draft.minorIds.every((id) => isLeaveChosen(draft.leave[id])),
  },
  { id: 'confirmExam', fills: ['applicationIds'], done: (draft) => draft.applicationIds.length > 0 },
  { id: 'completed', fills: [], done: () => true },
];

/** The steps that "change information" on the confirmation may jump to. Later data is kept if still valid: see `pruned`. */
export const publicJumps = ['selectSubject', 'candidateInfo', 'examInfo'] as const satisfies readonly PublicStep[];

/**
 * Checks the step log of a submission on the server: every step shown before the confirmation, in order; the confirmation itself may
 * be at the end. `anyMinor`: whether a candidate of this wizard is a minor.
 */
export function replayPublic(anyMinor: boolean, log: readonly LoggedStep[]): ReturnType<typeof replay> {
  const draft = { ...emptyPublicDraft, minorIds: anyMinor ? ['minor'] : [] };
  const through = log.at(-1)?.stepName === 'confirmExam' ? 'confirmExam' : 'leaveType';
  return replay(publicSteps, draft, { log, through });
}

/**
 * The part of a draft that may rest in session storage: without pickup persons, who carry document numbers, and without answers
 * in which a need is described in words. Their steps then count as not done until the server's draft brings them back.
 */
export function forStorage(draft: PublicDraft): PublicDraft {
  const leave = Object.entries(draft.leave).map(
    ([id, each]) => [id, { choice: each.choice, pickupPerson: null }] as const,
  );
  const answers = Object.values(draft.formAnswers ?? {});
  return {
    ...draft,
    leave: Object.fromEntries(leave),
    formAnswers: answers.some(hasReason) ? null : draft.formAnswers,
  };
}

/** The sitting that was chosen for a subject or a combined set; undefined where none is yet. */
export function sittingOf(
  { sittings }: Pick<PublicDraft, 'sittings'>,
  subjectIds: readonly string[],
): SittingDraft | undefined {
  return sittings.find((sitting) => sitting.subjectIds[0] === subjectIds[0]);
}

function isLeaveChosen(leave: LeaveDraft | undefined): boolean {
  if (!leave) return false;
  return leave.choice !== 'AuthorisedPersonPicksUp' || leave.pickupPerson !== null;
}

function hasReason(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'reason' in answer && Boolean(answer.reason);
}
