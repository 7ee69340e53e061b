import { addSeconds } from '@exam/contract/rules';
import { livePaymentAttemptStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import { inTransaction, reading } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { queryAndApply } from './query.ts';

/** When a started attempt is asked about, in seconds after its start; then every five minutes (C23). */
const pollSeconds = [5, 15, 30, 60, 120, 240];
const laterSeconds = 300;
/** An attempt whose order has ended by any reckoning is not asked about for ever. */
const maximumPolls = 400;

export const firstPollSeconds = 5;

/** At most so many per run of the sweep (C12). */
const perRun = 200;

/** Asks about one attempt and comes back later as long as it is live: notifications are not guaranteed (C23). */
export async function pollAttempt(tradeNo: string): Promise<void> {
  const attempt = await reading(async (tx) =>
    tx
      .selectFrom('payment_attempt')
      .select(['channel', 'trade_no', 'created_at', 'polls'])
      .where('trade_no', '=', tradeNo)
      .where('status', 'in', [...livePaymentAttemptStates])
      .executeTakeFirst(),
  );
  if (!attempt || attempt.polls >= maximumPolls) return;
  await queryAndApply(attempt);
  await inTransaction(async (tx) => {
    const { rows } = await sql<{ polls: number; now: string }>`
      update payment_attempt set polls = polls + 1
      where trade_no = ${tradeNo} and status = any(${[...livePaymentAttemptStates]}::text[])
      returning polls, app_now() as now`.execute(tx);
    const [live] = rows;
    if (!live) return;
    const planned = addSeconds(attempt.created_at, pollSeconds[live.polls] ?? 0);
    const next = planned > live.now ? planned : addSeconds(live.now, laterSeconds);
    await sql`update payment_attempt set next_poll_at = ${next} where trade_no = ${tradeNo}`.execute(tx);
    await enqueue(tx, 'payments.poll', { tradeNo }, { jobKey: `poll:${tradeNo}`, dueAt: next });
  });
}

/** Queues again what is due and whose job was lost, or was planned before the clock moved: polls and deadlines. */
export async function sweepPayments(): Promise<void> {
  await inTransaction(async (tx) => {
    const late = await sql<{ trade_no: string }>`
      select trade_no from payment_attempt
      where status in ('Started', 'Accepted') and next_poll_at < app_now()
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
