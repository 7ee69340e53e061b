import { refundMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { channelNamed, type RefundAnswer, type RefundRequest } from '#channels';
import { closeExceptions, openException, post } from '#ledger';
import { plusSeconds, readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { theGateway, theSystem, transition } from '#platform/transition';

/** Pauses before a refused refund is tried again (9.5#9): 1 h, 6 h, 24 h. */
const retryHours = [1, 6, 24];

/** When a refund that was sent, or is to be sent, is taken up again by the sweep if nothing came of it. */
export const quietMinutes = 10;

type Claimed = RefundRequest & {
  refundId: string;
  orderId: string;
  paymentId: string;
  channel: string;
  /** An earlier call may have reached the channel: ask before sending again. */
  wasSent: boolean;
};

/**
 * Sends one approved refund to the channel it came from (9.5#6, R-76) and records the answer. Safe to repeat at any point: the
 * serial number never changes, and a refund that was sent is asked for first.
 * @throws ChannelSilent when the channel gives no answer; the job comes again.
 */
export async function sendRefund(refundId: string): Promise<void> {
  const claimed = await inTransaction((tx) => claim(tx, refundId));
  if (!claimed) return;
  const channel = channelNamed(claimed.channel);
  if (!channel) throw new Error(`the channel ${claimed.channel} is not configured`);
  const known = claimed.wasSent ? await channel.queryRefund(claimed) : null;
  const answer = known?.state === 'done' ? known : await channel.refund(claimed);
  await inTransaction((tx) => applyAnswer(tx, claimed, answer));
}

async function claim(tx: Tx, refundId: string): Promise<Claimed | null> {
  const row = await tx
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'payment.attempt_id')
    .select(['refund.status', 'refund.serial_number', 'refund.amount', 'refund.cause', 'refund.order_id'])
    .select(['payment.id as payment_id', 'payment.channel', 'payment.channel_trade_no', 'payment_attempt.trade_no'])
    .where('refund.id', '=', refundId)
    .forUpdate('refund')
    .executeTakeFirst();
  if (!row || !['Approved', 'Processing', 'Failed'].includes(row.status)) return null;
  const change = { table: 'refund', kind: 'refund', id: refundId, actor: theSystem } as const;
  if (row.status === 'Approved') await transition(tx, refundMachine, { ...change, event: 'send' });
  if (row.status === 'Failed') await transition(tx, refundMachine, { ...change, event: 'retry' });
  await sql`
    update refund set next_try_at = app_now() + make_interval(mins => ${quietMinutes}) where id = ${refundId}`.execute(
    tx,
  );
  return {
    refundId,
    orderId: row.order_id,
    paymentId: row.payment_id,
    channel: row.channel,
    tradeNo: row.trade_no,
    channelTradeNo: row.channel_trade_no,
    serialNumber: row.serial_number,
    amount: row.amount,
    reason: row.cause,
    wasSent: row.status !== 'Approved',
  };
}

async function applyAnswer(tx: Tx, refund: Claimed, answer: RefundAnswer): Promise<void> {
  const { rows } =
    await sql`select from refund where id = ${refund.refundId} and status = 'Processing' for update`.execute(tx);
  if (rows.length === 0) return;
  if (answer.state === 'done') await complete(tx, refund);
  if (answer.state === 'refused') await fail(tx, refund, answer.code);
  if (answer.state === 'notYet') await comeBack(tx, refund, retryHours[0] ?? 1);
}

async function complete(tx: Tx, refund: Claimed): Promise<void> {
  await transition(tx, refundMachine, {
    table: 'refund',
    kind: 'refund',
    id: refund.refundId,
    event: 'complete',
    actor: theGateway,
  });
  await sql`update refund set completed_at = app_now(), last_error = null, next_try_at = null where id = ${refund.refundId}`.execute(
    tx,
  );
  await post(tx, {
    orderId: refund.orderId,
    kind: 'refundDone',
    debit: 'refundDue',
    credit: 'channel',
    amount: refund.amount,
  });
  await closeExceptions(tx, { paymentId: refund.paymentId });
}

async function fail(tx: Tx, refund: Claimed, code: string): Promise<void> {
  await transition(tx, refundMachine, {
    table: 'refund',
    kind: 'refund',
    id: refund.refundId,
    event: 'fail',
    actor: theGateway,
  });
  const { refusals } = await tx
    .updateTable('refund')
    .set((row) => ({ last_error: code, refusals: row('refusals', '+', 1), next_try_at: null }))
    .where('id', '=', refund.refundId)
    .returning('refusals')
    .executeTakeFirstOrThrow();
  const hours = retryHours[refusals - 1];
  if (hours !== undefined) return await comeBack(tx, refund, hours);
  await openException(tx, { kind: 'refundFailed', detail: code, orderId: refund.orderId, paymentId: refund.paymentId });
}

async function comeBack(tx: Tx, refund: Claimed, hours: number): Promise<void> {
  const dueAt = plusSeconds(await readNow(tx), hours * 3600);
  await sql`update refund set next_try_at = ${dueAt} where id = ${refund.refundId}`.execute(tx);
  await enqueue(tx, 'refunds.send', { refundId: refund.refundId }, { jobKey: `refund:${refund.refundId}`, dueAt });
}
