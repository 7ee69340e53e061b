import { type OrderPrice, orderCode, orderCodeBytes, priceOrder } from '@exam/contract/rules';
import { randomBytes, randomId } from '#platform/chance';
import { chinaDateOf } from '#platform/clock';
import type { Tx } from '#platform/database';
import { enqueueAll } from '#platform/outbox';
import { record, theSystem } from '#platform/transition';
import { papersByIds } from '#offer/sessions';
import { completeOrder } from '../complete.ts';
import type { PlacedOrder } from './place.ts';
import { deadlineJob, insertOrders, type OrderRow } from '../store.ts';

type BookingOrder = {
  accountId: string;
  bookingId: string;
  /** The arrangement that it pays. */
  bookingVersion: number;
  lines: readonly { applicationId: string; sessionId: string; sessionSubjectId: string }[];
  now: string;
  paymentEndAt: string;
};

/**
 * Makes the order of a booking's arrangement (9.2#1, 9.3#7): to pay until its pay end, one line a paper, without seats. The caller holds
 * the booking's lock and has looked that none is open.
 */
export async function placeBookingOrder(tx: Tx, input: BookingOrder): Promise<PlacedOrder> {
  const { lines, now, paymentEndAt } = input;
  const price = await priceOf(tx, input);
  const order = { id: randomId(), code: orderCode(chinaDateOf(now), randomBytes(orderCodeBytes)) };
  const sessionIdOf = (id: string) => lines.find((line) => line.applicationId === id)?.sessionId ?? '';
  const booking = { id: input.bookingId, version: input.bookingVersion };
  await insertOrders(tx, [
    { ...order, accountId: input.accountId, at: now, paymentEndAt, price, sessionIdOf, booking },
  ]);
  const isNocharge = price.payAmount === 0;
  if (isNocharge)
    await completeOrder(tx, { orderId: order.id, amount: 0, paymentType: null, paidAt: now, actor: theSystem });
  return { ...order, amount: price.payAmount, isNocharge };
}

async function priceOf(tx: Tx, { lines, now }: BookingOrder): Promise<OrderPrice> {
  const papers = await papersByIds(
    tx,
    lines.map((line) => line.sessionSubjectId),
  );
  const priced = lines.map((line) => ({
    applicationId: line.applicationId,
    papers: papers.filter((paper) => paper.sessionSubjectId === line.sessionSubjectId),
  }));
  return priceOrder(priced, now);
}

/** The open order of a booking, if there is one; locked when asked. */
export async function openBookingOrder(
  tx: Tx,
  { bookingId, lock = false }: { bookingId: string; lock?: boolean },
): Promise<OrderRow | null> {
  const query = tx
    .selectFrom('exam_order')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('status', '=', 'PaymentPending');
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
}

/** Staff gave a booking's open order another end (9.3#15). Nothing when it is not open any more. */
export async function moveOrderEnd(
  tx: Tx,
  { orderId, paymentEndAt, staffId }: { orderId: string; paymentEndAt: string; staffId: string },
): Promise<void> {
  const moved = await tx
    .updateTable('exam_order')
    .set((row) => ({ payment_end_at: paymentEndAt, version: row('version', '+', 1) }))
    .where('id', '=', orderId)
    .where('status', '=', 'PaymentPending')
    .returning('id')
    .executeTakeFirst();
  if (!moved) return;
  await record(tx, { kind: 'order', id: orderId, event: 'extend', actor: { kind: 'staff', id: staffId } });
  await enqueueAll(tx, [deadlineJob(orderId, paymentEndAt)]);
}
