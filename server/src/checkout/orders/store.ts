import type { OrderPrice } from '@exam/contract/rules';
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
  code: string;
  /** The moment of creation; the price is of this moment. */
  at: string;
  paymentEndAt: string;
  price: OrderPrice;
  /** Null of a post-test request. */
  sessionIdOf: (applicationId: string) => string | null;
  /** The booking and the version of its arrangement that this order pays; Public when absent. */
  booking?: { id: string; version: number };
  /** What else is handed to the queue with it. */
  jobs?: readonly Job[];
  /** The lines are post-test requests. */
  isPostTest?: true;
  /** The request that places it, where that is not the current one. */
  requestId?: string | null;
};

/*
 * How an order is placed: what placing/place.ts locks before this statement, and what the statement writes. Rows are locked in ascending id, for
 * no key update.
 *
 *   claimKeys       idempotency_key                                    an order under this key is placed once
 *       |
 *   lockOrdersOf    advisory lock of each account's orders             then: what each account holds unpaid
 *       |
 *   lockForOrders   application                                        then: price, limits, time to pay (draftOf)
 *       |
 *   decideSeats     exam_session                                       then: seats, all of an order or none
 *       |
 *   insertOrders    one statement
 *       |-- also    application Submitted, its history                 (submitting)
 *       |           seat_allocation, exam_session.registered, seat_event   (seating)
 *       |-- placed  exam_order PaymentPending; its trigger holds the account for key share, so that it is not closed meanwhile
 *       |-- begun   history of the order
 *       |-- queued  jobs: payments.deadline, orders.tellPlaced, guardians.ask
 *       |-- lines   order_item with its part of the price
 *       |
 *   completeOrder   only where there is nothing to pay
 *       |
 *   commit          with the answers kept under their keys
 *
 * The desk (platform/desk.ts) serves everybody who waits in one such transaction, and first skips rows that somebody else has locked. For orders of
 * bookings (placing/book.ts) and of post-test requests (placing/place-services.ts) the callers lock; these take no seats and pass no `also`.
 */

/**
 * Writes orders with the snapshots of their prices, line by line (C26), and what follows from them: their ends are planned and their owners
 * told, of a booking's by the booking itself. All in one statement.
 * @param also what else that statement does: seats are taken, lines leave the cart (parts of a `with`; `changed` has those that left).
 * @returns how many lines left the cart.
 */
export async function insertOrders(
  tx: Tx,
  orders: readonly NewOrder[],
  also: RawBuilder<unknown> = sql`changed as (select where false)`,
): Promise<{ submitted: number }> {
  const placing = recording(
    ...orders.map(({ id, accountId, requestId }) => ({
      kind: 'order' as const,
      id,
      event: 'place' as const,
      actor: { kind: 'candidate' as const, id: accountId },
      to: 'PaymentPending',
      ...(requestId === undefined ? {} : { requestId }),
    })),
  );
  const per = <Value>(pick: (order: NewOrder) => Value) => orders.map(pick);
  const lines = orders.flatMap((order) => order.price.lines.map((line, position) => ({ ...line, order, position })));
  const of = <Value>(pick: (line: (typeof lines)[number]) => Value) => lines.map(pick);
  const { rows } = await sql<{ submitted: number }>`
    with ${also}, placed as (
      insert into exam_order (id, account_id, code, category, status, original_amount, tier_discount_amount, late_entry_charge_amount,
        total_amount, pay_amount, payment_start_at, payment_end_at, created_at, booking_id, booking_version)
      select id, account_id, code, category, 'PaymentPending', original_amount, tier_discount_amount, late_entry_charge_amount,
        total_amount, pay_amount, at, payment_end_at, at, booking_id, booking_version
      from unnest(
        ${per(({ id }) => id)}::uuid[], ${per(({ accountId }) => accountId)}::uuid[], ${per(({ code }) => code)}::text[],
        ${per(categoryOf)}::text[], ${per(({ price }) => price.originalAmount)}::integer[],
        ${per(({ price }) => price.tierDiscountAmount)}::integer[], ${per(({ price }) => price.lateEntryChargeAmount)}::integer[],
        ${per(({ price }) => price.totalAmount)}::integer[], ${per(({ price }) => price.payAmount)}::integer[],
        ${per(({ at }) => at)}::timestamptz[], ${per(({ paymentEndAt }) => paymentEndAt)}::timestamptz[],
        ${per(({ booking }) => booking?.id ?? null)}::uuid[], ${per(({ booking }) => booking?.version ?? null)}::integer[]
      ) as new (id, account_id, code, category, original_amount, tier_discount_amount, late_entry_charge_amount, total_amount, pay_amount,
        at, payment_end_at, booking_id, booking_version)
    ), begun as (${placing}), queued as (${enqueueing(orders.flatMap(jobsOf))}), lines as (
      insert into order_item (order_id, id, application_id, session_id, position, original_amount, local_fee_amount, board_fee_amount,
        other_fee_amount, vat, tier_count, tier_discount_amount, late_entry_stage, late_entry_charge_amount, pay_amount, is_post_test)
      select * from unnest(
        ${of(({ order }) => order.id)}::uuid[], ${of(() => randomId())}::uuid[], ${of((line) => line.applicationId)}::uuid[],
        ${of(({ order, applicationId }) => order.sessionIdOf(applicationId))}::uuid[], ${of((line) => line.position)}::integer[],
        ${of((line) => line.originalAmount)}::integer[], ${of((line) => line.localFeeAmount)}::integer[],
        ${of((line) => line.boardFeeAmount)}::integer[], ${of((line) => line.otherFeeAmount)}::integer[],
        ${of((line) => line.vat)}::integer[], ${of((line) => line.tierCount)}::integer[],
        ${of((line) => line.tierDiscountAmount)}::integer[], ${of((line) => line.lateEntryStage)}::text[],
        ${of((line) => line.lateEntryChargeAmount)}::integer[], ${of((line) => line.payAmount)}::integer[],
        ${of(({ order }) => order.isPostTest ?? false)}::boolean[]
      )
    )
    select (select count(*) from changed)::integer as submitted from queued`.execute(tx);
  return rows[0] ?? { submitted: 0 };
}

function jobsOf({ id: orderId, paymentEndAt, booking, jobs = [] }: NewOrder): Job[] {
  const deadline = deadlineJob(orderId, paymentEndAt);
  return booking ? [deadline, ...jobs] : [deadline, { task: 'orders.tellPlaced', payload: { orderId } }, ...jobs];
}

/** An order ends unpaid at this instant; of two of the same order the later call counts. */
export function deadlineJob(orderId: string, dueAt: string): Job {
  return { task: 'payments.deadline', payload: { orderId }, jobKey: `deadline:${orderId}`, dueAt };
}

function categoryOf({ booking, isPostTest }: NewOrder): OrderRow['category'] {
  if (booking) return 'Booking';
  return isPostTest ? 'PostTest' : 'Public';
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
    .forNoKeyUpdate()
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
