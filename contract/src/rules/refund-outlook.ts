import { earliest } from './china-date.ts';
import type { Instant } from './china-date.ts';
import { quoteEnd } from './quote-end.ts';
import type { RefundPolicyRow } from './refund-policy.ts';
import { type PaidFees, type RefundFacts, quoteRefund, refundedOf } from './refund-quote.ts';

/** What a candidate who cancels now gets back, before anything is paid: the row that counts now, and until when it does. */
export interface RefundTermsNow {
  /** The first moment of another row. */
  until: Instant;
  /** Per cent of the local fee with its VAT. */
  percent: number;
  documentsRequired: boolean;
  /** Whether the board fee with its VAT comes back too. */
  boardFeeReturned: boolean;
}

/** What would come back of several lines, in fen, and until when that is so; null where nothing does. */
export type RefundOutlook = { amount: number; until: Instant; documentsRequired: boolean } | null;

/** The terms that count at `requestedAt`; null where nothing comes back. */
export function refundTermsNow(
  facts: Omit<RefundFacts, 'cause' | 'paid'>,
  policy?: readonly RefundPolicyRow[],
): RefundTermsNow | null {
  const asked: RefundFacts = { ...facts, cause: 'Candidate', paid: nothing };
  const quote = quoteRefund(asked, policy);
  if (!quote.ok || quote.percent === 0) return null;
  const { percent, documentsRequired, boardFeeReturned } = quote;
  return { until: quoteEnd(asked, policy), percent, documentsRequired, boardFeeReturned };
}

const nothing: PaidFees = { localFee: 0, boardFee: 0, vat: 0, lateEntryCharge: 0, otherFee: 0 };

/** What comes back of all lines if each is cancelled by its own terms; the earliest end of those of which something does. */
export function refundOutlook(lines: readonly { terms: RefundTermsNow | null; paid: PaidFees }[]): RefundOutlook {
  const back = lines.flatMap(({ terms, paid }) => {
    const amount = terms === null ? 0 : refundedOf(paid, terms);
    return terms === null || amount === 0 ? [] : [{ ...terms, amount }];
  });
  const until = earliest(back.map((line) => line.until));
  if (until === null) return null;
  return {
    amount: back.reduce((sum, line) => sum + line.amount, 0),
    until,
    documentsRequired: back.some((line) => line.documentsRequired),
  };
}
