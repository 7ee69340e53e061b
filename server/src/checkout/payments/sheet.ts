import type { PaymentSheet } from '@exam/contract/entities';
import { canStartPayment } from '@exam/contract/rules';
import { type ChannelPort, channelNamed, ChannelSilent, type StartRequest, waysFor } from '#books/channels';
import { findOwnOrder } from '#checkout/orders';
import { readNow } from '#platform/clock';
import { reading } from '#platform/database';
import { refuse } from '#platform/errors';
import { isSameSecret } from '#platform/vault';
import { makeWay, requestFor, type StartInput, stateOf } from './start.ts';
import { type AttemptRow, liveAttempts } from './store.ts';

export type SheetInput = Omit<StartInput, 'paymentType'> & {
  /** What the channel's sign-in brought back. */
  code: string;
  state: string;
};

type Found = { request: StartRequest; attempt: AttemptRow; sheet: NonNullable<ChannelPort['sheet']> };

/**
 * Opens the channel's sheet for whoever signed in there: the trade is made for them, and nothing of it is stored (decision 0093). No lock is
 * held during the calls (C3). A payment that stopped here can be started again, with another sign-in.
 * @throws Refusal NOT_FOUND, ORDER_NOT_PAYABLE, PAYMENT_TYPE_UNAVAILABLE, PAYMENT_IN_PROGRESS, PAYMENT_CHANNEL_DOWN; PAYMENT_SIGN_IN_OVER when the sign-in does
 *   not belong to the live attempt, or the channel refuses its code or the trade.
 */
export async function openSheet(input: SheetInput): Promise<PaymentSheet> {
  const { request, attempt, sheet } = await find(input);
  const opened = await sheet(request, input.code).catch((error: unknown) => {
    if (error instanceof ChannelSilent) return refuse('PAYMENT_CHANNEL_DOWN');
    throw error;
  });
  if ('fields' in opened) {
    // It may have been ended while the channel was asked: then nobody may be led to it.
    await find(input);
    return { orderId: input.orderId, fields: Object.entries(opened.fields).map(([name, value]) => ({ name, value })) };
  }
  if (opened.refused === 'trade') {
    // The next start makes another one, unless this one is paid.
    await makeWay(attempt);
    await find(input);
  }
  return refuse('PAYMENT_SIGN_IN_OVER');
}

/** The live attempt that a sign-in is for, and what the channel is told of it. */
async function find(input: SheetInput): Promise<Found> {
  const { accountId, orderId, state, payer } = input;
  return await reading(async (tx) => {
    const order = await findOwnOrder(tx, { accountId, orderId });
    const now = await readNow(tx);
    if (order.status !== 'PaymentPending' || !canStartPayment(now, order.payment_end_at)) refuse('ORDER_NOT_PAYABLE');
    const attempt = (await liveAttempts(tx, orderId)).find((each) => isSameSecret(state, stateOf(each)));
    if (!attempt || attempt.led_for !== payer.device || attempt.expires_at <= now) refuse('PAYMENT_SIGN_IN_OVER');
    if (attempt.status === 'Accepted') refuse('PAYMENT_IN_PROGRESS');
    const way = waysFor({ ...payer, amount: order.pay_amount }).find(
      (each) => each.paymentType === attempt.payment_type,
    );
    const sheet = channelNamed(attempt.channel)?.sheet;
    if (!way || !sheet) refuse('PAYMENT_TYPE_UNAVAILABLE');
    return { attempt, sheet, request: requestFor(order, attempt, { ...input, paymentType: way.paymentType }) };
  });
}
