import type { BookingEvent } from '@exam/contract/machines';
import { checkPayEnd, lastPayMoment, payableUntil } from '@exam/contract/rules';
import { arrangementInput, type ArrangementInput, type AuditAct } from '@exam/contract/staff';
import * as z from 'zod/mini';
import { hasOpenProposal, type Proposal, type Proposals, propose } from '#office/approvals';
import { audit } from '#office/audit';
import { moveOrderEnd, openBookingOrder } from '#checkout/orders';
import { startOver } from '#platform/act';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { readWorkingCalendar } from '#office/working-days';
import { closeItem } from '#office/work-items';
import { issueArrangement, pricesOf } from './arrangement/arrangement.ts';
import { changeBooking } from './request/change.ts';
import { checkMove, moveBooking } from './move.ts';
import { payFacts } from './order/order.ts';
import { openDraft, sealDraft } from './request/person.ts';
import { type BookingRow, lockBooking } from './store.ts';
import { tellArranged, tellExtended, tellWithdrawn } from './notify.ts';

/** Which booking, and what version of it the member of staff looked at (S-1). */
export type Seen = { bookingId: string; version: number };
export type Issuing = 'confirm' | 'update' | 'reissue';

const actorOf = (staff: StaffActor) => ({ kind: 'staff', id: staff.id }) as const;

/**
 * Takes a booking on, so that colleagues see who works on it.
 * @throws Refusal NOT_FOUND for another office's; VERSION_CONFLICT.
 */
export async function takeBooking(staff: StaffActor, seen: Seen): Promise<void> {
  await withBooking(staff, seen, async (tx, booking) => {
    await tx
      .updateTable('booking')
      .set((row) => ({ taken_by: staff.id, taken_by_name: staff.name, version: row('version', '+', 1) }))
      .where('id', '=', booking.id)
      .execute();
    await auditBooking(tx, staff, booking, { action: 'bookings.take' });
  });
}

/** Keeps an unfinished arrangement; the candidate still reads "submitted" (9.3#2). Further drafts keep the state. */
export async function saveDraft(staff: StaffActor, { draft, ...seen }: Seen & { draft: object }): Promise<void> {
  await withBooking(staff, seen, async (tx, booking) => {
    checkMove(booking, 'saveDraft', actorOf(staff));
    if (await hasOpenProposal(tx, { kind: priceKind, objectId: booking.id })) refuse('PROPOSAL_OPEN');
    await moveBooking(tx, booking, { event: 'saveDraft', actor: actorOf(staff) });
    await tx
      .updateTable('booking')
      .set({ draft_sealed: sealDraft(booking.id, draft) })
      .where('id', '=', booking.id)
      .execute();
    await auditBooking(tx, staff, booking, { action: 'bookings.draft' });
  });
}

/**
 * Confirms, updates or re-issues an arrangement (9.3#3, #4, #6): a new version is issued, an order of the one before ends, the candidate
 * is told. At another price than the list's a second person is asked, and until then only the order ends (decision 0096). Of two at once one wins and the
 * other gets VERSION_CONFLICT.
 * @throws Refusal NOT_FOUND, VERSION_CONFLICT, ILLEGAL_STATE, PROPOSAL_OPEN, those of `issueArrangement`, PAYMENT_IN_PROGRESS, PAYMENT_CHANNEL_DOWN.
 */
export async function issue(
  staff: StaffActor,
  { event, arrangement, ...seen }: Seen & { event: Issuing; arrangement: ArrangementInput },
): Promise<void> {
  const actor = actorOf(staff);
  await changeBooking({
    bookingId: seen.bookingId,
    actor,
    check: (_tx, booking) => checkSeen(staff, booking, { ...seen, event }),
    make: async (tx, booking) => {
      if (await hasOpenProposal(tx, { kind: priceKind, objectId: booking.id })) refuse('PROPOSAL_OPEN');
      const { isOffList, ...prices } = await pricesOf(tx, booking, arrangement);
      if (isOffList) await proposePriced(tx, staff, { booking, event, arrangement, prices });
      else await issueNow(tx, staff, { booking, event, arrangement });
      return booking;
    },
  });
}

type Issue = { booking: BookingRow; event: Issuing; arrangement: ArrangementInput };

async function issueNow(tx: Tx, staff: StaffActor, { booking, event, arrangement }: Issue): Promise<void> {
  const before = booking.arrangement_version;
  const version = await issueArrangement(tx, booking, { input: arrangement, staffId: staff.id });
  await moveBooking(tx, booking, { event, actor: actorOf(staff) });
  await closeItem(tx, { kind: 'bookingToPrice', objectId: booking.id });
  await closeItem(tx, { kind: 'bookingRejected', objectId: booking.id });
  const reason = arrangement.priceReason ?? null;
  const after = { arrangement: version, papers: arrangement.papers, payEndDate: arrangement.payEndDate };
  const change = { before: { arrangement: before }, after };
  await auditBooking(tx, staff, booking, { action: `bookings.${event}`, reason, ...change });
  await tellArranged(tx, { bookingId: booking.id, version, isFirst: before === null });
}

/** The kind of proposal that arranges a booking at another price than the list's (S-16). */
const priceKind = 'bookingPrice';

/** `version`: of the arrangement there was; null before the first. */
const proposed = z.object({ issuing: z.enum(['confirm', 'update', 'reissue']), version: z.nullable(z.int()) });

type Priced = Issue & { prices: { amount: number; listAmount: number } };

/** Keeps what is to be sent as the draft, which nobody changes until a colleague has decided. */
async function proposePriced(
  tx: Tx,
  staff: StaffActor,
  { booking, event, arrangement, prices }: Priced,
): Promise<void> {
  await tx
    .updateTable('booking')
    .set((row) => ({ draft_sealed: sealDraft(booking.id, arrangement), version: row('version', '+', 1) }))
    .where('id', '=', booking.id)
    .execute();
  await propose(tx, {
    kind: priceKind,
    objectId: booking.id,
    label: booking.code,
    officeId: booking.office_id,
    payload: { issuing: event, version: booking.arrangement_version, ...prices },
    staff,
    reason: arrangement.priceReason ?? refuse('PRICE_REASON_REQUIRED'),
  });
}

/**
 * The second person agrees to the price: what was proposed is sent.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE or VERSION_CONFLICT where the family, or staff, did something else meanwhile; PAYMENT_IN_PROGRESS while an order is
 * open; those of `issueArrangement`.
 */
async function performPriced(tx: Tx, { objectId, payload }: Proposal, staff: StaffActor): Promise<void> {
  const { issuing: event, version: before } = proposed.parse(payload);
  const booking = await lockBooking(tx, objectId);
  if (await openBookingOrder(tx, { bookingId: objectId })) refuse('PAYMENT_IN_PROGRESS');
  checkOffice(staff, booking.office_id);
  checkMove(booking, event, actorOf(staff));
  if (booking.arrangement_version !== before) refuse('VERSION_CONFLICT');
  await issueNow(tx, staff, { booking, event, arrangement: arrangementInput.parse(openDraft(booking)) });
}

export const proposals: Proposals = { [priceKind]: performPriced };

/**
 * Gives more (or less) time to pay (9.3#15); an open order gets the same end.
 * @throws Refusal as `issue`, PAY_END_PAST, PAY_END_TOO_LATE, PAY_END_AFTER_START.
 */
export async function extendPayEnd(
  staff: StaffActor,
  { payEndDate, reason, ...seen }: Seen & { payEndDate: string; reason: string },
): Promise<void> {
  await withOrder(staff, { ...seen, event: 'extend' }, async (tx, booking) => {
    const facts = await beforeStart(tx, booking);
    const lastMoment = lastPayMoment(await readWorkingCalendar(tx), booking.first_exam_date ?? '');
    const refused = checkPayEnd(payEndDate, { ...facts, lastMoment });
    if (refused) refuse(refused, {}, { payEndDate: refused });
    await moveBooking(tx, booking, { event: 'extend', actor: actorOf(staff), reason });
    await tx.updateTable('booking').set({ pay_end_at: payEndDate }).where('id', '=', booking.id).execute();
    await moveOpenOrder(tx, staff, { booking, end: payableUntil({ ...facts, payEndAt: payEndDate }) });
    const change = { before: { payEndDate: facts.payEndAt }, after: { payEndDate } };
    await auditBooking(tx, staff, booking, { action: 'bookings.extend', reason, ...change });
    await tellExtended(tx, booking.id);
  });
}

/**
 * Lifts the payment-time restriction: the booking may be paid until its first exam begins (9.3#15).
 * @throws Refusal as `issue`, PAY_END_AFTER_START.
 */
export async function liftRestriction(
  staff: StaffActor,
  { reason, ...seen }: Seen & { reason: string },
): Promise<void> {
  await withOrder(staff, { ...seen, event: 'liftRestriction' }, async (tx, booking) => {
    const facts = await beforeStart(tx, booking);
    await moveBooking(tx, booking, { event: 'liftRestriction', actor: actorOf(staff), reason });
    await tx.updateTable('booking').set({ is_pay_restriction_lifted: true }).where('id', '=', booking.id).execute();
    await moveOpenOrder(tx, staff, { booking, end: facts.firstStartAt });
    await auditBooking(tx, staff, booking, { action: 'bookings.lift', reason });
    await tellExtended(tx, booking.id);
  });
}

/**
 * Ends a booking by staff with a reason that its owner reads (9.3#12); nothing may be paid or under way.
 * @throws Refusal as `issue`.
 */
export async function withdrawBooking(
  staff: StaffActor,
  { reason, ...seen }: Seen & { reason: string },
): Promise<void> {
  const actor = actorOf(staff);
  await changeBooking({
    bookingId: seen.bookingId,
    actor,
    check: (_tx, booking) => checkSeen(staff, booking, { ...seen, event: 'withdraw' }),
    make: async (tx, booking) => {
      await moveBooking(tx, booking, { event: 'withdraw', actor, reason });
      await endWithdrawn(tx, booking, reason);
      await auditBooking(tx, staff, booking, { action: 'bookings.withdraw', reason });
      return booking;
    },
  });
}

/** What every withdrawal leaves: its reason, no item on the board, the owner told. */
export async function endWithdrawn(tx: Tx, booking: BookingRow, reason: string): Promise<void> {
  await tx.updateTable('booking').set({ withdraw_reason: reason }).where('id', '=', booking.id).execute();
  await closeItem(tx, { kind: 'bookingToPrice', objectId: booking.id });
  await closeItem(tx, { kind: 'bookingRejected', objectId: booking.id });
  await tellWithdrawn(tx, booking.id);
}

type Work = (tx: Tx, booking: BookingRow) => Promise<void>;

/** Does staff's work on a locked booking. @throws Refusal NOT_FOUND for another office's; VERSION_CONFLICT. */
export async function withBooking(staff: StaffActor, seen: Seen, work: Work): Promise<void> {
  await inTransaction(async (tx) => {
    const booking = await lockBooking(tx, seen.bookingId);
    checkSeen(staff, booking, seen);
    await work(tx, booking);
  });
}

/** How often an order that is placed meanwhile lets the act begin again before it is left to a later try. */
const rounds = 3;

/**
 * The open order is locked before its booking, as a payment locks them. One that was placed while this waited for the booking is not: it
 * would be locked after it, and a payment of it and this would wait for each other.
 * @throws Refusal as `withBooking`; PAYMENT_IN_PROGRESS.
 */
async function withOrder(staff: StaffActor, seen: Seen & { event: BookingEvent }, work: Work): Promise<void> {
  const { bookingId } = seen;
  for (let round = 0; round < rounds; round++) {
    const isDone = await inTransaction(async (tx) => {
      const locked = await openBookingOrder(tx, { bookingId, lock: true });
      const booking = await lockBooking(tx, bookingId);
      if ((await openBookingOrder(tx, { bookingId }))?.id !== locked?.id) return false;
      checkSeen(staff, booking, seen);
      await work(tx, booking);
      return true;
    });
    if (isDone) return;
    await startOver();
  }
  refuse('PAYMENT_IN_PROGRESS');
}

function checkSeen(staff: StaffActor, booking: BookingRow, seen: Seen & { event?: BookingEvent }): void {
  checkOffice(staff, booking.office_id);
  if (booking.version !== seen.version) refuse('VERSION_CONFLICT');
  if (seen.event) checkMove(booking, seen.event, actorOf(staff));
}

async function beforeStart(tx: Tx, booking: BookingRow) {
  const facts = payFacts(booking) ?? refuse('ILLEGAL_STATE');
  const now = await readNow(tx);
  return now < facts.firstStartAt ? { ...facts, now } : refuse('PAY_END_AFTER_START');
}

async function moveOpenOrder(
  tx: Tx,
  staff: StaffActor,
  { booking, end }: { booking: BookingRow; end: string },
): Promise<void> {
  const open = await openBookingOrder(tx, { bookingId: booking.id });
  if (open) await moveOrderEnd(tx, { orderId: open.id, paymentEndAt: end, staffId: staff.id });
}

type Note = { action: AuditAct; reason?: string | null; before?: object; after?: object };

/** Writes down what staff did with a booking. */
export async function auditBooking(tx: Tx, staff: StaffActor, booking: BookingRow, note: Note): Promise<void> {
  await audit(tx, { staff, object: { kind: 'booking', id: booking.id }, ...note });
}
