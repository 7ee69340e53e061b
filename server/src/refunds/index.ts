import type { Cron, Tasks } from '#platform/worker';
import * as z from 'zod/mini';
import { sendRefund } from './send.ts';
import { sweepRefunds } from './sweep.ts';

/** Refunds: money that goes back through the channel it came from. */
export { countOpenRefunds } from './closing.ts';
export { giveBack } from './give-back.ts';
export { refundsOfOrders, type RefundSummary } from './queries.ts';

const refundPayload = z.object({ refundId: z.uuid() });

export const tasks: Tasks = {
  'refunds.send': async (payload) => sendRefund(refundPayload.parse(payload).refundId),
  'refunds.sweep': sweepRefunds,
};

export const crons: Cron[] = [{ task: 'refunds.sweep', match: '*/10 * * * *' }];
