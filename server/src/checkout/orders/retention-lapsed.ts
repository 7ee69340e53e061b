import { type RawBuilder, sql } from 'kysely';
import { forgetAccountOfSeats } from '#offer/sessions';
import { forgetUnpaid } from '#registering/applications';
import { isHeld, type Sweep } from '#office/holds';
import type { Tx } from '#platform/database';
import { nobodysAccount } from '#platform/nobody';
import { theSystem } from '#platform/transition';
import { orderBelongs } from './hold-scope.ts';
import { expireOrder } from './expire.ts';
import { forgetWhatIsSaid } from './forget-records.ts';

/**
 * Orders that ended without any money, a year after their time to pay: they go as a whole, and their registrations, which were never paid,
 * name nobody and belong to no account from then on. How many there were, and of how much, stays (S-18).
 */
export const lapses: Sweep = {
  class: 'lapsedOrder',
  due: ({ border }) => sql`
    select exam_order.id, to_char(exam_order.payment_end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
      ${isHeld({ class: ['lapsedOrder', 'orderPerson', 'order', 'examRecord'], ...orderBelongs })} as is_held
    from exam_order
    where exam_order.status = 'PaymentExpired' and exam_order.payment_end_at <= ${border}::timestamptz
      and order_lapsed(exam_order) and lapsed_order_is_at_rest(exam_order)`,
  forget: forgetLapsed,
};

/**
 * Forgets orders that nobody paid; those a backup brings back while they still waited for their money end first. What was paid after all
 * refuses to go: its money refers to it.
 */
async function forgetLapsed(tx: Tx, ids: readonly string[]): Promise<void> {
  const orders = sql`any(${[...ids]}::uuid[])`;
  const { rows: waiting } = await sql<{ id: string }>`
    select id from exam_order where id = ${orders} and status = 'PaymentPending' order by id for update`.execute(tx);
  for (const { id } of waiting)
    await expireOrder(tx, { orderId: id, event: 'expire', actor: theSystem, isTold: false });
  await sql`select count_lapsed_orders(${[...ids]}::uuid[])`.execute(tx);
  await forgetUnpaid(tx, ids);
  await forgetAccountOfSeats(tx, ids);
  for (const statement of unlinked(orders)) await statement.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select id from exam_order where id = ${orders}
    union all select id from payment_attempt where order_id = ${orders}
    union all select id from payment_exception where order_id = ${orders}`.execute(tx);
  await forgetWhatIsSaid(
    tx,
    rows.map(({ id }) => id),
  );
  for (const statement of rowsOf(orders)) await statement.execute(tx);
}

/** Nobody's from now on: what was forgotten before and could be found by the order alone. */
function unlinked(orders: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`update booking set account_id = ${nobodysAccount}
      where anonymised_at is not null and id in (select booking_id from exam_order where id = ${orders})
        and not exists (select from exam_order other where other.booking_id = booking.id and not other.id = ${orders})`,
    sql`update post_test set account_id = ${nobodysAccount}
      where (anonymised_at is not null or deleted_at is not null)
        and id in (select post_test_id from order_item where order_id = ${orders})
        and not exists (select from order_item other where other.post_test_id = post_test.id and not other.order_id = ${orders})`,
  ];
}

/** The rows themselves, those that point before those that are pointed at. */
function rowsOf(orders: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`delete from payment_exception where order_id = ${orders}`,
    sql`delete from payment_event where trade_no in (select trade_no from payment_attempt where order_id = ${orders})`,
    sql`delete from payment_attempt where order_id = ${orders}`,
    sql`delete from order_item where order_id = ${orders}`,
    sql`delete from exam_order where id = ${orders}`,
  ];
}
