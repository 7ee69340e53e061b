import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** Bookings of a candidate that are under way, those that are kept, and the last day they were about, a China date. */
export async function bookingsOfCandidate(
  tx: Tx,
  candidateId: string,
): Promise<{ busy: number; kept: number; lastExam: string | null }> {
  const { rows } = await sql<{ busy: number; kept: number; lastExam: string | null }>`
    select count(*) filter (where status in ('Initiated', 'Drafted', 'Confirming', 'Processing'))::integer as busy,
      count(*)::integer as kept, max(coalesce(first_exam_date, expected_date))::text as "lastExam"
    from booking where candidate_id = ${candidateId} and anonymised_at is null`.execute(tx);
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
