import type { AboutReaders } from '#office/work-items';
import type { Proposals } from '#office/approvals';
import type { Cron, Tasks } from '#platform/worker';
import * as z from 'zod/mini';
import { payByHand } from './by-hand.ts';
import { sendRefund } from './send.ts';
import { sweepRefunds, watchTargets } from './sweep.ts';
import { aboutRefunds } from './about.ts';

/** Refunds: money that goes back through the channel it came from, or by hand where the channel refuses. */
export { forgetNotesOfRefunds, forgetRefunds, refundIdsOf } from './forget.ts';
export { countOpenRefunds } from './open-refunds.ts';
export { staffRoutes } from './staff-routes.ts';
export { giveBack } from './give-back.ts';
export {
  approveRefund,
  endPendingRefund,
  outsideLeft,
  type PaidApplication,
  refundForProvider,
  giveRest,
  requestRefund,
} from './of-application.ts';
export {
  type ApplicationRefund,
  type RefundSummary,
  refundsOfApplications,
  refundsOfOrder,
  refundsOfOrders,
} from './queries.ts';

export { bookOutside, isRefundKnown } from './outside.ts';
export { askAgain } from './send.ts';

export const proposals: Proposals = { refundByHand: payByHand };

const refundPayload = z.object({ refundId: z.uuid() });

export const tasks: Tasks = {
  'refunds.send': async (payload) => sendRefund(refundPayload.parse(payload).refundId),
  'refunds.sweep': sweepRefunds,
  'refunds.watchTargets': watchTargets,
};

export const crons: Cron[] = [
  { task: 'refunds.sweep', match: '*/10 * * * *' },
  { task: 'refunds.watchTargets', match: '20 * * * *' },
];

export const abouts: AboutReaders = { refund: aboutRefunds };
