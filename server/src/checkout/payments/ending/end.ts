import { expireOrder, lockOrder } from '#checkout/orders';
import { beforehand } from '#platform/act';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Actor } from '#platform/transition';
import { theSystem } from '#platform/transition';
import { returnSurplus } from '../apply-payment.ts';
import { clearAttempts } from './close-attempts.ts';
import { liveAttempts } from '../store.ts';

/**
 * Ends a pending order unpaid because what it pays for changes, and does the change in the same transaction (C12): the channel is asked
 * and its trades closed first, outside the transaction (C3). Nobody is told that the order expired, for the change is told; unless asked.
 * @returns what `change` gave; null when the order is no longer pending or a payment was started meanwhile: the caller looks again.
 * @throws Refusal PAYMENT_IN_PROGRESS while the channel works on an accepted payment; PAYMENT_CHANNEL_DOWN when it does not answer;
 *   whatever `change` throws, and then the order stays.
 */
export async function endOrderFor<T extends object>(
  { orderId, actor, isTold = false }: { orderId: string; actor: Actor; isTold?: boolean },
  change: (tx: Tx) => Promise<T>,
): Promise<T | null> {
  const cleared = await beforehand(() => clearAttempts(orderId));
  if (cleared === 'accepted') refuse('PAYMENT_IN_PROGRESS');
  if (cleared === 'silent') refuse('PAYMENT_CHANNEL_DOWN');
  return await inTransaction(async (tx) => {
    const order = await lockOrder(tx, { orderId });
    if (order?.status !== 'PaymentPending' || (await liveAttempts(tx, orderId)).length > 0) return null;
    const ending = actor.kind === 'candidate' ? ({ event: 'giveUp', actor } as const) : expiry;
    await expireOrder(tx, { orderId, ...ending, isTold });
    await returnSurplus(tx, order, 'latePayment');
    return await change(tx);
  });
}

const expiry = { event: 'expire', actor: theSystem } as const;
