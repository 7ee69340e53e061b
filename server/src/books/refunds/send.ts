import { refundMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { hasOpenProposal } from '#office/approvals';
import { channelNamed, type RefundAnswer, type RefundRequest } from '#books/channels';
import { closeExceptions, openException, post } from '#books/ledger';
import { plusSeconds, readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { theGateway, theSystem, transition } from '#platform/transition';
import { closeItem, openItem } from '#office/work-items';
import { quietMinutes } from './rows.ts';
import { tellCompleted } from './notify.ts';
import { refundReasons } from './words.ts';

/** Pauses before a refused refund is tried again (9.5#9): 1 h, 6 h, 24 h. */
const retryHours = [1, 6, 24];

/** A channel that works on a refund is asked for the first time after a minute. */
const firstLookHours = 1 / 60;

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
 * serial number never changes, and a refund that was sent is asked for first and sent again only where it never came.
 * @throws ChannelSilent when the channel gives no answer; the job comes again.
 */
export async function sendRefund(refundId: string): Promise<void> {
  const claimed = await inTransaction((tx) => claim(tx, refundId));
  if (!claimed) return;
  // Money that staff received by hand has no channel to go back through: it goes back by hand.
  if (claimed.tradeNo === '')
    return await inTransaction((tx) => applyAnswer(tx, claimed, { state: 'refused', code: noChannel }));
  const channel = channelNamed(claimed.channel);
  if (!channel) throw new Error(`the channel ${claimed.channel} is not configured`);
  const known = claimed.wasSent ? await channel.queryRefund(claimed) : ({ state: 'unknown' } as const);
  const answer = known.state === 'unknown' ? await channel.refund(claimed) : known;
  await inTransaction((tx) => applyAnswer(tx, claimed, answer));
}

/**
 * Has the channel asked at once how a refund of ours ended, because it told that something has happened to it.
 * @returns whether the number is one of ours.
 */
export async function askAgain(tx: Tx, serialNumber: string): Promise<boolean> {
  const row = await tx
    .selectFrom('refund')
    .select(['id', 'status'])
    .where('serial_number', '=', serialNumber)
    .executeTakeFirst();
  if (row?.status === 'Processing')
    await enqueue(tx, 'refunds.send', { refundId: row.id }, { jobKey: `refund:${row.id}` });
  return row !== undefined;
}

const noChannel = 'PAID_BY_HAND';

type Sendable = { id: string; status: string; next_try_at: string | null };

async function isToSend(tx: Tx, { id, status, next_try_at: nextTryAt }: Sendable): Promise<boolean> {
  if (status !== 'Failed') return status === 'Approved' || status === 'Processing';
  // With its tries used up it is the staff's, whatever job is left over.
  if (nextTryAt === null) return false;
  // Somebody says it was paid outside the channel: until a second person has decided, the channel must not pay it as well.
  return !(await hasOpenProposal(tx, { kind: 'refundByHand', objectId: id }));
}

/** Takes the refund for sending, so that of two workers one sends it; null when there is nothing to send. */
async function claim(tx: Tx, refundId: string): Promise<Claimed | null> {
  const row = await tx
    .selectFrom('refund')
    .leftJoin('payment', 'payment.id', 'refund.payment_id')
    .leftJoin('payment_attempt', 'payment_attempt.id', 'payment.attempt_id')
    .select(['refund.status', 'refund.serial_number', 'refund.amount', 'refund.cause', 'refund.order_id'])
    .select(['refund.next_try_at', 'refund.submitted_at', 'payment.amount as paid_amount'])
    .select(['payment.id as payment_id', 'payment.channel', 'payment.channel_trade_no', 'payment_attempt.trade_no'])
    .where('refund.id', '=', refundId)
    .forNoKeyUpdate('refund')
    .executeTakeFirst();
  if (!row || !(await isToSend(tx, { ...row, id: refundId }))) return null;
  const change = { table: 'refund', kind: 'refund', id: refundId, actor: theSystem } as const;
  if (row.amount === 0) return await completeWithoutMoney(tx, refundId);
  if (row.payment_id === null || row.channel === null) throw new Error('a refund of money without its payment');
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
    tradeNo: row.trade_no ?? '',
    channelTradeNo: row.channel_trade_no ?? '',
    serialNumber: row.serial_number,
    amount: row.amount,
    reason: refundReasons[row.cause],
    paidAmount: row.paid_amount ?? row.amount,
    requestedAt: row.submitted_at,
    wasSent: row.status !== 'Approved',
  };
}

/** 9.5#11 */
async function completeWithoutMoney(tx: Tx, refundId: string): Promise<null> {
  const change = { table: 'refund', kind: 'refund', id: refundId, actor: theSystem } as const;
  await transition(tx, refundMachine, { ...change, event: 'completeWithoutMoney' });
  await sql`update refund set completed_at = app_now(), next_try_at = null, version = version + 1 where id = ${refundId}`.execute(
    tx,
  );
  await tellCompleted(tx, refundId);
  return null;
}

async function applyAnswer(tx: Tx, refund: Claimed, answer: RefundAnswer): Promise<void> {
  const { rows } =
    await sql`select from refund where id = ${refund.refundId} and status = 'Processing' for no key update`.execute(tx);
  if (rows.length === 0) return;
  if (answer.state === 'done') await complete(tx, refund);
  if (answer.state === 'refused') await fail(tx, refund, answer.code);
  if (answer.state === 'underWay') await comeBack(tx, refund, refund.wasSent ? (retryHours[0] ?? 1) : firstLookHours);
}

async function complete(tx: Tx, refund: Claimed): Promise<void> {
  await transition(tx, refundMachine, {
    table: 'refund',
    kind: 'refund',
    id: refund.refundId,
    event: 'complete',
    actor: theGateway,
  });
  await sql`
    update refund set completed_at = app_now(), last_error = null, next_try_at = null, version = version + 1
    where id = ${refund.refundId}`.execute(tx);
  await post(tx, {
    orderId: refund.orderId,
    kind: 'refundDone',
    debit: 'refundDue',
    credit: 'channel',
    amount: refund.amount,
  });
  await closeExceptions(tx, { paymentId: refund.paymentId });
  await closeRefundItems(tx, refund.refundId);
  await tellCompleted(tx, refund.refundId);
}

/** Nothing about this refund waits for staff any more. */
export async function closeRefundItems(tx: Tx, refundId: string): Promise<void> {
  await closeItem(tx, { kind: 'refundFailed', objectId: refundId });
  await closeItem(tx, { kind: 'refundOverdue', objectId: refundId });
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
    .set((row) => ({
      last_error: code,
      refusals: row('refusals', '+', 1),
      next_try_at: null,
      version: row('version', '+', 1),
    }))
    .where('id', '=', refund.refundId)
    .returning('refusals')
    .executeTakeFirstOrThrow();
  const hours = code === noChannel ? undefined : retryHours[refusals - 1];
  if (hours !== undefined) return await comeBack(tx, refund, hours);
  await askStaff(tx, refund.refundId);
  await openException(tx, {
    kind: 'refundFailed',
    detail: code === noChannel ? '#noChannel' : code,
    orderId: refund.orderId,
    paymentId: refund.paymentId,
  });
}

async function comeBack(tx: Tx, refund: Claimed, hours: number): Promise<void> {
  const dueAt = plusSeconds(await readNow(tx), hours * 3600);
  await sql`update refund set next_try_at = ${dueAt} where id = ${refund.refundId}`.execute(tx);
  await enqueue(tx, 'refunds.send', { refundId: refund.refundId }, { jobKey: `refund:${refund.refundId}`, dueAt });
}

/** The tries are used up: somebody has to look (C31). */
async function askStaff(tx: Tx, refundId: string): Promise<void> {
  const { rows } = await sql<{ serial_number: string; office_id: string | null; due_at: string }>`
    select refund.serial_number, owner.office_id,
      coalesce((refund.target_date + 1)::timestamp at time zone 'Asia/Shanghai', app_now()) as due_at
    from refund join order_owner owner on owner.order_id = refund.order_id where refund.id = ${refundId}`.execute(tx);
  const [row] = rows;
  if (!row) return;
  await openItem(tx, {
    kind: 'refundFailed',
    objectKind: 'refund',
    objectId: refundId,
    officeId: row.office_id,
    dueAt: row.due_at,
    label: row.serial_number,
  });
}
