import { isPayExpired } from '@exam/contract/rules';
import { openBookingOrder, type OrderFollower } from '#checkout/orders';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { theGateway, theSystem } from '#platform/transition';
import { closeItem } from '#office/work-items';
import { moveBooking } from '../move.ts';
import { payFacts } from './order.ts';
import { type BookingRow, lockBooking } from '../store.ts';
import { tellPaymentFailed } from '../notify.ts';

/** How a booking moves with its order (9.3#8, #9, #10). The order's row is locked, so the booking is locked second. */
export const bookingFollower: OrderFollower = {
  paid: async (tx, order, actor) => {
    const booking = await bookingOf(tx, order.booking_id);
    if (!booking || booking.status === 'Completed') return;
    await moveBooking(tx, booking, { event: 'pay', actor });
    const now = await readNow(tx);
    await tx.updateTable('booking').set({ completed_at: now }).where('id', '=', booking.id).execute();
    await closeItem(tx, { kind: 'bookingToPrice', objectId: booking.id });
  },
  progressed: async (tx, order, { isAccepted, isTold }) => {
    const booking = await bookingOf(tx, order.booking_id);
    if (isAccepted && booking?.status === 'Confirming') {
      await moveBooking(tx, booking, { event: 'accept', actor: theGateway });
    }
    if (!isAccepted && booking?.status === 'Processing' && order.status !== 'PaymentSuccessful') {
      await moveBooking(tx, booking, { event: 'release', actor: theSystem });
      if (isTold) await tellPaymentFailed(tx, booking.id);
    }
  },
  // Money for an arrangement that still counts and may still be paid; older ones cannot be paid any more (C38).
  mayRevive: async (tx, order) => {
    const booking = await bookingOf(tx, order.booking_id);
    if (booking?.status !== 'Confirming' || booking.pending === 'Rejected') return false;
    if (booking.arrangement_version !== order.booking_version) return false;
    const facts = payFacts(booking);
    if (!facts || isPayExpired({ ...facts, now: await readNow(tx) })) return false;
    return (await openBookingOrder(tx, { bookingId: booking.id })) === null;
  },
};

async function bookingOf(tx: Tx, bookingId: string | null): Promise<BookingRow | null> {
  return bookingId === null ? null : await lockBooking(tx, bookingId);
}
