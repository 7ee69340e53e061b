import { refundMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { closeExceptions, openException, post } from '#books/ledger';
import type { Tx } from '#platform/database';
import { theGateway, theSystem, transition } from '#platform/transition';
import { commitRefund, insertRefund } from './rows.ts';
import { closeRefundItems } from './send.ts';
import { tellCompleted } from './notify.ts';

/** Money that somebody gave back in the channel's own console; amount in fen. */
export type OutsideRefund = {
  orderId: string;
  orderCode: string;
  paymentId: string;
  /** The channel's number of it. */
  requestNo: string;
  amount: number;
};

/** Whether the books know a refund by its number: one of ours, or one from outside that is booked. */
export async function isRefundKnown(tx: Tx, requestNo: string): Promise<boolean> {
  const known = await tx
    .selectFrom('refund')
    .select('id')
    .where((refund) => refund.or([refund('serial_number', '=', requestNo), refund('voucher', '=', requestNo)]))
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * Books a refund from outside once (C32). Where a refund of ours of the same sum waits or has failed, it is that one, done by hand in
 * the console; else it is a refund of its own with the channel's number, and staff are told. One above what the payment can still give
 * is left to staff alone: it contradicts the books. The caller holds the order's lock.
 */
export async function bookOutside(tx: Tx, outside: OutsideRefund): Promise<'known' | 'ours' | 'booked' | 'tooMuch'> {
  const { orderId, paymentId, requestNo, amount } = outside;
  if (await isRefundKnown(tx, requestNo)) return 'known';
  const ours = await waitingOf(tx, outside);
  if (ours) {
    await finish(tx, { ...outside, ...ours, voucher: requestNo });
    await closeExceptions(tx, { paymentId });
    return 'ours';
  }
  const payment = await tx
    .selectFrom('payment')
    .select(['amount', 'refunded_amount', 'settles_order'])
    .where('id', '=', paymentId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const exception = { kind: 'refundOutside', detail: `${requestNo} =${amount}`, orderId, paymentId } as const;
  if (payment.refunded_amount + amount > payment.amount) {
    await openException(tx, { ...exception, detail: `${exception.detail} #tooMuch` });
    return 'tooMuch';
  }
  await bookNew(tx, outside, payment.settles_order ? 'revenue' : 'customer');
  await openException(tx, exception);
  return 'booked';
}

type Waiting = { id: string; status: 'Approved' | 'Failed' };

async function waitingOf(tx: Tx, { paymentId, amount }: OutsideRefund): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select id, status from refund
    where payment_id = ${paymentId} and amount = ${amount} and status in ('Approved', 'Failed')
    order by submitted_at limit 1 for no key update`.execute(tx);
  return rows[0];
}

async function bookNew(tx: Tx, outside: OutsideRefund, from: 'revenue' | 'customer'): Promise<void> {
  const { requestNo, ...refund } = outside;
  const id = await insertRefund(tx, {
    ...refund,
    applicationId: null,
    status: 'Approved',
    cause: 'outside',
    policyRow: 'outside',
    event: 'outside',
    actor: theGateway,
    serialNumber: requestNo,
  });
  if (id === null) throw new Error('a refund from outside that is not known and yet there');
  await commitRefund(tx, { ...refund, id, from });
  await finish(tx, { ...outside, id, status: 'Approved', voucher: null });
}

/** The channel has done it already: the way through the states is walked at once. */
async function finish(tx: Tx, refund: OutsideRefund & Waiting & { voucher: string | null }): Promise<void> {
  const { id, status, voucher, orderId, amount } = refund;
  const change = { table: 'refund', kind: 'refund', id } as const;
  await transition(tx, refundMachine, {
    ...change,
    event: status === 'Failed' ? 'retry' : 'send',
    actor: theSystem,
  });
  await transition(tx, refundMachine, { ...change, event: 'complete', actor: theGateway });
  await sql`
    update refund set completed_at = app_now(), next_try_at = null, last_error = null, voucher = ${voucher}, version = version + 1
    where id = ${id}`.execute(tx);
  await post(tx, { orderId, kind: 'refundDone', debit: 'refundDue', credit: 'channel', amount });
  await closeRefundItems(tx, id);
  await tellCompleted(tx, id);
}
