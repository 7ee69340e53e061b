import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { forgetBookings, isBookingHeld } from './retention.ts';

/** A booking that was taken back before it was arranged, and for which nobody was ever asked to pay: no exam came of it, and no paper of the books. */
const isNeverBooked = sql<boolean>`(booking.status in ('CancelledBeforeArrangement', 'WithdrawnBeforeArrangement')
  and not exists (select from exam_order placed where placed.booking_id = booking.id))`;

/** Bookings of a candidate that are under way, those that are kept, and the last day they were about, a China date. Those that were never booked are none. */
export async function bookingsOfCandidate(
  tx: Tx,
  candidateId: string,
): Promise<{ busy: number; kept: number; lastExam: string | null }> {
  const { rows } = await sql<{ busy: number; kept: number; lastExam: string | null }>`
    select count(*) filter (where status in ('Initiated', 'Drafted', 'Confirming', 'Processing'))::integer as busy,
      count(*)::integer as kept, max(coalesce(first_exam_date, expected_date))::text as "lastExam"
    from booking where candidate_id = ${candidateId} and anonymised_at is null and not ${isNeverBooked}`.execute(tx);
  return rows[0] ?? { busy: 0, kept: 0, lastExam: null };
}

/** Takes the bookings of a candidate out of all use but keeping (PIPL 47). */
export async function restrictBookings(tx: Tx, candidateId: string): Promise<void> {
  await sql`
    update booking set restricted_at = app_now()
    where candidate_id = ${candidateId} and anonymised_at is null and restricted_at is null`.execute(tx);
}

/** Gives them back. */
export async function liftBookings(tx: Tx, candidateId: string): Promise<void> {
  await sql`update booking set restricted_at = null where candidate_id = ${candidateId}`.execute(tx);
}

/**
 * Forgets the bookings of a candidate that were never booked, unless a hold keeps one.
 * @returns those that went, with the China dates they were asked for, the earliest first; and how many are held.
 */
export async function forgetNeverBookedOf(
  tx: Tx,
  candidateId: string,
): Promise<{ gone: { id: string; started: string }[]; held: number }> {
  const { rows } = await sql<{ id: string; started: string; isHeld: boolean }>`
    select id, expected_date::text as started, ${isBookingHeld} as "isHeld" from booking
    where candidate_id = ${candidateId} and anonymised_at is null and ${isNeverBooked}
    order by expected_date, id for no key update`.execute(tx);
  const gone = rows.flatMap(({ id, started, isHeld }) => (isHeld ? [] : [{ id, started }]));
  await forgetBookings(
    tx,
    gone.map(({ id }) => id),
  );
  return { gone, held: rows.length - gone.length };
}
