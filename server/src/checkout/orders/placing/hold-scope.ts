import { sql } from 'kysely';

const registrations = sql`select item.registration_id from order_item item where item.order_id = exam_order.id`;

/** Everybody an order was for; of registrations that name nobody any more, as the account saved them. */
const people = sql`any(
  select unnest(array[application.person_key, saved.person_key, request.person_key]) from order_item item
  left join application on application.id = item.registration_id
  left join candidate saved on saved.id = application.candidate_id
  left join post_test request on request.id = item.post_test_id
  where item.order_id = exam_order.id
  union all select booking.person_key from booking where booking.id = exam_order.booking_id)`;

/** SQL: what holds may keep of an order (`exam_order`) that still leads to people. */
export const orderBelongs = {
  orders: sql.ref('exam_order.id'),
  personKey: people,
  session: sql`select item.session_id from order_item item where item.order_id = exam_order.id`,
  cases: sql`select known.id from misconduct_case known where known.application_id in (${registrations})`,
} as const;
