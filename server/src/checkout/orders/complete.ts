import type { PaymentType } from '@exam/contract/entities';
import { orderMachine } from '@exam/contract/machines';
import { decidePayment, type PaidDecision } from '@exam/contract/rules';
import { sql } from 'kysely';
import {
  applicationsForOrder,
  lockOnce,
  lockWithClones,
  markRegistered,
  reviveExpired,
  takenElsewhere,
} from '#registering/applications';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { hasHappened } from '#platform/history';
import { settings } from '#platform/settings';
import { type Actor, theGateway, transition } from '#platform/transition';
import { confirmSeats, retakeSeats, sessionsForSale } from '#offer/sessions';
import { followerOf } from './followers.ts';
import { itemsOf, lockOrder, type OrderRow, sessionIdsOf } from './store.ts';
import { tellPaid } from './notify.ts';

/** Money for an order: fen, how, and when the channel took it. */
export type Money = { amount: number; paymentType: PaymentType | null; paidAt: string };

/**
 * Decides what confirmed money does to its order and does it (C17, S-3): a pending order is paid, an expired one revived when
 * all its seats can be had again and its owner has not given it up, anything else is money to give back. The caller holds the order's row lock. The actor is the
 * channel unless two persons vouch for the money.
 */
export async function settleOrder(
  tx: Tx,
  order: OrderRow,
  { actor = theGateway, ...money }: Money & { actor?: Actor },
): Promise<PaidDecision> {
  const decision = await decide(tx, order);
  if (decision.decision === 'complete') await completeOrder(tx, { orderId: order.id, ...money, actor });
  if (decision.decision === 'revive') await revive(tx, order.id, { ...money, actor });
  if (decision.decision === 'refund') await showAgain(tx, order.id);
  return decision;
}

/**
 * The one way in which an order becomes paid (9.4 #4, C25): seats confirmed, applications Registered, the person told.
 * @throws Refusal ILLEGAL_STATE when the order is not pending.
 */
export async function completeOrder(
  tx: Tx,
  { orderId, actor, ...money }: Money & { orderId: string; actor: Actor },
): Promise<void> {
  // 9.4 #5 is an event of its own: two persons have decided it.
  const event = actor.kind === 'staff' ? 'payByHand' : 'pay';
  await transition(tx, orderMachine, { table: 'exam_order', kind: 'order', id: orderId, event, actor });
  const ids = (await itemsOf(tx, orderId)).map((item) => item.applicationId);
  await markRegistered(tx, { ids, actor });
  await confirmSeats(tx, { orderId });
  await noteMoney(tx, orderId, money);
  await tellFollower(tx, orderId, actor);
}

async function revive(tx: Tx, orderId: string, { actor, ...money }: Money & { actor: Actor }): Promise<void> {
  await transition(tx, orderMachine, { table: 'exam_order', kind: 'order', id: orderId, event: 'revive', actor });
  await reviveExpired(tx, { ids: (await itemsOf(tx, orderId)).map((item) => item.applicationId), actor });
  await noteMoney(tx, orderId, money);
  await tellFollower(tx, orderId, actor);
}

async function tellFollower(tx: Tx, orderId: string, actor: Actor): Promise<void> {
  const order = await lockOrder(tx, { orderId });
  if (order) await followerOf(order.category)?.paid(tx, order, actor);
}

/** Seats are taken again as part of the decision: whether they are free is known only by taking them. */
async function decide(tx: Tx, order: OrderRow): Promise<PaidDecision> {
  const facts = {
    orderStatus: order.status,
    isGivenUp: await hasHappened(tx, { kind: 'order', id: order.id, event: 'giveUp' }),
    now: '',
    waiting: false,
    publishEndAt: [],
    graceMinutes: settings().order.graceMinutes,
  };
  if (order.status !== 'PaymentExpired' || facts.isGivenUp) return decidePayment({ ...facts, seatsFree: true });
  const follower = followerOf(order.category);
  if (follower)
    return (await follower.mayRevive(tx, order))
      ? { decision: 'revive' }
      : { decision: 'refund', reason: 'LatePayment' };
  const sessionIds = await sessionIdsOf(tx, order.id);
  const sessions = await sessionsForSale(tx, sessionIds);
  const late = { ...facts, now: await readNow(tx), publishEndAt: sessions.map((session) => session.publishEndAt) };
  const hoped = decidePayment({ ...late, seatsFree: true });
  if (hoped.decision !== 'revive') return hoped;
  const ids = (await itemsOf(tx, order.id)).map((item) => item.applicationId);
  await lockWithClones(tx, ids);
  if (!(await mayStillBeOrdered(tx, { accountId: order.account_id, ids })))
    return { decision: 'refund', reason: 'LatePayment' };
  const { taken } = await retakeSeats(tx, { orderId: order.id });
  return decidePayment({ ...late, seatsFree: taken });
}

/**
 * What the cart and an order ask besides seats is asked again before late money brings registrations back: none of them was deleted or is to be, no
 * consent to it is gone, by its person or by a guardian's objection, and its person has no exam by now that is taken once. They are locked.
 */
async function mayStillBeOrdered(
  tx: Tx,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<boolean> {
  const lines = await applicationsForOrder(tx, { accountId, ids });
  if (lines.length < ids.length || lines.some(({ isConsentGone }) => isConsentGone)) return false;
  const once = lines.filter(({ isOnce }) => isOnce);
  await lockOnce(
    tx,
    once.map(({ personKey }) => personKey),
    { mayWait: true },
  );
  const taken = await takenElsewhere(
    tx,
    once.map(({ id }) => id),
  );
  return taken.size === 0;
}

/** A person who deleted the order and paid late sees it again. */
async function noteMoney(tx: Tx, orderId: string, { amount, paymentType, paidAt }: Money): Promise<void> {
  await sql`
    update exam_order set actual_pay_amount = ${amount}, payment_type = ${paymentType}, payment_completed_at = ${paidAt},
      is_hidden = false, version = version + 1
    where id = ${orderId}`.execute(tx);
  await tellPaid(tx, { orderId });
}

/** Money that goes back is seen on its order, also where the person had taken that out of the list. */
async function showAgain(tx: Tx, orderId: string): Promise<void> {
  await sql`update exam_order set is_hidden = false, version = version + 1 where id = ${orderId} and is_hidden`.execute(
    tx,
  );
}
