import type { AboutReaders } from '#office/work-items';
import type { Proposals } from '#office/approvals';
import type { Cron, Tasks } from '#platform/worker';
import { performApproval } from './decide.ts';
import { watchDocuments } from './watch.ts';
import { performWithdrawal } from './withdrawal/withdraw-one.ts';
import { aboutCancellations } from './about.ts';

/** Cancellations: the end of a paid registration at the candidate's wish or by us, and what is given back for it. */
export { approveCancellation, rejectCancellation } from './decide.ts';
export { forgetAccountOfRequests, forgetRequests } from './forget.ts';
export { refundsNow } from './refunds-now.ts';
export { requestCancellation } from './request.ts';
export { papersOf, retention } from './retention.ts';
export { routes } from './routes.ts';
export { staffRoutes } from './staff-routes.ts';
export { takeBackRequest } from './take-back.ts';
export {
  withdrawApplications,
  withdrawEach,
  type Withdrawal,
  type WithdrawalRefund,
  type WithdrawnEach,
} from './withdrawal/withdraw.ts';
export { proposeWithdrawal, quoteWithdrawal } from './withdrawal/withdraw-one.ts';

export const proposals: Proposals = {
  registrationWithdrawal: performWithdrawal,
  cancellationApproval: performApproval,
};

export const tasks: Tasks = { 'cancellations.watchDocuments': watchDocuments };
export const crons: Cron[] = [{ task: 'cancellations.watchDocuments', match: '*/10 * * * *' }];

export const abouts: AboutReaders = { cancellation: aboutCancellations };
