import type { LeaveChoice } from '../rules/leave.ts';

/** See the English file. */
export const leaveChoices: Record<LeaveChoice, string> = {
  GuardianPicksUp: '由监护人接走',
  AuthorisedPersonPicksUp: '由监护人或授权接送人接走',
  LeavesAlone: '经监护人同意，自行离场',
};

/** See the English file. */
export const agreeToLeaveAlone = (name: string) => `本人作为监护人，同意 ${name} 考后自行离场。`;
