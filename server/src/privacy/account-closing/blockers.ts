import type { ClosingBlocker } from '@exam/contract/entities';
import { countOpenApplications } from '#registering/applications';
import { countOpenBookings } from '#services/bookings';
import { countUnpaidOrders } from '#checkout/orders';
import { countOpenRequests } from '#services/post-test';
import type { Tx } from '#platform/database';
import { countOpenRefunds } from '#books/refunds';

/** What is in the way of closing an account, each kind with how many there are; nothing that is not there. */
export async function blockersOf(tx: Tx, accountId: string): Promise<ClosingBlocker[]> {
  const orders = await countUnpaidOrders(tx, accountId);
  const upcoming = await countOpenApplications(tx, accountId);
  const services = await countOpenRequests(tx, accountId);
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
