import { sql } from 'kysely';
import { isHeld, type Sweep } from '#office/holds';
import { nobodysAccount } from '#platform/nobody';
import { orderBelongs } from './placing/hold-scope.ts';

const { orders, session, cases } = orderBelongs;

/** SQL: whether an account (`account`) has orders. */
export const hasOrders = sql`exists (select from exam_order placed where placed.account_id = account.id)`;

/** SQL: when an order (`exam_order`) was over: paid, or its time to pay ended. */
export const closedAt = sql`coalesce(exam_order.payment_completed_at, exam_order.payment_end_at)`;

/** Which orders are due (S-18). What goes with them lies in many domains: the nightly run puts it together (`privacy/retention`). */
export const orderClocks: Readonly<Record<'orderPerson' | 'order' | 'lapsedOrder', Sweep['due']>> = {
  /** Who paid: after seven years the books name nobody; numbers and sums stay as they are, for three years more. */
  orderPerson: ({ border }) => sql`
    select exam_order.id, to_char(${closedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
      ${isHeld({ class: 'orderPerson', ...orderBelongs })} as is_held
    from exam_order
    where exam_order.account_id <> ${nobodysAccount} and exam_order.status <> 'PaymentPending'
      and ${closedAt} <= ${border}::timestamptz and not order_lapsed(exam_order)`,
  /**
   * Ten years after the last thing happened to their money. One of which something is open, which still leads to a name, or whose day at the
   * channel nobody closed, is not over.
   */
  order: ({ border }) => sql`
    select exam_order.id, to_char(order_closed_at(exam_order) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
      ${isHeld({ class: 'order', orders, session, cases })} as is_held
    from exam_order
    where exam_order.account_id = ${nobodysAccount} and ${closedAt} <= ${border}::timestamptz
      and order_closed_at(exam_order) <= ${border}::timestamptz and order_is_at_rest(exam_order)
      and not order_lapsed(exam_order)`,
  /** Those that ended without any money, a year after their time to pay. */
  lapsedOrder: ({ border }) => sql`
    select exam_order.id, to_char(exam_order.payment_end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
      ${isHeld({ class: ['lapsedOrder', 'orderPerson', 'order', 'examRecord'], ...orderBelongs })} as is_held
    from exam_order
    where exam_order.status = 'PaymentExpired' and exam_order.payment_end_at <= ${border}::timestamptz
      and order_lapsed(exam_order) and lapsed_order_is_at_rest(exam_order)`,
};
