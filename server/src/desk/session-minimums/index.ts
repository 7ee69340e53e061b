import type { Proposals } from '#office/approvals';
import type { Cron, Tasks } from '#platform/worker';
import { performWithdrawal, withdrawalKind, withdrawUndecided } from './decide.ts';
import { findUnderMinimum } from './find.ts';

/** Papers that too few people registered for when registration closed. */
export { staffRoutes } from './staff-routes.ts';
export {
  closeCounts,
  countAfterMove,
  countAgain,
  isPaperWithdrawn,
  lockCounts,
  refuseWithdrawnPapers,
} from './store.ts';
export { tellMoved } from './notify.ts';

export const proposals: Proposals = {
  [withdrawalKind]: performWithdrawal,
};

export const tasks: Tasks = { 'minimums.find': findUnderMinimum, 'minimums.withdraw': withdrawUndecided };
export const crons: Cron[] = [
  { task: 'minimums.find', match: '* * * * *' },
  { task: 'minimums.withdraw', match: '* * * * *' },
];
