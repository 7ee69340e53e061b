import { earliest } from './china-date.ts';
import type { Instant } from './china-date.ts';
import { lateEntryAt } from './late-entry.ts';
import type { LateEntry, LateEntryCharge } from './late-entry.ts';
import { shareOf } from './rounding.ts';

/** A row of the group table: from `from` to `to` applications (null = without end) the local fee is `localFee` fen. */
export interface TierFee {
  from: number;
  to: number | null;
  localFee: number;
}

/** A paper of a session with its fees in fen; `vat` is stored, never derived (spec 3-domain 5.4). */
export interface PricedPaper {
  sessionSubjectId: string;
  localFee: number;
  boardFee: number;
  vat: number;
  isTier: boolean;
  tierFees: readonly TierFee[];
  isLateEntryCharge: boolean;
  lateEntryCharges: readonly LateEntryCharge[];
}

/** One application: one paper, or the papers of a combined set, sold as one line. */
export interface CartApplication {
  applicationId: string;
  papers: readonly PricedPaper[];
}

/** The price of one line, all in fen. `localFeeAmount` and `vat` are after the tier discount: local + board + other + vat + late entry = pay. */
export interface PriceLine {
  applicationId: string;
  originalAmount: number;
  localFeeAmount: number;
  boardFeeAmount: number;
  otherFeeAmount: number;
  vat: number;
  /** Applications of this order for the same paper (of a set: for its first paper). */
  tierCount: number;
  tierDiscountAmount: number;
  lateEntryStage: string | null;
  lateEntryChargeAmount: number;
  payAmount: number;
  /** When a dearer late-entry stage begins for this line; null when none does. */
  stageEndAt: Instant | null;
}

/** The price of a whole order, sums of its lines: total = original + late entry, pay = total - discount. */
export interface OrderPrice {
  lines: PriceLine[];
  originalAmount: number;
  tierDiscountAmount: number;
  lateEntryChargeAmount: number;
  totalAmount: number;
  payAmount: number;
  /** The earliest of the lines' stage ends: the cap of the payment window (R-45). */
  stageEndAt: Instant | null;
}

interface PaperPrice {
  original: number;
  local: number;
  vat: number;
  late: LateEntry;
}

/**
 * The price of applications bought together in an order created at `now` (spec 3-domain 5.5): cart preview and order creation call this
 * and nothing else computes a price. Tiers count per paper within the order; lines are rounded, sums never.
 */
export function priceOrder(applications: readonly CartApplication[], now: Instant): OrderPrice {
  const counts = countPapers(applications);
  const lines = applications.map((application) => priceLine(application, counts, now));
  const originalAmount = sumOf(lines, (line) => line.originalAmount);
  const tierDiscountAmount = sumOf(lines, (line) => line.tierDiscountAmount);
  const lateEntryChargeAmount = sumOf(lines, (line) => line.lateEntryChargeAmount);
  const totalAmount = originalAmount + lateEntryChargeAmount;
  return {
    lines,
    originalAmount,
    tierDiscountAmount,
    lateEntryChargeAmount,
    totalAmount,
    payAmount: totalAmount - tierDiscountAmount,
    stageEndAt: earliest(lines.flatMap((line) => line.stageEndAt ?? [])),
  };
}

/** VAT proposed for fees in fen at rates in hundredths of a per cent (600 = 6 %), rounded half up by part (spec 3-domain 5.4). */
export function proposedVat(
  fees: { localFee: number; boardFee: number },
  rates: { localRate: number; boardRate: number },
): number {
  return shareOf(fees.localFee, rates.localRate, 10_000) + shareOf(fees.boardFee, rates.boardRate, 10_000);
}

function priceLine(application: CartApplication, counts: ReadonlyMap<string, number>, now: Instant): PriceLine {
  const { papers, applicationId } = application;
  const countOf = (paper: PricedPaper): number => counts.get(paper.sessionSubjectId) ?? 0;
  const prices = papers.map((paper) => pricePaper(paper, countOf(paper), now));
  const originalAmount = sumOf(prices, (price) => price.original);
  const localFeeAmount = sumOf(prices, (price) => price.local);
  const boardFeeAmount = sumOf(papers, (paper) => paper.boardFee);
  const vat = sumOf(prices, (price) => price.vat);
  const lateEntryChargeAmount = sumOf(prices, (price) => price.late.fee);
  const netAmount = localFeeAmount + boardFeeAmount + vat;
  return {
    applicationId,
    originalAmount,
    localFeeAmount,
    boardFeeAmount,
    otherFeeAmount: 0,
    vat,
    tierCount: papers[0] ? countOf(papers[0]) : 0,
    tierDiscountAmount: originalAmount - netAmount,
    lateEntryStage: prices.find((price) => price.late.stage !== null)?.late.stage ?? null,
    lateEntryChargeAmount,
    payAmount: netAmount + lateEntryChargeAmount,
    stageEndAt: earliest(prices.flatMap((price) => price.late.stageEndAt ?? [])),
  };
}

function pricePaper(paper: PricedPaper, count: number, now: Instant): PaperPrice {
  const local = tierLocalFee(paper, count);
  const taxed = paper.localFee + paper.boardFee;
  const vat = local === paper.localFee ? paper.vat : shareOf(paper.vat, local + paper.boardFee, taxed);
  const late = lateEntryAt(paper.isLateEntryCharge ? paper.lateEntryCharges : [], now);
  return { original: taxed + paper.vat, local, vat, late };
}

// A tier never makes a paper dearer, whatever the table says.
function tierLocalFee(paper: PricedPaper, count: number): number {
  if (!paper.isTier) return paper.localFee;
  const tier = paper.tierFees.find(({ from, to }) => from <= count && (to === null || count <= to));
  return Math.min(paper.localFee, tier?.localFee ?? paper.localFee);
}

function countPapers(applications: readonly CartApplication[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { sessionSubjectId } of applications.flatMap((application) => application.papers)) {
    counts.set(sessionSubjectId, (counts.get(sessionSubjectId) ?? 0) + 1);
  }
  return counts;
}

function sumOf<T>(items: readonly T[], amountOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}
