import { type BookingEvent, bookingMachine, type BookingStanding, nextBooking } from '@exam/contract/machines';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { type Actor, transition } from '#platform/transition';
import type { BookingRow } from './store.ts';

/** Where a booking is in its two columns. */
export function standingOf(booking: Pick<BookingRow, 'status' | 'pending' | 'pending_before'>): BookingStanding {
  return { process: booking.status, pending: booking.pending, pendingBefore: booking.pending_before };
}

/** @throws Refusal ILLEGAL_STATE when this actor may not cause the event now (9.3). */
export function checkMove(booking: BookingRow, event: BookingEvent, actor: Pick<Actor, 'kind'>): BookingStanding {
  return nextBooking(standingOf(booking), event, actor.kind) ?? refuse('ILLEGAL_STATE');
}

/**
 * Moves a locked booking by an event of 9.3, both columns, and counts its version up.
 * @throws Refusal ILLEGAL_STATE
 */
export async function moveBooking(
  tx: Tx,
  booking: BookingRow,
  { event, actor, reason = null }: { event: BookingEvent; actor: Actor; reason?: string | null },
): Promise<void> {
  const next = checkMove(booking, event, actor);
  const change = (values: { pending: BookingRow['pending']; pending_before: BookingRow['pending_before'] }) =>
    tx.updateTable('booking').set(values).where('id', '=', booking.id);
  // The checks of the table hold at every moment: the pending status goes before the process status leaves it behind.
  await change({ pending: null, pending_before: null }).execute();
  await transition(tx, bookingMachine, { table: 'booking', kind: 'booking', id: booking.id, event, actor, reason });
  await change({ pending: next.pending, pending_before: event === 'accept' ? booking.pending : null })
    .set((row) => ({ version: row('version', '+', 1) }))
    .execute();
}
