import type { ClosingBlocker } from '@exam/contract/entities';
import { sql } from 'kysely';
import { countOpenApplications } from '#applications';
import { countUnpaidOrders } from '#orders';
import type { Tx } from '#platform/database';
import { countOpenRefunds } from '#refunds';

/** What stands in the way of closing an account, each kind with how many there are; nothing that is not there. */
export async function blockersOf(tx: Tx, accountId: string): Promise<ClosingBlocker[]> {
  const orders = await countUnpaidOrders(tx, accountId);
  const { upcoming, services } = await countOpenApplications(tx, accountId);
  const refunds = await countOpenRefunds(tx, accountId);
  const bookings = await countOpenBookings(tx, accountId);
  const found: ClosingBlocker[] = [
    { kind: 'UnpaidOrder', count: orders },
    { kind: 'UpcomingExam', count: upcoming },
    { kind: 'OpenRefund', count: refunds },
    { kind: 'OpenBooking', count: bookings + services },
  ];
  return found.filter(({ count }) => count > 0);
}

/** Bookings that are neither completed nor over (9.3). */
async function countOpenBookings(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from booking
    where account_id = ${accountId} and status in ('Initiated', 'Drafted', 'Confirming', 'Processing')`.execute(tx);
  return rows[0]?.count ?? 0;
}
