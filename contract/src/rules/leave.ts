import { ageOn, isMinor, neverAloneAge } from './ages.ts';
import type { ChinaDate } from './china-date.ts';

/** The ways a minor leaves the centre. */
export const leaveChoiceIds = ['GuardianPicksUp', 'AuthorisedPersonPicksUp', 'LeavesAlone'] as const;
export type LeaveChoice = (typeof leaveChoiceIds)[number];

/** Why a leave choice is refused. */
export const leaveRefusals = [
  'LEAVE_CHOICE_REQUIRED',
  'LEAVE_ALONE_TOO_YOUNG',
  'LEAVE_ALONE_WITH_PICKUP',
  'LEAVE_NOT_FOR_ADULTS',
] as const;
export type LeaveRefusal = (typeof leaveRefusals)[number];

/** The choice as it travels: three choices in one nullable boolean and a person. */
export interface LeaveOnWire {
  leaveAlone: boolean | null;
  pickupPerson: object | null;
}

/** The choices open to a candidate of this age on the exam day; none is needed from 18 on. */
export function leaveChoices(ageOnExamDay: number): readonly LeaveChoice[] {
  if (ageOnExamDay >= 18) return [];
  return ageOnExamDay <= neverAloneAge ? ['GuardianPicksUp', 'AuthorisedPersonPicksUp'] : leaveChoiceIds;
}

/** The choice that is on the wire; null when none was made. */
export function leaveChoiceOf(leave: LeaveOnWire): LeaveChoice | null {
  if (leave.leaveAlone === null) return null;
  if (leave.leaveAlone) return 'LeavesAlone';
  return leave.pickupPerson === null ? 'GuardianPicksUp' : 'AuthorisedPersonPicksUp';
}

/**
 * Checks a leave choice: whether one is made at all depends on the age on the day of submission, which ones are open on
 * the age on the exam day. Who was a minor at submission and is 18 on the exam day may leave the choice out. Of an adult the boolean
 * means nothing and becomes no choice; a pickup person is refused.
 */
export function checkLeaveChoice(
  input: LeaveOnWire & { dob: ChinaDate; examDate: ChinaDate; submissionDate: ChinaDate },
): { ok: true; choice: LeaveChoice | null } | { ok: false; code: LeaveRefusal } {
  const choice = leaveChoiceOf(input);
  const ageOnExamDay = ageOn(input.dob, input.examDate);
  if (!isMinor(input.dob, input.submissionDate)) {
    return input.pickupPerson === null ? { ok: true, choice: null } : { ok: false, code: 'LEAVE_NOT_FOR_ADULTS' };
  }
  if (choice === null) {
    return ageOnExamDay >= 18 && input.pickupPerson === null
      ? { ok: true, choice }
      : { ok: false, code: 'LEAVE_CHOICE_REQUIRED' };
  }
  if (choice !== 'LeavesAlone') return { ok: true, choice };
  if (input.pickupPerson !== null) return { ok: false, code: 'LEAVE_ALONE_WITH_PICKUP' };
  return ageOnExamDay > neverAloneAge ? { ok: true, choice } : { ok: false, code: 'LEAVE_ALONE_TOO_YOUNG' };
}

/**
 * Whether a minor leaves alone once the exam has moved to another day: a choice that the age on that day does not allow, or that was
 * never made and is needed now, becomes the guardian's coming. Nobody but the guardian was authorised for that.
 */
export function leaveAfterMove(
  moved: Pick<LeaveOnWire, 'leaveAlone'> & { dob: ChinaDate; examDate: ChinaDate; submissionDate: ChinaDate },
): boolean | null {
  const { leaveAlone } = moved;
  // A pickup person stays as they are: whoever comes may always come.
  if (leaveAlone === false) return false;
  return checkLeaveChoice({ ...moved, pickupPerson: null }).ok ? leaveAlone : false;
}
