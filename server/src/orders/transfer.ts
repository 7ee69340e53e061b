import { b2bPaymentEnd } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import { settings } from '#platform/settings';
import { record, theSystem } from '#platform/transition';
import { extendHold } from '#sessions';
import { closingsOf } from './closings.ts';
import { lockAccountOrders } from './limits.ts';
import type { OrderRow } from './store.ts';

/** Unpaid orders of an account that wait for a company's transfer. */
const transferLimit = 3;

/**
 * Gives an order the longer time of a company's transfer, once: others in the company have to approve it. The same caps hold as for
 * every order. A booking's order has its own, longer end. The caller holds the order's row lock.
 * @returns the order with its new end.
 * @throws Refusal TRANSFER_LIMIT when three orders of the account wait so already.
 */
export async function extendForTransfer(tx: Tx, order: OrderRow, now: string): Promise<OrderRow> {
  if (order.category === 'Booking' || order.transfer_chosen_at !== null) return order;
  await lockAccountOrders(tx, order.account_id);
  const { rows: waiting } = await sql`
    select from exam_order
    where account_id = ${order.account_id} and status = 'PaymentPending' and transfer_chosen_at is not null`.execute(
    tx,
  );
  if (waiting.length >= transferLimit) refuse('TRANSFER_LIMIT', { limit: transferLimit });
  const paymentEndAt = await endOf(tx, order, now);
  await sql`
    update exam_order set transfer_chosen_at = ${now}, payment_end_at = ${paymentEndAt}, version = version + 1
    where id = ${order.id}`.execute(tx);
  await extendHold(tx, { orderId: order.id, heldUntil: paymentEndAt });
  await record(tx, { kind: 'order', id: order.id, event: 'extend', actor: theSystem });
  await enqueue(
    tx,
    'payments.deadline',
    { orderId: order.id },
    { jobKey: `deadline:${order.id}`, dueAt: paymentEndAt },
  );
  return { ...order, transfer_chosen_at: now, payment_end_at: paymentEndAt, version: order.version + 1 };
}

async function endOf(tx: Tx, order: OrderRow, now: string): Promise<string> {
  const { graceMinutes, b2bHours } = settings().order;
  return b2bPaymentEnd({
    now,
    publishEndAt: await closingsOf(tx, order),
    stageEndAt: await stageEndOf(tx, order),
    graceMinutes,
    paymentEndAt: order.payment_end_at,
    b2bHours,
  });
}

/** When the price of an order's late entry ends: the next stage has another one. Null where none was charged. */
async function stageEndOf(tx: Tx, order: OrderRow): Promise<string | null> {
  const { rows } = await sql<{ end: string | null }>`
    select min(stage.end_at) as "end"
    from order_item item
      join application_paper paper on paper.application_id = item.application_id
      join session_subject place on place.id = paper.session_subject_id and place.is_late_entry_charge
      join session_subject_late_charge stage on stage.session_subject_id = place.id
        and ${order.created_at} between stage.start_at and stage.end_at
    where item.order_id = ${order.id}`.execute(tx);
  return rows[0]?.end ?? null;
}
