import type { SavedCandidate } from '@exam/contract/entities';
import {
  ageOn,
  checkPickupPerson,
  leaveChoiceIds,
  leaveChoices,
  type LeaveChoice,
  type PickupForm,
} from '@exam/contract/rules';
import type { LeaveDraft } from '@exam/contract/wizards';
import { isFields } from '../../../app/draft/typed.ts';

/** What the step holds for one minor while it is being filled in. */
export type LeaveAnswers = { choice: LeaveChoice | null; pickup: PickupForm; isAgreed: boolean };

/** What is wrong with one minor's answers: a code of the rules by path (`choice`, `agree`, `pickup.idNo`). */
export type LeaveProblems = Record<string, string>;

const nobody: PickupForm = { name: '', idType: 'IDCard', idNo: '', mobile: '', isFourteenOrOlder: false };

/** The ways open to a minor on the exam day. Who is 18 by then may still say how, so every way is open. */
export function openChoices(candidate: Pick<SavedCandidate, 'dob'>, examDate: string): readonly LeaveChoice[] {
  const choices = leaveChoices(ageOn(candidate.dob, examDate));
  return choices.length === 0 ? leaveChoiceIds : choices;
}

/** The answers to begin with: those of the draft, unless the age on the exam day no longer allows them; else that the guardian comes, which is always open. */
export function answersOf(draft: LeaveDraft | undefined, open: readonly LeaveChoice[]): LeaveAnswers {
  const choice = open.find((each) => each === (draft?.choice ?? 'GuardianPicksUp')) ?? null;
  return { choice, pickup: draft?.pickupPerson ?? nobody, isAgreed: choice === 'LeavesAlone' };
}

/** Whether something remembered holds such answers, by candidate. */
export function areAnswers(value: unknown): value is Record<string, LeaveAnswers> {
  return isFields(value) && Object.values(value).every(isAnswers);
}

function isAnswers(value: unknown): value is LeaveAnswers {
  if (!isFields(value) || typeof value['isAgreed'] !== 'boolean') return false;
  const { choice, pickup } = value;
  const isChoice = choice === null || leaveChoiceIds.some((each) => each === choice);
  return isChoice && isFields(pickup) && Object.keys(nobody).every((name) => name in pickup);
}

/** Everything wrong with one minor's answers, by the rules that the server applies again. */
export function problemsOf({ choice, pickup, isAgreed }: LeaveAnswers, today: string): LeaveProblems {
  if (choice === null) return { choice: 'LEAVE_CHOICE_REQUIRED' };
  if (choice === 'LeavesAlone') return isAgreed ? {} : { agree: 'CONFIRMATION_REQUIRED' };
  if (choice === 'GuardianPicksUp') return {};
  const checked = checkPickupPerson(pickup, { today });
  if (checked.ok) return {};
  return Object.fromEntries(Object.entries(checked.fields).map(([path, code]) => [`pickup.${path}`, code]));
}

/** What goes into the draft. */
export function draftOf({ choice, pickup }: LeaveAnswers): LeaveDraft {
  const withPerson = choice === 'AuthorisedPersonPicksUp';
  return { choice: choice ?? 'GuardianPicksUp', pickupPerson: withPerson ? pickup : null };
}

/** Three choices as one nullable boolean and a person. */
export function leaveOnWire(leave: LeaveDraft | null | undefined): {
  leaveAlone: boolean | null;
  applicationPickupPerson: (PickupForm & { type: 'AuthorisedPerson' }) | null;
} {
  if (!leave) return { leaveAlone: null, applicationPickupPerson: null };
  if (leave.choice === 'LeavesAlone') return { leaveAlone: true, applicationPickupPerson: null };
  const person = leave.choice === 'AuthorisedPersonPicksUp' ? leave.pickupPerson : null;
  if (person === null) return { leaveAlone: false, applicationPickupPerson: null };
  const { name, idType, idNo, mobile, isFourteenOrOlder } = person;
  return {
    leaveAlone: false,
    applicationPickupPerson: { name, idType, idNo, mobile, type: 'AuthorisedPerson', isFourteenOrOlder },
  };
}
