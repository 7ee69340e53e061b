import { expireOrder, findOwnOrder, hideOrder, lockOrder } from '#orders';
import { inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import { returnSurplus } from './apply-payment.ts';
import { clearAttempts } from './close.ts';

type Own = { accountId: string; orderId: string };

/**
 * Gives up a pending order at its owner's wish (9.4 #8, R-47): the channel is asked and its trade closed before the seats are
 * freed (C12).
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE when it is not pending, also when the channel says that it is paid; PAYMENT_IN_PROGRESS
 *   while the channel works on an accepted payment; PAYMENT_CHANNEL_DOWN when it does not answer.
 */
export async function giveUpOrder(own: Own): Promise<void> {
  await clearFirst(own);
  await inTransaction(async (tx) => {
    const order = await lockOrder(tx, own);
    if (order?.status !== 'PaymentPending') refuse('ILLEGAL_STATE');
    await expireOrder(tx, { orderId: order.id, event: 'giveUp', actor: { kind: 'candidate', id: own.accountId } });
    await returnSurplus(tx, order, 'latePayment');
  });
}

/**
 * Takes an order out of its owner's list: a pending one is given up first, a paid one stays.
 * @throws Refusal NOT_FOUND, ORDER_PAID_NOT_DELETABLE, and those of giving up.
 */
export async function deleteOrder(own: Own): Promise<void> {
  const order = await reading((tx) => findOwnOrder(tx, own));
  if (order.status === 'PaymentSuccessful') refuse('ORDER_PAID_NOT_DELETABLE');
  if (order.status === 'PaymentPending') await giveUpOrder(own);
  await inTransaction((tx) => hideOrder(tx, own));
}

async function clearFirst(own: Own): Promise<void> {
  const order = await reading((tx) => findOwnOrder(tx, own));
  if (order.status !== 'PaymentPending') refuse('ILLEGAL_STATE');
  const cleared = await clearAttempts(order.id);
  if (cleared === 'accepted') refuse('PAYMENT_IN_PROGRESS');
  if (cleared === 'silent') refuse('PAYMENT_CHANNEL_DOWN');
}
