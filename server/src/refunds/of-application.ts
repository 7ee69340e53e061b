import { refundMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import type { Actor } from '#platform/transition';
import { transition } from '#platform/transition';
import { commitRefund, insertRefund } from './rows.ts';

/** What an application's money is and where it came from; amounts in fen. */
export type PaidApplication = {
  applicationId: string;
  orderId: string;
  orderCode: string;
  /** Null of an order without charge. */
  paymentId: string | null;
};

/** Opens the refund of a cancellation request with its frozen amount (9.5#1). @returns its id. */
export async function requestRefund(
  tx: Tx,
  paid: PaidApplication,
  { amount, policyRow, actor }: { amount: number; policyRow: string; actor: Actor },
): Promise<string> {
  const born = { status: 'Pending', cause: 'cancellation', event: 'request' } as const;
  const id = await insertRefund(tx, { ...paid, ...born, amount, policyRow, actor });
  if (id === null) throw new Error('a registration without an open request has a refund of a cancellation already');
  return id;
}

/**
 * Approves a pending refund with the amount decided (9.5#4). The caller holds the order's lock.
 * @throws Refusal ILLEGAL_STATE when it is not pending; REFUND_TOO_MUCH.
 */
export async function approveRefund(
  tx: Tx,
  { refundId, amount, actor, note }: { refundId: string; amount: number; actor: Actor; note: string | null },
): Promise<void> {
  await move(tx, refundId, { event: 'approve', actor });
  const { rows } = await sql<{ order_id: string; payment_id: string | null }>`
    update refund set note = ${note} where id = ${refundId} returning order_id, payment_id`.execute(tx);
  const [row] = rows;
  if (!row) return;
  await commitRefund(tx, {
    id: refundId,
    orderId: row.order_id,
    paymentId: row.payment_id,
    amount,
    from: 'revenue',
  });
}

/** Ends a pending refund without money: rejected by staff (9.5#2), taken back (9.5#3), overtaken by a withdrawal. */
export async function endPendingRefund(
  tx: Tx,
  { refundId, ...how }: { refundId: string; event: 'reject' | 'takeBack' | 'overtake'; actor: Actor },
): Promise<void> {
  await move(tx, refundId, how);
}

/**
 * Gives an application's money back for a cause of the provider's, or as staff decided when they withdrew it (9.5#5): born
 * Approved. Asked again for the same application and cause it does nothing. The caller holds the order's lock.
 * @throws Refusal REFUND_TOO_MUCH.
 */
export async function refundForProvider(
  tx: Tx,
  paid: PaidApplication,
  {
    amount,
    ...given
  }: {
    amount: number;
    policyRow: string;
    cause: 'underSubscribed' | 'sessionWithdrawn' | 'withdrawal' | 'gradeChange';
    note: string | null;
    actor: Actor;
  },
): Promise<void> {
  const id = await insertRefund(tx, { ...paid, ...given, amount, status: 'Approved', event: given.cause });
  if (id === null) return;
  await commitRefund(tx, { id, orderId: paid.orderId, paymentId: paid.paymentId, amount, from: 'revenue' });
}

async function move(
  tx: Tx,
  id: string,
  { event, actor }: { event: 'approve' | 'reject' | 'takeBack' | 'overtake'; actor: Actor },
): Promise<void> {
  await transition(tx, refundMachine, { table: 'refund', kind: 'refund', id, event, actor });
}
