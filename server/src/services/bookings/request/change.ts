import { openBookingOrder } from '#checkout/orders';
import { endOrderFor } from '#checkout/payments';
import { startOver } from '#platform/act';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Actor } from '#platform/transition';
import { type BookingRow, lockBooking } from '../store.ts';

/** How often a payment that is started meanwhile is closed before the change is left to a later try. */
const rounds = 3;

type Change<T> = {
  bookingId: string;
  actor: Actor;
  /** Whether the change may be made at all: looked at before a channel is asked, and again under the lock. Throws a refusal. */
  check: (tx: Tx, booking: BookingRow) => Promise<void> | void;
  /** The booking is locked, no order of it is open. */
  make: (tx: Tx, booking: BookingRow) => Promise<T>;
};

/**
 * Changes a booking whose order may be open: the order ends in the same transaction, after its trades were closed at the channel
 * (9.3#4, #5, #11, #12, #13). The order is locked before its booking, as a payment locks them.
 * @throws Refusal of `check`; PAYMENT_IN_PROGRESS, PAYMENT_CHANNEL_DOWN.
 */
export async function changeBooking<T extends object>({ bookingId, actor, check, make }: Change<T>): Promise<T> {
  for (let round = 0; round < rounds; round++) {
    const open = await reading(async (tx) => {
      const booking = await tx
        .selectFrom('booking')
        .selectAll()
        .where('id', '=', bookingId)
        .where('restricted_at', 'is', null)
        .executeTakeFirst();
      await check(tx, booking ?? refuse('NOT_FOUND'));
      return await openBookingOrder(tx, { bookingId });
    });
    const change = async (tx: Tx): Promise<T> => {
      const booking = await lockBooking(tx, bookingId);
      await check(tx, booking);
      return await make(tx, booking);
    };
    const done = open ? await endOrderFor({ orderId: open.id, actor }, change) : await alone(bookingId, change);
    if (done) return done;
    await startOver();
  }
  return refuse('PAYMENT_IN_PROGRESS');
}

/** Null when an order was placed meanwhile. */
async function alone<T>(bookingId: string, change: (tx: Tx) => Promise<T>): Promise<T | null> {
  return await inTransaction(async (tx) => {
    await lockBooking(tx, bookingId);
    return (await openBookingOrder(tx, { bookingId })) ? null : await change(tx);
  });
}
