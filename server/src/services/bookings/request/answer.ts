import { isOfLength, cancellationLimits } from '@exam/contract/rules';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { readWorkingCalendar } from '#office/working-days';
import { closeItem, openItem } from '#office/work-items';
import { changeBooking } from './change.ts';
import { dueInWorkingDays } from './due.ts';
import { checkMove, moveBooking } from '../move.ts';
import { sealWords } from './person.ts';
import type { BookingRow } from '../store.ts';
import { tellRejected } from '../notify.ts';

type Answer = { accountId: string; bookingId: string; reason: string };

/**
 * Sends an arrangement back to staff with a reason (9.3#5, R-63): it stays alive, the open order ends.
 * @throws Refusal NOT_FOUND, BOOKING_REASON, ILLEGAL_STATE, PAYMENT_IN_PROGRESS, PAYMENT_CHANNEL_DOWN
 */
export async function rejectBooking({ accountId, bookingId, ...input }: Answer): Promise<void> {
  const reason = checkedReason(input.reason);
  const actor = { kind: 'candidate', id: accountId } as const;
  await changeBooking({
    bookingId,
    actor,
    check: (_tx, booking) => {
      checkOwn(booking, accountId);
      checkMove(booking, 'reject', actor);
    },
    make: async (tx, booking) => {
      await moveBooking(tx, booking, { event: 'reject', actor, reason });
      await tx
        .updateTable('booking')
        .set(sealWords(bookingId, 'reject_reason', reason))
        .where('id', '=', bookingId)
        .execute();
      await openRejected(tx, booking);
      await tellRejected(tx, bookingId);
      return booking;
    },
  });
}

/**
 * Ends a booking at the candidate's wish, for good (9.3#11, R-63): nothing may be paid or under way.
 * @throws Refusal as `rejectBooking`.
 */
export async function cancelBooking({ accountId, bookingId, ...input }: Answer): Promise<void> {
  const reason = checkedReason(input.reason);
  const actor = { kind: 'candidate', id: accountId } as const;
  await changeBooking({
    bookingId,
    actor,
    check: (_tx, booking) => {
      checkOwn(booking, accountId);
      checkMove(booking, 'cancel', actor);
    },
    make: async (tx, booking) => {
      await moveBooking(tx, booking, { event: 'cancel', actor, reason });
      await tx
        .updateTable('booking')
        .set(sealWords(bookingId, 'cancel_reason', reason))
        .where('id', '=', bookingId)
        .execute();
      await closeItem(tx, { kind: 'bookingToPrice', objectId: bookingId });
      await closeItem(tx, { kind: 'bookingRejected', objectId: bookingId });
      return booking;
    },
  });
}

async function openRejected(tx: Tx, booking: BookingRow): Promise<void> {
  const dueAt = dueInWorkingDays(await readWorkingCalendar(tx), await readNow(tx), 1);
  const about = {
    objectKind: 'booking',
    objectId: booking.id,
    officeId: booking.office_id,
    label: booking.code,
  } as const;
  await openItem(tx, { kind: 'bookingRejected', ...about, dueAt });
}

function checkOwn(booking: BookingRow, accountId: string): void {
  if (booking.account_id !== accountId) refuse('NOT_FOUND');
}

function checkedReason(typed: string): string {
  const reason = typed.trim();
  return isOfLength(reason, cancellationLimits.reason)
    ? reason
    : refuse('BOOKING_REASON', {}, { reason: 'BOOKING_REASON' });
}
