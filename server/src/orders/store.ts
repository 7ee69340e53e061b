import type { OrderPrice, PriceLine } from '@exam/contract/rules';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import type { ExamOrderTable } from '#platform/tables/index';
import { refuse } from '#platform/errors';
import { enqueueing, type Job } from '#platform/outbox';
import { recording } from '#platform/transition';

/** A row of `exam_order`. */
export type OrderRow = Selectable<ExamOrderTable>;

export type NewOrder = {
  id: string;
  accountId: string;
  requestKey: string | null;
  code: string;
  /** The moment of creation; the price is of this moment. */
  at: string;
  paymentEndAt: string;
  price: OrderPrice;
  /** Null of a post-test request. */
  sessionIdOf: (applicationId: string) => string | null;
  /** The booking and the version of its arrangement that this order pays; Public when absent. */
  booking?: { id: string; version: number };
  /** The lines are post-test requests. */
  isPostTest?: true;
  /** What else the same statement does: lines leave the cart. */
  submitting?: RawBuilder<unknown>;
};

/**
 * Writes an order with the snapshot of its price, line by line (C26), and what follows from it: its end is planned and its owner told,
 * of a booking's by the booking itself. All in one statement.
 * @returns how many lines left the cart.
 */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<{ submitted: number }> {
  const { lines } = order.price;
  const placing = recording({
    kind: 'order',
    id: order.id,
    event: 'place',
    actor: { kind: 'candidate', id: order.accountId },
    to: 'PaymentPending',
  });
  const of = (pick: (line: PriceLine) => number) => lines.map(pick);
  const { rows } = await sql<{ submitted: number }>`
    with ${order.submitting ?? sql`changed as (select where false)`}, placed as (
      insert into exam_order (id, account_id, code, category, status, original_amount, tier_discount_amount, late_entry_charge_amount,
        total_amount, pay_amount, payment_start_at, payment_end_at, created_at, request_key, booking_id, booking_version)
      values (${order.id}, ${order.accountId}, ${order.code}, ${categoryOf(order)}, 'PaymentPending', ${order.price.originalAmount},
        ${order.price.tierDiscountAmount}, ${order.price.lateEntryChargeAmount}, ${order.price.totalAmount}, ${order.price.payAmount},
        ${order.at}, ${order.paymentEndAt}, ${order.at}, ${order.requestKey},
        ${order.booking?.id ?? null}::uuid, ${order.booking?.version ?? null}::integer)
    ), begun as (${placing}), queued as (${enqueueing(jobsOf(order))}), lines as (
    insert into order_item (order_id, id, application_id, session_id, position, original_amount, local_fee_amount, board_fee_amount,
      other_fee_amount, vat, tier_count, tier_discount_amount, late_entry_stage, late_entry_charge_amount, pay_amount, is_post_test)
    select ${order.id}::uuid, line.*, ${order.isPostTest ?? false} from unnest(
      ${lines.map(() => randomId())}::uuid[], ${lines.map((line) => line.applicationId)}::uuid[],
      ${lines.map((line) => order.sessionIdOf(line.applicationId))}::uuid[], ${lines.map((_, position) => position)}::integer[],
      ${of((line) => line.originalAmount)}::integer[], ${of((line) => line.localFeeAmount)}::integer[],
      ${of((line) => line.boardFeeAmount)}::integer[], ${of((line) => line.otherFeeAmount)}::integer[],
      ${of((line) => line.vat)}::integer[], ${of((line) => line.tierCount)}::integer[],
      ${of((line) => line.tierDiscountAmount)}::integer[], ${lines.map((line) => line.lateEntryStage)}::text[],
      ${of((line) => line.lateEntryChargeAmount)}::integer[], ${of((line) => line.payAmount)}::integer[]
    ) as line)
    select (select count(*) from changed)::integer as submitted from queued`.execute(tx);
  return rows[0] ?? { submitted: 0 };
}

function jobsOf({ id: orderId, paymentEndAt, booking }: NewOrder): Job[] {
  const deadline = deadlineJob(orderId, paymentEndAt);
  return booking ? [deadline] : [deadline, { task: 'orders.tellPlaced', payload: { orderId } }];
}

/** An order ends unpaid at this instant; of two of the same order the later call stands. */
export function deadlineJob(orderId: string, dueAt: string): Job {
  return { task: 'payments.deadline', payload: { orderId }, jobKey: `deadline:${orderId}`, dueAt };
}

function categoryOf({ booking, isPostTest }: NewOrder): OrderRow['category'] {
  if (booking) return 'Booking';
  return isPostTest ? 'PostTest' : 'Public';
}

/** The order that a request with this key made of these applications; null when there is none. */
export async function findPlaced(
  tx: Tx,
  {
    accountId,
    requestKey,
    applicationIds,
  }: { accountId: string; requestKey: string; applicationIds: readonly string[] },
): Promise<{ id: string; code: string; amount: number; isNocharge: boolean } | null> {
  const { rows } = await sql<{ id: string; code: string; amount: number; isNocharge: boolean }>`
    select placed.id, placed.code, placed.pay_amount as amount, placed.pay_amount = 0 as "isNocharge"
    from exam_order placed
    where placed.account_id = ${accountId} and placed.request_key = ${requestKey}
      and (select array_agg(item.application_id order by item.application_id) from order_item item where item.order_id = placed.id)
        = (select array_agg(id order by id) from unnest(${[...applicationIds]}::uuid[]) as wanted (id))`.execute(tx);
  return rows[0] ?? null;
}

/** Locks an order, own only when `accountId` is given. Null when there is none. */
export async function lockOrder(
  tx: Tx,
  { orderId, accountId }: { orderId: string; accountId?: string },
): Promise<OrderRow | null> {
  const row = await tx
    .selectFrom('exam_order')
    .selectAll()
    .where('id', '=', orderId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The ids of an order's applications, in the order's sequence, and their sessions; post-test requests have none. */
export async function itemsOf(tx: Tx, orderId: string): Promise<{ applicationId: string; sessionId: string | null }[]> {
  const rows = await tx
    .selectFrom('order_item')
    .select(['application_id', 'session_id'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ applicationId: row.application_id, sessionId: row.session_id }));
}

/** The sessions of an order's lines. */
export async function sessionIdsOf(tx: Tx, orderId: string): Promise<string[]> {
  return (await itemsOf(tx, orderId)).flatMap((item) => item.sessionId ?? []);
}

/** The post-test requests of an order. */
export async function requestsOfOrder(tx: Tx, orderId: string): Promise<string[]> {
  return (await itemsOf(tx, orderId)).flatMap((item) => (item.sessionId === null ? [item.applicationId] : []));
}

/** One's own order, not locked. @throws Refusal NOT_FOUND when it is absent or another's. */
export async function findOwnOrder(
  tx: Tx,
  { orderId, accountId }: { orderId: string; accountId: string },
): Promise<OrderRow> {
  const row = await tx
    .selectFrom('exam_order')
    .selectAll()
    .where('id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? refuse('NOT_FOUND');
}
