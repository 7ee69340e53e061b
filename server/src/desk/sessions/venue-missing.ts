import { letterStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Sweep } from '#office/work-items';

/** Exams of the next three weeks that somebody is registered for and that have no venue, due a week before: the family is told then. Booked ones are named where the booking is. */
export const venuesMissing: Sweep = async (tx) => {
  const { rows } = await sql<{ id: string; isBooked: boolean; officeId: string; dueAt: string; label: string }>`
    select distinct on (coalesce(session.booking_id, session.id)) coalesce(session.booking_id, session.id) as id,
      session.booking_id is not null as "isBooked", session.office_id as "officeId", session.starts_at - interval '7 days' as "dueAt",
      coalesce(booking.code, product.code) || ' ' || session.exam_date::text as label
    from exam_session session join product on product.id = session.product_id
    left join booking on booking.id = session.booking_id
    where session.status = 'Published' and session.venue_id is null
      and session.exam_date >= (select app_now() at time zone 'Asia/Shanghai')::date and session.exam_date <= (select app_now() at time zone 'Asia/Shanghai')::date + 21
      and session.starts_at > (select app_now()) and session.starts_at < (select app_now()) + interval '21 days'
      and exists (select from application where application.session_id = session.id and application.deleted_at is null
        and application.status = any(${[...letterStates]}::text[]))
    order by coalesce(session.booking_id, session.id), session.starts_at`.execute(tx);
  return rows.map(({ id, isBooked, ...item }) => ({
    objectKind: isBooked ? 'booking' : 'session',
    objectId: id,
    ...item,
  }));
};
