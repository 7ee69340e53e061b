import { livePaymentAttemptStates } from '@exam/contract/machines';
import { addSeconds } from '@exam/contract/rules';
import { sql } from 'kysely';
import { inTransaction, reading, type Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { type Asked, queryAndApply } from './query.ts';

/** When a started attempt is asked about, in seconds after its start; then every five minutes (C23). */
const pollSeconds = [5, 15, 30, 60, 120, 240];
const laterSeconds = 300;
/** An attempt whose order has ended by any reckoning is not asked about for ever. */
const maximumPolls = 400;

export const firstPollSeconds = 5;

/** At most so many per run of the sweep (C12). */
const perRun = 200;

/**
 * Asks about one attempt and comes back later as long as it is live: notifications are not guaranteed (C23). An ended one is
 * asked about for the last time.
 */
export async function pollAttempt(tradeNo: string): Promise<void> {
  const attempt = await reading(async (tx) =>
    tx
      .selectFrom('payment_attempt')
      .select(['channel', 'trade_no', 'created_at', 'reference', 'polls'])
      .where('trade_no', '=', tradeNo)
      .where('next_poll_at', 'is not', null)
      .executeTakeFirst(),
  );
  if (!attempt) return;
  const asked = await queryAndApply(attempt);
  await inTransaction((tx) => planNext(tx, attempt, asked));
}

async function planNext(
  tx: Tx,
  { trade_no: tradeNo, created_at: startedAt, polls }: { trade_no: string; created_at: string; polls: number },
  asked: Asked,
): Promise<void> {
  const { rows } = await sql<{ status: string; now: string }>`
    update payment_attempt set polls = polls + 1
    where trade_no = ${tradeNo} and next_poll_at is not null
    returning status, app_now() as now`.execute(tx);
  const [row] = rows;
  if (!row) return;
  // An ended attempt had its last look, unless the channel was silent.
  const isDone = polls >= maximumPolls || (!isLive(row.status) && asked !== 'silent');
  const planned = addSeconds(startedAt, pollSeconds[polls + 1] ?? 0);
  const next = planned > row.now ? planned : addSeconds(row.now, laterSeconds);
  await sql`update payment_attempt set next_poll_at = ${isDone ? null : next} where trade_no = ${tradeNo}`.execute(tx);
  if (!isDone) await enqueue(tx, 'payments.poll', { tradeNo }, { jobKey: `poll:${tradeNo}`, dueAt: next });
}

/** Queues again what is due and whose job was lost, or was planned before the clock moved: polls and deadlines. */
export async function sweepPayments(): Promise<void> {
  await inTransaction(async (tx) => {
    const late = await sql<{ trade_no: string }>`
      select trade_no from payment_attempt
      where next_poll_at < app_now()
      order by next_poll_at limit ${perRun} for update skip locked`.execute(tx);
    for (const { trade_no: tradeNo } of late.rows)
      await enqueue(tx, 'payments.poll', { tradeNo }, { jobKey: `poll:${tradeNo}` });
    const due = await sql<{ id: string }>`
      select id from exam_order
      where status = 'PaymentPending' and payment_end_at < app_now()
      order by payment_end_at limit ${perRun} for update skip locked`.execute(tx);
    for (const { id } of due.rows)
      await enqueue(tx, 'payments.deadline', { orderId: id }, { jobKey: `deadline:${id}` });
  });
}

function isLive(status: string): boolean {
  return livePaymentAttemptStates.some((live) => live === status);
}
