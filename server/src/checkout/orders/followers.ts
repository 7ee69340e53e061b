import type { Tx } from '#platform/database';
import type { Actor } from '#platform/transition';
import type { OrderRow } from './store.ts';

/**
 * What a domain wants to know of the orders of its category, in the order's own transaction and under its row lock: a booking moves
 * with its order. Orders knows nothing of who follows.
 */
export type OrderFollower = {
  /** The order is paid (9.4#4, #5, #9). */
  paid: (tx: Tx, order: OrderRow, actor: Actor) => Promise<void>;
  /** The channel has accepted a payment whose result comes later, or none of its payments is accepted any more. */
  progressed: (tx: Tx, order: OrderRow, progress: { isAccepted: boolean; isTold: boolean }) => Promise<void>;
  /** Whether money that came after the order's end may still pay it. No seat is counted for these orders. */
  mayRevive: (tx: Tx, order: OrderRow) => Promise<boolean>;
  /** The order ended unpaid: at its deadline or given up (9.4#6, #8). */
  ended?: (tx: Tx, order: OrderRow, actor: Actor) => Promise<void>;
  /** Until when what was ordered can be had at all; null for no such end. Absent where sessions decide. */
  closesAt?: (tx: Tx, order: OrderRow) => Promise<string | null>;
};

/** Who follows orders, by their category. */
export type OrderFollowers = Readonly<Partial<Record<OrderRow['category'], OrderFollower>>>;

let followers: OrderFollowers | null = null;

/** Sets who follows orders: `app.ts` collects them from the domains. */
export function useFollowers(all: OrderFollowers): void {
  followers = all;
}

/** Who follows the orders of a category; null where nobody does. @throws Error before the domains are collected: an order must not go on without its booking. */
export function followerOf(category: OrderRow['category']): OrderFollower | null {
  if (followers === null) throw new Error('Orders were used before app.ts said who follows them.');
  return followers[category] ?? null;
}
