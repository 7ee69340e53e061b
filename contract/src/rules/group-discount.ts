import { priceOrder } from './price.ts';
import type { OrderPrice, PricedPaper, TierFee } from './price.ts';
import { shareOf } from './rounding.ts';

/** A step of the usual group table: from how many of one paper in one order, and how many per cent off the local fee. */
export interface GroupStep {
  from: number;
  to: number | null;
  percentOff: number;
}

/** The two readings of the group discount are two steps of one table. A product may have its own, or none. */
export const usualGroupSteps: readonly GroupStep[] = [
  { from: 1, to: 4, percentOff: 0 },
  { from: 5, to: 9, percentOff: 8 },
  { from: 10, to: null, percentOff: 20 },
];

/** The fee of the specification's example in fen: 450.00 + 953.34 + 96.66 = 1,500.00 (3-domain 5.4). */
export const sampleFees = { localFee: 45_000, boardFee: 95_334, vat: 9666 } as const;

/** The most registrations one order takes (S-15), and so the most that can be counted together. */
export const maximumOrderLines = 50;

/** The most subjects that are registered for in one pass. */
export const maximumSittings = 10;

/** The usual steps as the absolute local fees, in fen, that a paper stores. */
export function groupTiersOf(localFee: number): TierFee[] {
  return usualGroupSteps.map(({ from, to, percentOff }) => ({
    from,
    to,
    localFee: shareOf(localFee, 100 - percentOff, 100),
  }));
}

/** What a paper costs for a group of one order. Amounts in fen. */
export interface GroupPrice extends Pick<OrderPrice, 'originalAmount' | 'tierDiscountAmount' | 'payAmount'> {
  count: number;
  /** What each registration costs. */
  eachAmount: number;
  /** How many more registrations bring the next lower fee, and what each would then cost; null when none does. */
  next: { more: number; eachAmount: number } | null;
}

type GroupPaper = Pick<PricedPaper, 'localFee' | 'boardFee' | 'vat' | 'tierFees'>;

/**
 * What `count` registrations for one paper cost in one order, without late entry (R-51, 3-domain 5.5). It asks `priceOrder`, so that it
 * says what the cart will say. `count` is 1 to `maximumOrderLines`.
 */
export function groupPrice(paper: GroupPaper, count: number): GroupPrice {
  const price = priceOfGroup(paper, count);
  const eachAmount = eachOf(price);
  const following = paper.tierFees
    .map((tier) => tier.from)
    .filter((from) => from > count && from <= maximumOrderLines)
    .map((from) => ({ more: from - count, eachAmount: eachOf(priceOfGroup(paper, from)) }))
    .find((step) => step.eachAmount < eachAmount);
  return {
    count,
    originalAmount: price.originalAmount,
    tierDiscountAmount: price.tierDiscountAmount,
    payAmount: price.payAmount,
    eachAmount,
    next: following ?? null,
  };
}

function priceOfGroup(paper: GroupPaper, count: number): OrderPrice {
  const priced: PricedPaper = {
    ...paper,
    sessionSubjectId: 'group',
    isTier: paper.tierFees.length > 0,
    isLateEntryCharge: false,
    lateEntryCharges: [],
  };
  const applications = Array.from({ length: count }, (_, index) => ({
    applicationId: String(index),
    papers: [priced],
  }));
  // Without late-entry stages the moment plays no part.
  return priceOrder(applications, '2026-01-01T00:00:00.000Z');
}

function eachOf({ lines }: OrderPrice): number {
  return lines[0]?.payAmount ?? 0;
}
