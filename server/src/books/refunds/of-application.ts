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
 * Approves a pending refund with the amount decided (9.5#4), less what went back by another way before. The caller holds the order's lock.
 * @returns the fen that go back now.
 * @throws Refusal ILLEGAL_STATE when it is not pending; REFUND_TOO_MUCH.
 */
export async function approveRefund(
  tx: Tx,
  { refundId, amount, actor, note }: { refundId: string; amount: number; actor: Actor; note: string | null },
): Promise<number> {
  await move(tx, refundId, { event: 'approve', actor });
  const { rows } = await sql<{ orderId: string; paymentId: string | null; applicationId: string | null }>`
    update refund set note = ${note} where id = ${refundId}
    returning order_id as "orderId", payment_id as "paymentId", application_id as "applicationId"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a refund that was approved is gone');
  return await commitLessOutside(tx, { ...row, id: refundId, amount });
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
  cause: 'underSubscribed' | 'sessionWithdrawn' | 'sessionMoved' | 'withdrawal' | 'gradeChange';
  note: string | null;
  actor: Actor;
};

/**
 * Gives an application's money back for a cause of the provider's, or as staff decided when they withdrew it (9.5#5): born Approved, less
 * what went back by another way before. Asked again for the same application and cause it gives what is more than before: T18, and a
 * corrected outcome. The caller holds the order's lock.
 * @returns the fen that go back now.
 * @throws Refusal REFUND_TOO_MUCH.
 */
export async function refundForProvider(tx: Tx, paid: PaidApplication, giving: Giving): Promise<number> {
  const { rows } = await sql<{ round: number; before: number }>`
    select count(*)::integer as round, coalesce(sum(amount + counted_outside), 0)::integer as before from refund
    where application_id = ${paid.applicationId} and cause = ${giving.cause} and status not in ('Rejected', 'Closed')`.execute(
    tx,
  );
  const { round, before } = rows[0] ?? { round: 0, before: 0 };
  if (round > 0 && giving.amount <= before) return 0;
  const amount = giving.amount - before;
  const id = await insertRefund(tx, { ...paid, ...giving, amount, round, status: 'Approved', event: giving.cause });
  if (id === null) throw new Error('a refund was written beside the lock of its order');
  return await commitLessOutside(tx, { ...paid, id, amount });
}

/** The rest that staff give where what the console gave back meant something else: nothing is taken off it any more. @throws as above */
export async function giveRest(tx: Tx, paid: PaidApplication, giving: Omit<Giving, 'cause'>): Promise<void> {
  const id = await insertRefund(tx, { ...paid, ...giving, cause: 'rest', status: 'Approved', event: 'rest' });
  if (id !== null) await commitRefund(tx, { ...paid, id, amount: giving.amount, from: 'revenue' });
}

type Committing = Pick<PaidApplication, 'orderId' | 'paymentId'> & {
  id: string;
  applicationId: string | null;
  amount: number;
};

/**
 * The one way by which a registration's or a request's money goes back, whoever decided it: what somebody gave back for the payment in the channel's
 * console before is taken off (C29, C32). What was taken off is put before staff, who give it (`giveRest`) where the console meant
 * something else.
 * @returns the fen that go back now.
 */
async function commitLessOutside(
  tx: Tx,
  { id, orderId, paymentId, applicationId, amount }: Committing,
): Promise<number> {
  const counted = Math.min(amount, await outsideLeft(tx, paymentId));
  await sql`update refund set counted_outside = ${counted} where id = ${id}`.execute(tx);
  await commitRefund(tx, { id, orderId, paymentId, amount: amount - counted, from: 'revenue' });
  if (counted > 0 && applicationId !== null)
    await openException(tx, {
      kind: 'refundShort',
      detail: `#counted =${counted} #of =${amount}`,
      orderId,
      paymentId,
      rest: { applicationId, amount: counted },
    });
  return amount - counted;
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
