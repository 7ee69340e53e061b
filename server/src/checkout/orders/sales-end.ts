import type { Tx } from '#platform/database';
import { sessionsForSale } from '#offer/sessions';
import { followerOf } from './followers.ts';
import { type OrderRow, sessionIdsOf } from './store.ts';

/** Until when each thing ordered can be had: the end of its session's registration, or what the order's follower says. */
export async function closingsOf(tx: Tx, order: OrderRow): Promise<string[]> {
  const follower = followerOf(order.category);
  if (follower?.closesAt) return [await follower.closesAt(tx, order)].flatMap((at) => at ?? []);
  const sessions = await sessionsForSale(tx, await sessionIdsOf(tx, order.id));
  return sessions.map((session) => session.publishEndAt);
}
