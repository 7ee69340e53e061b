import type { Tx } from '#platform/database';
import { theSystem } from '#platform/transition';
import { commitRefund, insertRefund } from './rows.ts';

type Surplus = {
  orderId: string;
  orderCode: string;
  paymentId: string;
  /** Fen. */
  amount: number;
  cause: 'latePayment' | 'doublePayment';
};

/**
 * Gives a payment back that found no place or came twice (9.5#5): the refund is born Approved with its serial number fixed
 * (C30), counts against the payment at once (C29), and is sent by the worker after commit. Asked again for the same payment
 * and cause it does nothing. The caller holds the order's row lock.
 */
export async function giveBack(tx: Tx, surplus: Surplus): Promise<void> {
  const { orderId, paymentId, amount, cause } = surplus;
  const born = {
    applicationId: null,
    status: 'Approved',
    policyRow: 'surplus',
    event: cause,
    actor: theSystem,
  } as const;
  const id = await insertRefund(tx, { ...surplus, ...born });
  if (id !== null) await commitRefund(tx, { id, orderId, paymentId, amount, from: 'customer' });
}
