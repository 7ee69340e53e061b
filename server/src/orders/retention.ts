import { sql } from 'kysely';
import { isHeld, type Sweep } from '#holds';
import { nobodysAccount } from '#platform/nobody';

/** An order is over when it was paid or when its time to pay ended. */
const closedAt = sql`coalesce(exam_order.payment_completed_at, exam_order.payment_end_at)`;

/** Who paid: after seven years the books name nobody; numbers and sums stay as they are (S-18). */
export const retention: Sweep[] = [
  {
    class: 'orderPerson',
    due: ({ border }) => sql`
      select exam_order.id, to_char(${closedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        ${isHeld({
          class: 'orderPerson',
          orders: sql.ref('exam_order.id'),
          personKey: sql`any(select application.person_key from order_item item
            join application on application.id = item.application_id where item.order_id = exam_order.id)`,
          session: sql`select item.session_id from order_item item where item.order_id = exam_order.id`,
        })} as is_held
      from exam_order
      where exam_order.account_id <> ${nobodysAccount} and exam_order.status <> 'PaymentPending'
        and ${closedAt} <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      const wanted = sql`any(${[...ids]}::uuid[])`;
      await sql`update application set account_id = ${nobodysAccount}
        where id in (select application_id from order_item where order_id = ${wanted})`.execute(tx);
      await sql`update post_test set account_id = ${nobodysAccount}
        where id in (select post_test_id from order_item where order_id = ${wanted})`.execute(tx);
      await sql`update booking set account_id = ${nobodysAccount}
        where id in (select booking_id from exam_order where id = ${wanted})`.execute(tx);
      await sql`update seat_allocation set account_id = ${nobodysAccount} where order_id = ${wanted}`.execute(tx);
      await sql`update cancellation_request set account_id = ${nobodysAccount} where order_id = ${wanted}`.execute(tx);
      await sql`update fapiao set account_id = ${nobodysAccount}, email_sealed = null, email_masked = '***',
        title = case buyer when 'Personal' then '***' else title end where order_id = ${wanted}`.execute(tx);
      await sql`delete from note where object_kind = 'order' and object_id = ${wanted}`.execute(tx);
      await sql`update exam_order set account_id = ${nobodysAccount}, request_key = null where id = ${wanted}`.execute(
        tx,
      );
    },
  },
];
