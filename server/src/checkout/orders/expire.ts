import { orderMachine } from '@exam/contract/machines';
import { acceptedExtension } from '@exam/contract/rules';
import { sql } from 'kysely';
import { markExpired } from '#registering/applications';
import type { Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { type Actor, record, theSystem, transition } from '#platform/transition';
import { extendHold, releaseSeats } from '#offer/sessions';
import { followerOf } from './followers.ts';
import { itemsOf, type OrderRow } from './store.ts';
import { tellExpired } from './notify.ts';

/** How an order ends unpaid: at its deadline (9.4 #6), or by the candidate (9.4 #8). */
export type Ending = { event: 'expire' | 'giveUp'; actor: Actor };

/**
 * Ends a pending order unpaid and frees its seats. Whether a payment is still under way has been asked at the channel before:
 * payments calls this, nobody else.
 * @throws Refusal ILLEGAL_STATE when the order is not pending.
 */
export async function expireOrder(
  tx: Tx,
  { orderId, event, actor, isTold = true }: Ending & { orderId: string; isTold?: boolean },
): Promise<void> {
  await transition(tx, orderMachine, { table: 'exam_order', kind: 'order', id: orderId, event, actor });
  await sql`update exam_order set version = version + 1 where id = ${orderId}`.execute(tx);
  const reason = event === 'expire' ? 'expired' : 'givenUp';
  const ids = (await itemsOf(tx, orderId)).map((item) => item.applicationId);
  await markExpired(tx, { ids, actor });
  await releaseSeats(tx, { orderId, reason });
  if (isTold) await tellExpired(tx, { orderId, event });
  await noteProgress(tx, orderId, isTold);
  await tellEnded(tx, orderId, actor);
}

async function tellEnded(tx: Tx, orderId: string, actor: Actor): Promise<void> {
  const order = await tx.selectFrom('exam_order').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (order) await followerOf(order.category)?.ended?.(tx, order, actor);
}

/**
 * Tells whoever follows the order whether the channel has accepted a payment of it (9.3#8, #9). Called after every change of its
 * attempts.
 */
export async function noteProgress(tx: Tx, orderId: string, isTold = true): Promise<void> {
  const order = await tx.selectFrom('exam_order').selectAll().where('id', '=', orderId).executeTakeFirst();
  const follower = order ? followerOf(order.category) : null;
  if (!order || !follower) return;
  const progress = await tx
    .selectFrom('order_payment_progress')
    .select('is_accepted')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  const isAccepted = order.status === 'PaymentPending' && (progress?.is_accepted ?? false);
  await follower.progressed(tx, order, { isAccepted, isTold });
}

/**
 * Gives a payment that the channel has accepted ten minutes more, at most six times (9.4 #7, R-45).
 * @returns false when the six are used up.
 */
export async function extendOrder(tx: Tx, order: OrderRow): Promise<boolean> {
  const end = acceptedExtension(order.payment_end_at, order.extensions);
  if (end === null) return false;
  await sql`
    update exam_order set payment_end_at = ${end}, extensions = extensions + 1, version = version + 1
    where id = ${order.id}`.execute(tx);
  await extendHold(tx, { orderId: order.id, heldUntil: end });
  await record(tx, { kind: 'order', id: order.id, event: 'extend', actor: theSystem });
  await enqueue(tx, 'payments.deadline', { orderId: order.id }, { jobKey: `deadline:${order.id}`, dueAt: end });
  return true;
}

/**
 * Takes an expired order out of its owner's list; staff still see it.
 * @returns false when it has not expired, or is paid after all.
 */
export async function hideExpiredOrder(tx: Tx, { orderId }: { orderId: string }): Promise<boolean> {
  const { rows } = await sql`
    update exam_order set is_hidden = true where id = ${orderId} and status = 'PaymentExpired' returning id`.execute(
    tx,
  );
  return rows.length > 0;
}
