import * as z from 'zod/mini';
import type { Proposals } from '#office/approvals';
import type { Cron, Tasks } from '#platform/worker';
import { payByHand } from './by-hand.ts';
import { clearAttempts } from './ending/close-attempts.ts';
import { settleDeadline } from './ending/deadline.ts';
import { lookOutside } from './outside-refund.ts';

import { performRefund } from './refund-payment.ts';
import { pollAttempt, sweepPayments } from './poll.ts';

/** Payments: attempts at the channels, what their money does to an order, and what happens at its deadline. */
export { endOrderFor } from './ending/end.ts';
export { forgetAttempts, forgetPayers, forgetPayments } from './forget.ts';
export { routes } from './routes.ts';
export { proposePaid } from './by-hand.ts';
export { askAboutOrder, askAboutTrade, queryOrder, type Answered } from './query.ts';
export { planOutsideLook } from './outside-refund.ts';
export { adoptTrade } from './adopt.ts';
export { refundPayment } from './refund-payment.ts';

export const proposals: Proposals = {
  paymentRefund: performRefund,
  orderPaidByHand: payByHand,
};

const ofOrder = z.object({ orderId: z.uuid() });
const ofTrade = z.object({ tradeNo: z.string() });

export const tasks: Tasks = {
  'payments.deadline': async (payload) => settleDeadline(ofOrder.parse(payload).orderId),
  'payments.poll': async (payload) => pollAttempt(ofTrade.parse(payload).tradeNo),
  'payments.sweep': sweepPayments,
  'payments.lookOutside': lookOutside,
  // What is still open at the channel of an order that another attempt has paid (9.4 #4).
  'payments.clear': async (payload) => {
    const cleared = await clearAttempts(ofOrder.parse(payload).orderId);
    if (cleared === 'silent') throw new Error('the channel does not answer');
  },
};

export const crons: Cron[] = [{ task: 'payments.sweep', match: '* * * * *' }];
