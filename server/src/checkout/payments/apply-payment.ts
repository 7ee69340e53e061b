import type { PaymentType } from '@exam/contract/entities';
import { paymentTypes } from '@exam/contract/entities';
import { paymentAttemptMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { ChannelPayment } from '#books/channels';
import { openException, post } from '#books/ledger';
import { lockOrder, noteProgress, type OrderRow, settleOrder, tellReturned } from '#checkout/orders';
import type { Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { theGateway, transition } from '#platform/transition';
import { giveBack } from '#books/refunds';
import { attemptByTradeNo, type AttemptRow, insertPayment, planLastLook, unsettledPayments } from './store.ts';

/** What a confirmed payment came to. `known`: it was applied before, nothing changed. */
export type Applied = 'unknownTrade' | 'known' | 'amountMismatch' | 'complete' | 'revive' | 'refund';

/**
 * Applies money that a channel confirmed, by notification or by our query alike (C17-C22): order row locked first, payment
 * stored for ever under the channel's number, then the order decides. An amount that differs by a single fen never pays the
 * order: it is kept for staff and goes back when the order ends (T15, C18).
 */
export async function applyPayment(
  tx: Tx,
  { channel, tradeNo, payment }: { channel: string; tradeNo: string; payment: ChannelPayment },
): Promise<Applied> {
  const found = await attemptByTradeNo(tx, channel, tradeNo);
  if (!found) {
    await openException(tx, {
      kind: 'unknownTrade',
      detail: `#${channel} ${tradeNo} ${payment.channelTradeNo} =${payment.amount}`,
      trade: { channel, tradeNo },
    });
    return 'unknownTrade';
  }
  const order = await lockOrder(tx, { orderId: found.order_id });
  const attempt = await attemptByTradeNo(tx, channel, tradeNo);
  if (!order || !attempt) throw new Error('a payment attempt without an order');
  const paymentId = await insertPayment(tx, { orderId: order.id, attemptId: attempt.id, channel, ...payment });
  if (paymentId === null) return 'known';
  await post(tx, {
    orderId: order.id,
    kind: 'paymentReceived',
    debit: 'channel',
    credit: 'customer',
    amount: payment.amount,
  });
  const isExact = payment.amount === attempt.amount && attempt.amount === order.pay_amount;
  if (attempt.status !== 'Succeeded') await endAttempt(tx, attempt, isExact ? 'succeed' : 'fail');
  if (!isExact) return await quarantine(tx, order, { paymentId, amount: payment.amount });
  const decision = await settleOrder(tx, order, {
    amount: payment.amount,
    paymentType: paymentTypeOf(attempt.payment_type),
    paidAt: payment.paidAt,
  });
  if (decision.decision === 'refund') return await refuse(tx, order, { paymentId, amount: payment.amount });
  await sql`update payment set settles_order = true where id = ${paymentId}`.execute(tx);
  await post(tx, {
    orderId: order.id,
    kind: 'orderPaid',
    debit: 'customer',
    credit: 'revenue',
    amount: payment.amount,
  });
  await returnSurplus(tx, order, 'doublePayment');
  await enqueue(tx, 'payments.clear', { orderId: order.id }, { jobKey: `clear:${order.id}` });
  return decision.decision;
}

/** Gives back every confirmed payment that the order is not paid by (C18). The caller holds the order's lock. */
export async function returnSurplus(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'code'>,
  cause: 'latePayment' | 'doublePayment',
): Promise<void> {
  for (const { id, amount } of await unsettledPayments(tx, order.id)) {
    await giveBack(tx, { orderId: order.id, orderCode: order.code, paymentId: id, amount, cause });
    await tellReturned(tx, { orderId: order.id, paymentId: id, amount });
  }
}

async function endAttempt(
  tx: Tx,
  { id, status, order_id: orderId, trade_no: tradeNo }: AttemptRow,
  event: 'succeed' | 'fail',
): Promise<void> {
  // A wrong amount on an attempt that has ended already leaves it as it is.
  if (event === 'fail' && status !== 'Started' && status !== 'Accepted') return;
  await transition(tx, paymentAttemptMachine, {
    table: 'payment_attempt',
    kind: 'payment',
    id,
    event,
    actor: theGateway,
  });
  await planLastLook(tx, tradeNo);
  if (event === 'fail') await noteProgress(tx, orderId);
}

type Paid = { paymentId: string; amount: number };

async function quarantine(tx: Tx, order: OrderRow, { paymentId, amount }: Paid): Promise<Applied> {
  const detail = `#expected =${order.pay_amount} #got =${amount}`;
  await openException(tx, { kind: 'amountMismatch', detail, orderId: order.id, paymentId });
  if (order.status !== 'PaymentPending') await returnSurplus(tx, order, 'latePayment');
  return 'amountMismatch';
}

async function refuse(tx: Tx, order: OrderRow, { paymentId, amount }: Paid): Promise<Applied> {
  const isLate = order.status === 'PaymentExpired';
  await openException(tx, {
    kind: isLate ? 'late' : 'double',
    detail: `#givenBack =${amount}`,
    orderId: order.id,
    paymentId,
  });
  await returnSurplus(tx, order, isLate ? 'latePayment' : 'doublePayment');
  return 'refund';
}

function paymentTypeOf(value: string): PaymentType | null {
  return paymentTypes.find((type) => type === value) ?? null;
}
