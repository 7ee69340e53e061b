import { addMinutes, earliest } from '@exam/contract/rules';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { settings } from '#platform/settings';
import { extendHold } from '#offer/sessions';
import { moveOrderEnd } from './placing/book.ts';
import { closingsOf } from './sales-end.ts';
import type { OrderRow } from './store.ts';

/**
 * Gives a pending order a later end, at most registration's own and its grace (C15, R-44): its seats stay held until then. The caller
 * holds the order's row lock.
 * @throws Refusal ILLEGAL_STATE when it is not pending; ORDER_OF_BOOKING; PAY_END_EARLIER; PAY_END_PAST; PAY_END_AFTER_REGISTRATION.
 */
export async function extendByStaff(
  tx: Tx,
  order: OrderRow,
  { paymentEndAt, staffId }: { paymentEndAt: string; staffId: string },
): Promise<void> {
  if (order.category === 'Booking') refuse('ORDER_OF_BOOKING');
  if (order.status !== 'PaymentPending') refuse('ILLEGAL_STATE');
  const problem = await problemOf(tx, order, paymentEndAt);
  if (problem !== null) refuse(problem, {}, { paymentEndAt: problem });
  await extendHold(tx, { orderId: order.id, heldUntil: paymentEndAt });
  await moveOrderEnd(tx, { orderId: order.id, paymentEndAt, staffId });
}

async function problemOf(tx: Tx, order: OrderRow, paymentEndAt: string) {
  if (paymentEndAt <= (await readNow(tx))) return 'PAY_END_PAST';
  if (paymentEndAt <= order.payment_end_at) return 'PAY_END_EARLIER';
  const closes = earliest(await closingsOf(tx, order));
  const isTooLate = closes === null || paymentEndAt > addMinutes(closes, settings().order.graceMinutes);
  return isTooLate ? 'PAY_END_AFTER_REGISTRATION' : null;
}
