import { isPayExpired, payableUntil } from '@exam/contract/rules';
import { createBooked } from '#registering/applications';
import { openBookingOrder, placeBookingOrder, type PlacedOrder } from '#checkout/orders';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { record } from '#platform/transition';
import { arrangeSessions } from '#offer/sessions';
import { checkMove } from '../move.ts';
import { openBooked, openForm } from '../request/person.ts';
import { type Arrangement, type BookingRow, currentArrangement, ownBooking } from '../store.ts';

/** What decides until when a booking may be paid; null before its first arrangement. */
export function payFacts(
  booking: Pick<BookingRow, 'pay_end_at' | 'first_start_at' | 'is_pay_restriction_lifted'>,
): { payEndAt: string; firstStartAt: string; isLifted: boolean } | null {
  const { pay_end_at: payEndAt, first_start_at: firstStartAt, is_pay_restriction_lifted: isLifted } = booking;
  return payEndAt === null || firstStartAt === null ? null : { payEndAt, firstStartAt, isLifted };
}

/** Until when staff asked for the payment of a confirmed booking: a payment that they let come later does not move it. */
export async function payDeadlineOf(tx: Tx, bookingId: string): Promise<string> {
  const { pay_end_at: end } = await tx
    .selectFrom('booking')
    .select('pay_end_at')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return end ?? '';
}

/**
 * Places the order of a booking's arrangement (9.3#7, 9.2#1): an application for each paper, one order for all, to pay until the booking's
 * pay end. The one that is open already is given again.
 * @throws Refusal NOT_FOUND, ILLEGAL_STATE (nothing to pay, or sent back to staff), BOOKING_EXPIRED.
 */
export async function orderBooking({
  accountId,
  bookingId,
}: {
  accountId: string;
  bookingId: string;
}): Promise<PlacedOrder> {
  return await inTransaction(async (tx) => {
    const booking = await ownBooking(tx, { id: bookingId, accountId, lock: true });
    const open = await openBookingOrder(tx, { bookingId });
    if (open) return { id: open.id, code: open.code, amount: open.pay_amount, isNocharge: false };
    const actor = { kind: 'candidate', id: accountId } as const;
    checkMove(booking, 'order', actor);
    const now = await readNow(tx);
    const facts = payFacts(booking) ?? refuse('ILLEGAL_STATE');
    if (isPayExpired({ ...facts, now })) refuse('BOOKING_EXPIRED');
    return await placeArranged(tx, booking, { now, paymentEndAt: payableUntil(facts) });
  });
}

/** The order of a locked booking's current arrangement, with its sessions and applications; the caller has checked that it may be. */
export async function placeArranged(
  tx: Tx,
  booking: BookingRow,
  { now, paymentEndAt }: { now: string; paymentEndAt: string },
): Promise<PlacedOrder> {
  const { id: bookingId, account_id: accountId } = booking;
  const actor = { kind: 'candidate', id: accountId } as const;
  await record(tx, { kind: 'booking', id: bookingId, event: 'order', actor, to: 'Confirming' });
  const arrangement = await currentArrangement(tx, booking);
  const lines = await makeLines(tx, booking, { arrangement, now, paymentEndAt });
  const bookingVersion = arrangement.version;
  return await placeBookingOrder(tx, { accountId, bookingId, bookingVersion, lines, now, paymentEndAt });
}

async function makeLines(
  tx: Tx,
  booking: BookingRow,
  { arrangement, now, paymentEndAt }: { arrangement: Arrangement; now: string; paymentEndAt: string },
) {
  const subjectId = await subjectOf(tx, booking.product_id);
  const sessions = await arrangeSessions(tx, {
    bookingId: booking.id,
    productId: booking.product_id,
    officeId: booking.office_id,
    subjectId,
    payEndAt: paymentEndAt,
    now,
    papers: arrangement.papers.map((paper) => ({
      title: paper.subject,
      titleEn: paper.subject_en,
      cityId: paper.city_id,
      venueId: paper.venue_id,
      place: paper.place,
      examDate: paper.exam_date,
      startTime: paper.start_time,
      endTime: paper.end_time,
      localFee: paper.local_fee,
      boardFee: paper.board_fee,
      vat: paper.vat,
    })),
  });
  const ids = await createBooked(tx, {
    bookingId: booking.id,
    accountId: booking.account_id,
    productId: booking.product_id,
    person: await openBooked(tx, booking),
    formTemplateId: booking.form_template_id,
    formJson: openForm(booking),
    formFilesId: booking.form_files_id,
    now,
    papers: sessions.map((session, index) => ({
      ...session,
      subjectId,
      examDate: arrangement.papers[index]?.exam_date ?? '',
      amount: arrangement.papers[index]?.total ?? 0,
    })),
  });
  return sessions.map((session, index) => ({ ...session, applicationId: ids[index] ?? refuse('INTERNAL') }));
}

/** The catalogue's subject that stands for any paper of a booked product. */
async function subjectOf(tx: Tx, productId: string): Promise<string> {
  const row = await tx
    .selectFrom('subject')
    .select('id')
    .where('product_id', '=', productId)
    .where('status', '=', 'Active')
    .orderBy('sort')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id ?? refuse('PRODUCT_NOT_OPEN');
}
