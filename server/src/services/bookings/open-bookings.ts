import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** How many bookings of an account are neither completed nor over (9.3): they are in the way of closing it. */
export async function countOpenBookings(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from booking
    where account_id = ${accountId} and status in ('Initiated', 'Drafted', 'Confirming', 'Processing')`.execute(tx);
  return rows[0]?.count ?? 0;
}
