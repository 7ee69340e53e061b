import { addMinutes, chinaDateOf, forgottenAfterDays, addDays } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { eachByItself, eachDue, isLeft } from '#platform/each';
import { Refusal } from '#platform/errors';
import { logError } from '#platform/log';
import { theSystem } from '#platform/transition';
import { dueToLapse, lapseDate } from './arrangement/another-date.ts';
import { changeBooking } from './request/change.ts';
import { endWithdrawn } from './staff-acts.ts';
import { checkMove, moveBooking } from './move.ts';
import { type BookingRow, lockBooking } from './store.ts';
import { tellExpiring } from './notify.ts';

/** How long before its end of payment a booking is reminded of. */
const reminderHours = 48;
/** Bookings looked at in one batch; the next run sees the rest. */
const batch = 100;

type End = { event: 'withdrawUnpaid' | 'withdrawForgotten'; reason: 'NotPaid' | 'ExpectedDatePassed' };
const unpaid: End = { event: 'withdrawUnpaid', reason: 'NotPaid' };
const forgotten: End = { event: 'withdrawForgotten', reason: 'ExpectedDatePassed' };

/**
 * What time alone does to bookings: the exam began unpaid (9.3#13), the expected date passed 30 days ago (9.3#14), another date was
 * proposed and nobody answered, the end of payment is near. Safe to run at any time and in several workers at once. A booking whose payment is under way is left to the next run.
 */
export async function sweepBookings(): Promise<void> {
  const sweeps = [
    () => eachDue(dueToEnd, ({ id }) => end(id, unpaid)),
    () => eachDue(dueToForget, ({ id }) => end(id, forgotten)),
    () => eachDue(dueToLapse, ({ id }) => inTransaction((tx) => lapseDate(tx, id))),
    () => eachDue(dueToRemind, ({ id }) => inTransaction((tx) => remind(tx, id))),
  ];
  await eachByItself(sweeps, (sweep) => sweep());
}

async function dueBy(tx: Tx, tried: readonly string[], condition: RawBuilder<unknown>): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from booking where ${condition} and id <> all(${[...tried]}::uuid[]) order by id limit ${batch}`.execute(
    tx,
  );
  return rows;
}

async function dueToEnd(tx: Tx, tried: readonly string[]) {
  return await dueBy(tx, tried, sql`status = 'Confirming' and first_start_at <= ${await readNow(tx)}`);
}

async function dueToForget(tx: Tx, tried: readonly string[]) {
  const lastExpected = addDays(chinaDateOf(await readNow(tx)), -forgottenAfterDays);
  return await dueBy(tx, tried, sql`status in ('Initiated', 'Drafted') and expected_date <= ${lastExpected}`);
}

async function dueToRemind(tx: Tx, tried: readonly string[]) {
  const now = await readNow(tx);
  return await dueBy(
    tx,
    tried,
    sql`status = 'Confirming' and pending is distinct from 'Rejected'
      and not is_pay_restriction_lifted and pay_end_at > ${now} and pay_end_at <= ${addMinutes(now, reminderHours * 60)}
      and not exists (select from message where message.object_id = booking.id and message.kind = 'bookingExpiring'
        and message.created_at >= (select max(issued_at) from booking_arrangement where booking_id = booking.id))`,
  );
}

async function end(bookingId: string, { event, reason }: End): Promise<typeof isLeft | null> {
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
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    logError('a booking could not be ended yet', { bookingId, code: error.code });
    return isLeft;
  }
}

async function remind(tx: Tx, bookingId: string): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  if (booking.status === 'Confirming' && booking.arrangement_version !== null) await tellExpiring(tx, booking);
}
