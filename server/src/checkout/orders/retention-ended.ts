import { type RawBuilder, sql } from 'kysely';
import { forgetFapiao } from '#books/fapiao';
import { isHeld, type Sweep } from '#office/holds';
import type { Tx } from '#platform/database';
import { nobodysAccount } from '#platform/nobody';
import { orderBelongs } from './hold-scope.ts';
import { forgetWhatIsSaid } from './forget-records.ts';

const { orders, session, cases } = orderBelongs;

/**
 * Orders ten years after the last thing happened to their money: each goes as a whole, and the books carry its sums forward (S-18). One of
 * which something is open, which still leads to a name, or whose day at the channel nobody closed, is not over.
 */
export const endings: Sweep = {
  class: 'order',
  due: ({ border }) => sql`
    select exam_order.id, to_char(order_closed_at(exam_order) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
      ${isHeld({ class: 'order', orders, session, cases })} as is_held
    from exam_order
    where exam_order.account_id = ${nobodysAccount} and coalesce(exam_order.payment_completed_at, exam_order.payment_end_at) <= ${border}::timestamptz
      and order_closed_at(exam_order) <= ${border}::timestamptz and order_is_at_rest(exam_order)
      and not order_lapsed(exam_order)`,
  forget: endOrders,
};

/** Everything that tells of the orders; registrations, bookings and seats stay as the statistics they have become. */
async function endOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  const orders = sql`any(${[...ids]}::uuid[])`;
  await sql`select carry_orders_forward(${[...ids]}::uuid[])`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select id from exam_order where id = ${orders}
    union all select id from payment where order_id = ${orders}
    union all select id from payment_attempt where order_id = ${orders}
    union all select id from refund where order_id = ${orders}
    union all select id from fapiao where order_id = ${orders}
    union all select id from cancellation_request where order_id = ${orders}
    union all select id from payment_exception where order_id = ${orders}
    union all select id from payment_exception
      where payment_id in (select id from payment where order_id = ${orders})`.execute(tx);
  await forgetWhatIsSaid(
    tx,
    rows.map(({ id }) => id),
  );
  await forgetFapiao(tx, ids);
  for (const statement of rowsOf(orders)) await statement.execute(tx);
}

/** The rows themselves, those that point before those that are pointed at. */
function rowsOf(orders: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const refunds = sql`select id from refund where order_id = ${orders}`;
  return [
    sql`update post_test set cancel_refund_id = null where cancel_refund_id in (${refunds})`,
    sql`delete from cancellation_item where refund_id in (${refunds})`,
    sql`delete from cancellation_item where request_id in (select id from cancellation_request where order_id = ${orders})`,
    sql`delete from cancellation_request where order_id = ${orders}`,
    sql`delete from payment_exception where order_id = ${orders}`,
    sql`delete from payment_exception where payment_id in (select id from payment where order_id = ${orders})`,
    sql`delete from refund where order_id = ${orders}`,
    sql`delete from payment where order_id = ${orders}`,
    sql`delete from payment_event where trade_no in (select trade_no from payment_attempt where order_id = ${orders})`,
    sql`delete from payment_attempt where order_id = ${orders}`,
    sql`delete from order_item where order_id = ${orders}`,
    sql`delete from exam_order where id = ${orders}`,
  ];
}
