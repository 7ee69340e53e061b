import { sql } from 'kysely';
import { forgetBuyers } from '#books/fapiao';
import { forgetAccountOfSeats } from '#offer/sessions';
import { forgetNotes } from '#office/notes';
import { isHeld, type Sweep } from '#office/holds';
import { nobodysAccount } from '#platform/nobody';
import { orderBelongs } from './hold-scope.ts';
import { endings } from './retention-ended.ts';
import { lapses } from './retention-lapsed.ts';
import { forgetWhoIsTold } from './forget-records.ts';

/** An order is over when it was paid or when its time to pay ended. */
const closedAt = sql`coalesce(exam_order.payment_completed_at, exam_order.payment_end_at)`;

/** Who paid: after seven years the books name nobody; numbers and sums stay as they are, for three years more (S-18). */
export const retention: Sweep[] = [
  {
    class: 'orderPerson',
    due: ({ border }) => sql`
      select exam_order.id, to_char(${closedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        ${isHeld({ class: 'orderPerson', ...orderBelongs })} as is_held
      from exam_order
      where exam_order.account_id <> ${nobodysAccount} and exam_order.status <> 'PaymentPending'
        and ${closedAt} <= ${border}::timestamptz and not order_lapsed(exam_order)`,
    forget: async (tx, ids) => {
      const wanted = sql`any(${[...ids]}::uuid[])`;
      await sql`update application set account_id = ${nobodysAccount}
        where id in (select application_id from order_item where order_id = ${wanted})`.execute(tx);
      await sql`update post_test set account_id = ${nobodysAccount}
        where id in (select post_test_id from order_item where order_id = ${wanted})`.execute(tx);
      await sql`update booking set account_id = ${nobodysAccount}
        where id in (select booking_id from exam_order where id = ${wanted})`.execute(tx);
      await forgetAccountOfSeats(tx, ids);
      await sql`update cancellation_request set account_id = ${nobodysAccount} where order_id = ${wanted}`.execute(tx);
      await forgetBuyers(tx, ids);
      await forgetNotes(tx, ids);
      await forgetWhoIsTold(tx, ids);
      await sql`update exam_order set account_id = ${nobodysAccount}, request_key = null where id = ${wanted}`.execute(
        tx,
      );
    },
  },
  endings,
  lapses,
];
