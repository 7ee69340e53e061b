import { refundMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { openException } from '#books/ledger';
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
  /** Whether it is a post-test request (9.6); an exam registration when absent. */
  isPostTest?: true;
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

type Giving = {
  /** Fen. */
  amount: number;
  policyRow: string;
  cause: 'underSubscribed' | 'sessionWithdrawn' | 'sessionMoved' | 'withdrawal' | 'gradeChange' | 'rest';
  note: string | null;
  actor: Actor;
};

/**
 * Gives an application's money back for a cause of the provider's, or as staff decided when they withdrew it (9.5#5): born
 * Approved. Asked again for the same application and cause it does nothing. The caller holds the order's lock.
 * @throws Refusal REFUND_TOO_MUCH.
 */
export async function refundForProvider(tx: Tx, paid: PaidApplication, giving: Giving): Promise<void> {
  await give(tx, paid, { ...giving, counted: 0 });
}

/**
 * The same, less what somebody gave back for this payment in the channel's console before: a registration is never paid back twice
 * (C29, C32). What was taken off is put before staff, who give it (`rest`) where the console meant something else.
 * @returns the fen that go back now.
 */
export async function refundLessOutside(tx: Tx, paid: PaidApplication, giving: Giving): Promise<number> {
  const counted = Math.min(giving.amount, await outsideLeft(tx, paid.paymentId));
  const amount = giving.amount - counted;
  const isNew = await give(tx, paid, { ...giving, amount, counted });
  const { applicationId, orderId, paymentId } = paid;
  if (isNew && counted > 0)
    await openException(tx, {
      kind: 'refundShort',
      detail: `#counted =${counted} #of =${giving.amount}`,
      orderId,
      paymentId,
      rest: { applicationId, amount: counted },
    });
  return amount;
}

async function give(tx: Tx, paid: PaidApplication, giving: Giving & { counted: number }): Promise<boolean> {
  const id = await insertRefund(tx, { ...paid, ...giving, status: 'Approved', event: giving.cause });
  if (id === null) return false;
  await sql`update refund set counted_outside = ${giving.counted} where id = ${id}`.execute(tx);
  const { orderId, paymentId } = paid;
  await commitRefund(tx, { id, orderId, paymentId, amount: giving.amount, from: 'revenue' });
  return true;
}

/** Fen given back in the channel's console for a payment that no registration was counted against yet. */
export async function outsideLeft(tx: Tx, paymentId: string | null): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select greatest(0, coalesce(sum(amount) filter (where cause = 'outside'), 0) - coalesce(sum(counted_outside), 0))::integer as left
    from refund where payment_id = ${paymentId}`.execute(tx);
  return rows[0]?.left ?? 0;
}

async function move(
  tx: Tx,
  id: string,
  { event, actor }: { event: 'approve' | 'reject' | 'takeBack' | 'overtake'; actor: Actor },
): Promise<void> {
  await transition(tx, refundMachine, { table: 'refund', kind: 'refund', id, event, actor });
}
