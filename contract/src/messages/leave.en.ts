import type { LeaveChoice } from '../rules/leave.ts';

/** The ways a minor leaves, under one name on every page, letter and list: a guardian may always come. */
export const leaveChoices: Record<LeaveChoice, string> = {
  GuardianPicksUp: 'Collected by the guardian',
  AuthorisedPersonPicksUp: 'Collected by the guardian or an authorised person',
  LeavesAlone: 'Leaves alone, with the guardian’s consent',
};

/** What a guardian ticks for a child who is to leave alone. */
export const agreeToLeaveAlone = (name: string) =>
  `As guardian, I agree that ${name} leaves the centre alone after the exam.`;
