import { addMinutes, b2bPaymentEnd, earliest, later, lateEntryAt } from '@exam/contract/rules';
import { sql } from 'kysely';
import { transferHoursOf } from '#offer/catalogue';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import { settings } from '#platform/settings';
import { record, theSystem } from '#platform/transition';
import { extendHold, type SessionForSale, sessionsForSale } from '#offer/sessions';
import { closingsOf } from './sales-end.ts';
import { isHot, lockAccountOrders } from './placing/limits.ts';
import { type OrderRow, sessionIdsOf } from './store.ts';

/** Unpaid orders that wait for a company's transfer: of an account, and of a person over all accounts. */
const transferLimit = 3;

/** How many minutes somebody who leaves the transfer for another way has at least, within what the transfer would have given. */
const leastMinutes = 10;

/**
 * The time that an order has with the way of paying that is chosen: a company's transfer gives it the longer one, because others in the
 * company have to approve it, and every other way brings the usual one back. The longer time is counted from the first choice of a transfer,
 * under the same caps as for every order, and as long as the products allow; while a session is hot there is none (S-15). A booking's order
 * has its own, longer end. The caller holds the order's row lock.
 * @returns the order with its end.
 * @throws Refusal TRANSFER_LIMIT when three orders of the account, or of a candidate of this one, wait so already.
 */
export async function followWay(
  tx: Tx,
  order: OrderRow,
  { isTransfer, now }: { isTransfer: boolean; now: string },
): Promise<OrderRow> {
  if (order.category === 'Booking' || isTransfer === (order.usual_end_at !== null)) return order;
  return isTransfer ? await lengthen(tx, order, now) : await fallBack(tx, order, now);
}

async function lengthen(tx: Tx, order: OrderRow, now: string): Promise<OrderRow> {
  await lockAccountOrders(tx, order.account_id);
  await checkWaiting(tx, order);
  const chosenAt = order.transfer_chosen_at ?? now;
  const paymentEndAt = await endOf(tx, order, chosenAt);
  if (paymentEndAt === order.payment_end_at) return order;
  return await moveEnd(tx, order, { paymentEndAt, transfer_chosen_at: chosenAt, usual_end_at: order.payment_end_at });
}

async function fallBack(tx: Tx, order: OrderRow, now: string): Promise<OrderRow> {
  const usual = later(order.usual_end_at ?? now, addMinutes(now, leastMinutes));
  const paymentEndAt = usual < order.payment_end_at ? usual : order.payment_end_at;
  return await moveEnd(tx, order, { paymentEndAt, transfer_chosen_at: order.transfer_chosen_at, usual_end_at: null });
}

type End = { paymentEndAt: string } & Pick<OrderRow, 'transfer_chosen_at' | 'usual_end_at'>;

async function moveEnd(tx: Tx, order: OrderRow, { paymentEndAt, ...transfer }: End): Promise<OrderRow> {
  const moved = await tx
    .updateTable('exam_order')
    .set((row) => ({ ...transfer, payment_end_at: paymentEndAt, version: row('version', '+', 1) }))
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await extendHold(tx, { orderId: order.id, heldUntil: paymentEndAt });
  await record(tx, { kind: 'order', id: order.id, event: 'extend', actor: theSystem });
  await enqueue(
    tx,
    'payments.deadline',
    { orderId: order.id },
    { jobKey: `deadline:${order.id}`, dueAt: paymentEndAt },
  );
  return moved;
}

/** @throws Refusal TRANSFER_LIMIT */
async function checkWaiting(tx: Tx, order: OrderRow): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    with waiting as (
      select id, account_id from exam_order
      where status = 'PaymentPending' and transfer_chosen_at is not null and usual_end_at is not null
    ), person as (
      select distinct application.person_key as key from order_item item join application on application.id = item.application_id
      where item.order_id = ${order.id}
    )
    select count(*)::integer as waiting from waiting where account_id = ${order.account_id}
    union all
    select count(distinct waiting.id)::integer from person
    join application on application.person_key = person.key and application.status = 'Submitted'
    join order_item item on item.application_id = application.id
    join waiting on waiting.id = item.order_id
    group by person.key`.execute(tx);
  if (rows.some(({ waiting }) => waiting >= transferLimit)) refuse('TRANSFER_LIMIT', { limit: transferLimit });
}

async function endOf(tx: Tx, order: OrderRow, now: string): Promise<string> {
  const { graceMinutes, b2bHours } = settings().order;
  const sessions = await sessionsForSale(tx, await sessionIdsOf(tx, order.id));
  if (sessions.some(isHot)) return order.payment_end_at;
  const products = sessions.map(({ productId }) => productId);
  return b2bPaymentEnd({
    now,
    publishEndAt: await closingsOf(tx, order),
    stageEndAt: await stageEndOf(tx, order, sessions),
    graceMinutes,
    paymentEndAt: order.payment_end_at,
    b2bHours: Math.min(b2bHours, ...(await transferHoursOf(tx, products))),
  });
}

/** When a dearer stage of late entry begins for one of an order's papers, by the price it was placed at. Null where none does. */
async function stageEndOf(tx: Tx, order: OrderRow, sessions: readonly SessionForSale[]): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select paper.session_subject_id as id
    from order_item item join application_paper paper on paper.application_id = item.application_id
    where item.order_id = ${order.id}`.execute(tx);
  const own = new Set(rows.map(({ id }) => id));
  const papers = sessions
    .flatMap((session) => session.papers)
    .filter(({ sessionSubjectId, isLateEntryCharge }) => isLateEntryCharge && own.has(sessionSubjectId));
  return earliest(papers.flatMap((paper) => lateEntryAt(paper.lateEntryCharges, order.created_at).stageEndAt ?? []));
}
