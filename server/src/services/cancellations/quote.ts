import {
  instantOf,
  isQuoteEndProvisional,
  quoteEnd,
  quoteRefund,
  type RefundFacts,
  type RefundPolicyRow,
} from '@exam/contract/rules';
import type { PaidRegistration } from '#registering/applications';
import { payDeadlineOf } from '#services/bookings';
import { refundTermsAt } from '#offer/catalogue';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { sessionsForSale } from '#offer/sessions';
import { readWorkingCalendar } from '#office/working-days';

/** What a set would give back; amounts in fen by application. */
export type SetQuote = {
  row: RefundPolicyRow['row'];
  percent: number;
  isDocumentRequired: boolean;
  workingDaysBefore: number;
  isBoardFeeReturned: boolean;
  holdsUntil: string;
  isProvisional: boolean;
  total: number;
  amounts: ReadonlyMap<string, number>;
  /** What the quote was made of, kept with the request (C26, C34). */
  frozen: object;
};

type Asking = { cause: 'Provider' | 'Candidate'; at: string };

/**
 * Quotes a set of paid registrations at a moment by the policy their product had when they were ordered (C33, R-72, R-73): the earliest exam of the set
 * decides its deadlines, and a part that has started closes all of it.
 * @throws Refusal CANCELLATION_CLOSED for row X.
 */
export async function quoteSet(tx: Tx, set: readonly PaidRegistration[], { cause, at }: Asking): Promise<SetQuote> {
  const [first] = set;
  if (!first) return refuse('NOT_FOUND');
  const { policy, boardFeeRefundable } = await refundTermsAt(tx, first.productId, first.orderedAt);
  const shared = { cause, requestedAt: at, ...(await datesOf(tx, set)) };
  const calendar = await readWorkingCalendar(tx);
  const factsOf = (one: PaidRegistration): RefundFacts => ({
    ...shared,
    ...originOf(one),
    paid: paidFees(one),
    boardFeeRefundable,
    calendar,
  });
  const amounts = new Map<string, number>();
  for (const one of set) {
    const quote = quoteRefund(factsOf(one), policy);
    if (!quote.ok) return refuse(quote.code);
    amounts.set(one.id, quote.amount);
  }
  const quote = quoteRefund(factsOf(first), policy);
  if (!quote.ok) return refuse(quote.code);
  return {
    row: quote.row,
    percent: quote.percent,
    isDocumentRequired: quote.documentsRequired,
    workingDaysBefore: quote.workingDaysBefore,
    isBoardFeeReturned: quote.boardFeeReturned,
    holdsUntil: quoteEnd(factsOf(first), policy),
    isProvisional: isQuoteEndProvisional(factsOf(first), policy),
    total: [...amounts.values()].reduce((sum, amount) => sum + amount, 0),
    amounts,
    frozen: frozenOf(factsOf(first), policy?.find(({ row }) => row === quote.row) ?? null),
  };
}

type Dates = Pick<RefundFacts, 'deadlineAt' | 'examDate' | 'examStartAt'>;

/** The dates that decide what a set gives back. */
export async function datesOf(tx: Tx, set: readonly PaidRegistration[]): Promise<Dates> {
  const starts = set.map(({ examDate, startTime }) => instantOf(examDate, startTime)).toSorted();
  const dates = set.map(({ examDate }) => examDate).toSorted();
  const [first] = set;
  return {
    deadlineAt: first ? await deadlineOf(tx, first) : '',
    examDate: dates[0] ?? '',
    examStartAt: starts[0] ?? '',
  };
}

/** The end of registration, of a booked exam the deadline of its payment. */
async function deadlineOf(tx: Tx, { bookingId, sessionId }: PaidRegistration): Promise<string> {
  if (bookingId !== null) return await payDeadlineOf(tx, bookingId);
  const [session] = await sessionsForSale(tx, [sessionId]);
  return session?.publishEndAt ?? '';
}

/** Where a registration came from, as the terms tell them apart. */
export function originOf({ category }: PaidRegistration): Pick<RefundFacts, 'origin'> {
  return { origin: category === 'Booking' ? 'Booking' : 'Public' };
}

/** What was paid for one registration. */
export function paidFees(one: PaidRegistration): RefundFacts['paid'] {
  const { localFee, boardFee, vat, lateEntryCharge, otherFee } = one;
  return { localFee, boardFee, vat, lateEntryCharge, otherFee };
}

/** Others of the same order keep their price (C34): the group discount is not computed again. */
function frozenOf(facts: RefundFacts, ownRow: RefundPolicyRow | null): object {
  const { deadlineAt, examDate, examStartAt, boardFeeRefundable, origin } = facts;
  return { deadlineAt, examDate, examStartAt, boardFeeRefundable, origin, ownRow, othersKeepTheirPrice: true };
}
