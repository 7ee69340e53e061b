import { addSeconds, chinaDateOf } from '@exam/contract/rules';
import { accountContact } from '#people/accounts';
import { type Catalogue, nameIn, productById } from '#offer/catalogue';
import { notify } from '#people/notices';
import type { Tx } from '#platform/database';
import { letterFacts } from '#registering/applications';
import { namedExamOf } from '#registering/letters';
import type { ProposalRow } from './arrangement/date-proposals.ts';
import type { BookingRow } from './store.ts';

/** Acknowledges a request (9.3#1). */
export async function tellSubmitted(tx: Tx, bookingId: string): Promise<void> {
  const { about, values } = await factsOf(tx, bookingId);
  await notify(tx, { kind: 'bookingSubmitted', values, ...about });
}

/** Asks to check and pay a new arrangement (9.3#3), or a changed one (9.3#4, #6); once for each version. */
export async function tellArranged(
  tx: Tx,
  { bookingId, version, isFirst }: { bookingId: string; version: number; isFirst: boolean },
): Promise<void> {
  const { about, values, toPay } = await factsOf(tx, bookingId);
  if (isFirst) await notify(tx, { kind: 'bookingConfirmed', values: { ...values, ...toPay }, ...about, version });
  else await notify(tx, { kind: 'bookingUpdated', values: { ...values, ...toPay }, ...about, version });
}

/** Acknowledges that an arrangement was sent back (9.3#5). */
export async function tellRejected(tx: Tx, bookingId: string): Promise<void> {
  const { about, values, row } = await factsOf(tx, bookingId);
  await notify(tx, { kind: 'bookingRejected', values, ...about, version: row.version });
}

/** Tells why a booking was ended by staff or by time (9.3#12, #13, #14). */
export async function tellWithdrawn(tx: Tx, bookingId: string): Promise<void> {
  const { about, values } = await factsOf(tx, bookingId);
  await notify(tx, { kind: 'bookingWithdrawn', values, ...about });
}

/** Tells the new end of payment (9.3#15). */
export async function tellExtended(tx: Tx, bookingId: string): Promise<void> {
  const { about, values, toPay, row } = await factsOf(tx, bookingId);
  await notify(tx, { kind: 'bookingExtended', values: { ...values, ...toPay }, ...about, version: row.version });
}

/** Tells that an accepted payment came to nothing (9.3#9). */
export async function tellPaymentFailed(tx: Tx, bookingId: string): Promise<void> {
  const { about, values, row } = await factsOf(tx, bookingId);
  await notify(tx, { kind: 'bookingPaymentFailed', values, ...about, version: row.version });
}

/** Reminds of the end of payment, once for each version of the arrangement. */
export async function tellExpiring(tx: Tx, { id, arrangement_version: version }: BookingRow): Promise<void> {
  const { about, values, toPay } = await factsOf(tx, id);
  await notify(tx, { kind: 'bookingExpiring', values: { ...values, ...toPay }, ...about, version: version ?? 1 });
}

type Told = {
  kind: 'bookingDateProposed' | 'bookingDateAgreed' | 'bookingDateKept';
  booking: Pick<BookingRow, 'id'>;
  proposal: Pick<ProposalRow, 'id' | 'papers' | 'answer_by'>;
};

/** Tells of another date: that it is proposed, that it holds now, or that the old one stays (decision 0044). Speaks of the first exam that moves. */
export async function tellDate(
  tx: Tx,
  { kind, booking, proposal: { id, papers, answer_by: answerBy } }: Told,
): Promise<void> {
  const { about, values } = await factsOf(tx, booking.id);
  const [first] = papers.filter(
    (each) =>
      each.previousDate !== each.examDate ||
      each.previousStartTime !== each.startTime ||
      each.previousEndTime !== each.endTime,
  );
  if (!first) return;
  const { examDate, startTime, previousDate, previousStartTime: previousTime } = first;
  const lastDay = chinaDateOf(addSeconds(answerBy, -0.001));
  await notify(tx, {
    kind,
    values: { ...values, examDate, startTime, previousDate, previousTime, lastDay },
    ...about,
    key: id,
  });
}

type Elsewhere = { applicationId: string; catalogue: Catalogue; version: number };

/** Tells that a booked exam is held elsewhere, once for each version of the booking that staff changed. */
export async function tellVenueChanged(tx: Tx, { applicationId, catalogue, version }: Elsewhere): Promise<void> {
  const facts = await letterFacts(tx, { applicationId });
  if (!facts) return;
  const { accountId } = facts;
  const { language } = await accountContact(tx, accountId);
  const values = namedExamOf(facts, catalogue, language);
  await notify(tx, { kind: 'venueChanged', values, accountId, objectId: applicationId, version });
}

async function factsOf(tx: Tx, bookingId: string) {
  const row = await tx.selectFrom('booking').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow();
  const { language } = await accountContact(tx, row.account_id);
  const product = await productById(tx, row.product_id);
  const isLifted = row.is_pay_restriction_lifted && row.first_start_at !== null;
  return {
    row,
    about: { accountId: row.account_id, objectId: bookingId },
    values: {
      bookingId,
      bookingCode: row.code,
      productName: product ? nameIn(language, product) : '',
      candidateName: `${row.last_name} ${row.first_name}`.trim(),
    },
    toPay: { amount: row.amount ?? 0, payBefore: (isLifted ? row.first_start_at : row.pay_end_at) ?? '' },
  };
}
