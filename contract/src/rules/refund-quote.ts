import type { ChinaDate, Instant } from './china-date.ts';
import { seedRefundPolicy } from './refund-policy.ts';
import type { RefundPolicyRow, cancellationRefusals } from './refund-policy.ts';
import { shareOf } from './rounding.ts';
import { lastMomentBefore } from './working-days.ts';
import type { WorkingCalendar } from './working-days.ts';

/** What was paid for one application, in fen: local fee and VAT after the tier discount. */
export interface PaidFees {
  localFee: number;
  boardFee: number;
  vat: number;
  lateEntryCharge: number;
  otherFee: number;
}

/** Everything a quote depends on. */
export interface RefundFacts {
  cause: 'Provider' | 'Candidate';
  origin: 'Public' | 'Booking';
  /** The moment of the request, not of the decision. */
  requestedAt: Instant;
  /** The end of registration, of a booked exam its payment deadline. */
  deadlineAt: Instant;
  examDate: ChinaDate;
  /** The start of the exam; of a combined set, the start of its first paper. */
  examStartAt: Instant;
  paid: PaidFees;
  /** Whether this product gives the board fee back until the end of registration. */
  boardFeeRefundable: boolean;
  calendar: WorkingCalendar;
}

/** What the candidate is told before confirming, and what is frozen in the request. */
export interface RefundQuote {
  ok: true;
  row: RefundPolicyRow['row'];
  percent: number;
  documentsRequired: boolean;
  /** The row's limit of working days before the exam; 0 for none. */
  workingDaysBefore: number;
  /** Whether the board fee with its VAT is part of the amount. */
  boardFeeReturned: boolean;
  /** Fen. */
  amount: number;
}

/**
 * The refund for an application by the first row of the policy that matches (R-72, C33). Of a candidate's request nothing is quoted once
 * the exam or a part of its set has started (row X). Local fee and board fee each carry their share of VAT; each share is rounded half
 * up once. Late entry and other fees come back with row P0 only.
 */
export function quoteRefund(
  facts: RefundFacts,
  policy: readonly RefundPolicyRow[] = seedRefundPolicy,
): RefundQuote | { ok: false; code: (typeof cancellationRefusals)[number] } {
  const closed = facts.requestedAt >= facts.examStartAt;
  const row = policy.find((each) => matches(each, facts));
  if (!row || (closed && facts.cause === 'Candidate')) return { ok: false, code: 'CANCELLATION_CLOSED' };
  const { percent, documentsRequired, workingDaysBefore } = row;
  const boardFeeReturned = row.of === 'Everything' || isBoardFeeBack(row, facts);
  const terms = { row: row.row, percent, documentsRequired, workingDaysBefore, boardFeeReturned };
  return { ok: true, ...terms, amount: amountOf(row, facts) };
}

function matches(row: RefundPolicyRow, facts: RefundFacts): boolean {
  if (row.cause !== facts.cause) return false;
  if (row.origin !== null && row.origin !== facts.origin) return false;
  if (row.untilRegistrationEnds && !isInTime(facts)) return false;
  if (row.workingDaysBefore === 0) return true;
  return facts.requestedAt < lastMomentBefore(facts.calendar, facts.examDate, row.workingDaysBefore);
}

function isInTime({ requestedAt, deadlineAt }: RefundFacts): boolean {
  return requestedAt <= deadlineAt;
}

function isBoardFeeBack({ percent }: RefundPolicyRow, facts: RefundFacts): boolean {
  return facts.boardFeeRefundable && facts.origin === 'Public' && percent > 0 && isInTime(facts);
}

function amountOf(row: RefundPolicyRow, facts: RefundFacts): number {
  const { localFee, boardFee, vat, lateEntryCharge, otherFee } = facts.paid;
  const everything = localFee + boardFee + vat + lateEntryCharge + otherFee;
  if (row.of === 'Everything') return shareOf(everything, row.percent, 100);
  return refundedOf(facts.paid, { percent: row.percent, boardFeeReturned: isBoardFeeBack(row, facts) });
}

/** Fen: a share of the local fee, and the board fee where it comes back, each with its own VAT. */
export function refundedOf(
  { localFee, boardFee, vat }: PaidFees,
  { percent, boardFeeReturned }: Pick<RefundQuote, 'percent' | 'boardFeeReturned'>,
): number {
  const taxed = localFee + boardFee;
  const withVat = (fee: number, share: number): number =>
    fee === 0 ? 0 : shareOf(fee * share, taxed + vat, taxed * 100);
  return withVat(localFee, percent) + withVat(boardFeeReturned ? boardFee : 0, 100);
}
