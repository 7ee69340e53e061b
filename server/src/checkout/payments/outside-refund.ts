import * as z from 'zod/mini';
import { channelNamed } from '#books/channels';
import { openException } from '#books/ledger';
import { lockOrder } from '#checkout/orders';
import { inTransaction, reading, type Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { askAgain, bookOutside, isRefundKnown } from '#books/refunds';

const look = z.object({
  channel: z.string(),
  tradeNo: z.string(),
  channelTradeNo: z.string(),
  requestNo: z.string(),
  at: z.optional(z.string()),
});
type OutsideLook = z.output<typeof look>;

/**
 * Has a refund looked at that the channel tells of and that is none of ours (C32): its sum is asked for after the commit, because a
 * notification names only the total of a trade.
 */
export async function planOutsideLook(tx: Tx, outside: OutsideLook): Promise<void> {
  // One of ours: its own job asks how it ended.
  if (await askAgain(tx, outside.requestNo)) return;
  if (await isRefundKnown(tx, outside.requestNo)) return;
  const jobKey = `outside:${outside.channel}:${outside.channelTradeNo}:${outside.requestNo}`;
  const { at, ...named } = outside;
  await enqueue(tx, 'payments.lookOutside', { ...named, ...(at === undefined ? {} : { at }) }, { jobKey });
}

/**
 * Asks the channel what somebody gave back in its own console and books it once. Safe to repeat.
 * @throws ChannelSilent when the channel gives no answer, or does not know the refund yet; the job comes again.
 */
export async function lookOutside(payload: unknown): Promise<void> {
  const outside = look.parse(payload);
  const { channel, channelTradeNo, requestNo } = outside;
  const port = channelNamed(channel);
  if (!port) throw new Error(`the channel ${channel} is not configured`);
  if (await reading((tx) => isRefundKnown(tx, requestNo))) return;
  const { amount } = await port.findRefund(outside);
  await inTransaction(async (tx) => {
    const payment = await tx
      .selectFrom('payment')
      .select(['id', 'order_id'])
      .where('channel', '=', channel)
      .where('channel_trade_no', '=', channelTradeNo)
      .executeTakeFirst();
    const detail = `#${channel} ${channelTradeNo} ${requestNo} =${amount}`;
    if (!payment) return await openException(tx, { kind: 'unknownTrade', detail });
    const order = await lockOrder(tx, { orderId: payment.order_id });
    if (!order) throw new Error('a payment without an order');
    await bookOutside(tx, {
      orderId: order.id,
      orderCode: order.code,
      paymentId: payment.id,
      requestNo,
      amount,
    });
  });
}
