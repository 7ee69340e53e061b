import type { OrderStatus } from '../entities/scalars.ts';
import { addMinutes, earliest } from './china-date.ts';
import type { Instant } from './china-date.ts';

/** What is known, under the locks, when a channel reports money for an order. */
export interface PaidFacts {
  orderStatus: OrderStatus;
  /** Whether it was its owner who ended an expired order. */
  isGivenUp: boolean;
  now: Instant;
  /** Whether every seat the order needs is free. Asked only of an expired order. */
  seatsFree: boolean;
  /** Whether anybody waits for one of those seats. */
  waiting: boolean;
  /** The end of registration of every line's session. */
  publishEndAt: readonly Instant[];
  graceMinutes: number;
}

/** What becomes of the money: it always ends as a seat or as a refund. */
export type PaidDecision =
  | { decision: 'complete' | 'revive' }
  | { decision: 'refund'; reason: 'LatePayment' | 'DuplicatePayment' };

/**
 * Decides what a confirmed payment does to its order (S-3, C17): a pending order is completed, also past its deadline as long as its
 * seats are held; an expired one is revived when all seats are free, nobody waits and registration plus grace is not over, else refunded;
 * one that its owner gave up is refunded, for its owner no longer wants it; so is a second payment of a paid order.
 */
export function decidePayment(facts: PaidFacts): PaidDecision {
  if (facts.orderStatus === 'PaymentPending') return { decision: 'complete' };
  if (facts.orderStatus === 'PaymentSuccessful') return { decision: 'refund', reason: 'DuplicatePayment' };
  const end = earliest(facts.publishEndAt);
  const inTime = end !== null && facts.now <= addMinutes(end, facts.graceMinutes);
  return !facts.isGivenUp && facts.seatsFree && !facts.waiting && inTime
    ? { decision: 'revive' }
    : { decision: 'refund', reason: 'LatePayment' };
}
