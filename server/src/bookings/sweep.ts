import { addMinutes, chinaDateOf, forgottenAfterDays, addDays } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import { reading, type Tx } from '#platform/database';
import { Refusal } from '#platform/errors';
import { logError } from '#platform/log';
import { theSystem } from '#platform/transition';
import { inTransaction } from '#platform/database';
import { changeBooking } from './change.ts';
import { endWithdrawn } from './desk.ts';
import { checkMove, moveBooking } from './move.ts';
import { type BookingRow, lockBooking } from './store.ts';
import { tellExpiring } from './tell.ts';

/** How long before its end of payment a booking is reminded of. */
const reminderHours = 48;
/** Bookings looked at in one run; the next run sees the rest. */
const batch = 100;

type End = { event: 'withdrawUnpaid' | 'withdrawForgotten'; reason: 'NotPaid' | 'ExpectedDatePassed' };
const unpaid: End = { event: 'withdrawUnpaid', reason: 'NotPaid' };
const forgotten: End = { event: 'withdrawForgotten', reason: 'ExpectedDatePassed' };

/**
 * What time alone does to bookings: the exam began unpaid (9.3#13), the expected date passed 30 days ago (9.3#14), the end of payment is
 * near. Safe to run at any time and in several workers at once. A booking whose payment is under way is left to the next run.
 */
export async function sweepBookings(): Promise<void> {
  const due = await reading(readDue);
  for (const id of due.unpaid) await end(id, unpaid);
  for (const id of due.forgotten) await end(id, forgotten);
  for (const id of due.expiring) await inTransaction((tx) => remind(tx, id));
}

async function readDue(tx: Tx) {
  const now = await readNow(tx);
  const lastExpected = addDays(chinaDateOf(now), -forgottenAfterDays);
  const idsOf = async (condition: ReturnType<typeof sql<boolean>>) =>
    (await tx.selectFrom('booking').select('id').where(condition).orderBy('id').limit(batch).execute()).map(
      (row) => row.id,
    );
  return {
    unpaid: await idsOf(sql<boolean>`status = 'Confirming' and first_start_at <= ${now}`),
    forgotten: await idsOf(sql<boolean>`status in ('Initiated', 'Drafted') and expected_date <= ${lastExpected}`),
    expiring: await idsOf(sql<boolean>`status = 'Confirming' and pending is distinct from 'Rejected'
      and not is_pay_restriction_lifted and pay_end_at > ${now} and pay_end_at <= ${addMinutes(now, reminderHours * 60)}
      and not exists (select from message where message.object_id = booking.id and message.kind = 'bookingExpiring'
        and message.created_at >= (select max(issued_at) from booking_arrangement where booking_id = booking.id))`),
  };
}

async function end(bookingId: string, { event, reason }: End): Promise<void> {
  try {
    await changeBooking({
      bookingId,
      actor: theSystem,
      check: async (tx, booking) => {
        checkMove(booking, event, theSystem);
        // Staff may have set another date since it was found.
        if (event === 'withdrawUnpaid' && (booking.first_start_at ?? '') > (await readNow(tx)))
          throw new Refusal('ILLEGAL_STATE');
      },
      make: async (tx, booking): Promise<BookingRow> => {
        await moveBooking(tx, booking, { event, actor: theSystem, reason });
        await endWithdrawn(tx, booking, reason);
        return booking;
      },
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    logError('a booking could not be ended yet', { bookingId, code: error.code });
  }
}

async function remind(tx: Tx, bookingId: string): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  if (booking.status === 'Confirming' && booking.arrangement_version !== null) await tellExpiring(tx, booking);
}
