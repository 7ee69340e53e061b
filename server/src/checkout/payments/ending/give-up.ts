import { expireOrder, findOwnOrder, hideExpiredOrder, lockOrder } from '#checkout/orders';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { returnSurplus } from '../apply-payment.ts';
import { clearAttempts } from './close-attempts.ts';
import { liveAttempts } from '../store.ts';

type Own = { accountId: string; orderId: string };

/** How often a payment that is started meanwhile is closed before giving up is left to a later try. */
const rounds = 3;

/**
 * Gives up a pending order at its owner's wish (9.4 #8, R-47): the channel is asked and its trade closed before the seats are
 * freed (C12).
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE when it is not pending, also when the channel says that it is paid; PAYMENT_IN_PROGRESS
 *   while the channel works on an accepted payment; PAYMENT_CHANNEL_DOWN when it does not answer.
 */
export async function giveUpOrder(own: Own): Promise<void> {
  if (!(await endIfPending(own))) refuse('ILLEGAL_STATE');
}

/**
 * Takes an order out of its owner's list: a pending one is given up first, a paid one stays.
 * @throws Refusal NOT_FOUND, ORDER_PAID_NOT_DELETABLE, and those of giving up except ILLEGAL_STATE.
 */
export async function deleteOrder(own: Own): Promise<void> {
  await endIfPending(own);
  const isHidden = await inTransaction((tx) => hideExpiredOrder(tx, own));
  if (!isHidden) refuse('ORDER_PAID_NOT_DELETABLE');
}

/** @returns false when the order is not pending, or not any more. */
async function endIfPending(own: Own): Promise<boolean> {
  for (let round = 0; round < rounds; round++) {
    const order = await reading((tx) => findOwnOrder(tx, own));
    if (order.status !== 'PaymentPending') return false;
    const cleared = await clearAttempts(order.id);
    if (cleared === 'accepted') refuse('PAYMENT_IN_PROGRESS');
    if (cleared === 'silent') refuse('PAYMENT_CHANNEL_DOWN');
    const end = await inTransaction((tx) => endCleared(tx, own));
    if (end !== 'startedMeanwhile') return end === 'ended';
  }
  return refuse('PAYMENT_IN_PROGRESS');
}

async function endCleared(tx: Tx, own: Own): Promise<'ended' | 'notPending' | 'startedMeanwhile'> {
  const order = await lockOrder(tx, own);
  if (order?.status !== 'PaymentPending') return 'notPending';
  // A payment that was started since the channel was asked would take money for seats that are free again.
  if ((await liveAttempts(tx, order.id)).length > 0) return 'startedMeanwhile';
  await expireOrder(tx, { orderId: order.id, event: 'giveUp', actor: { kind: 'candidate', id: own.accountId } });
  await returnSurplus(tx, order, 'latePayment');
  return 'ended';
}
