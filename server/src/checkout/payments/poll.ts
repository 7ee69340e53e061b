import { livePaymentAttemptStates } from '@exam/contract/machines';
import { addSeconds } from '@exam/contract/rules';
import { sql } from 'kysely';
import { inTransaction, reading, type Tx } from '#platform/database';
import { gaugeOf } from '#platform/database/gauges';
import { handOver, type Wanted } from '#platform/each';
import { enqueue } from '#platform/outbox';
import { type Asked, queryAndApply } from './query.ts';

/** When a started attempt is asked about, in seconds after its start; then every five minutes (C23). */
const pollSeconds = [5, 15, 30, 60, 120, 240];
const laterSeconds = 300;
/** An attempt whose order has ended by any reckoning is not asked about for ever. */
const maximumPolls = 400;

export const firstPollSeconds = 5;

gaugeOf({
  name: 'payment_polls_late',
  help: 'Attempts to pay that the channel should have been asked about five minutes ago',
  query: sql`select count(*)::int as value from payment_attempt where next_poll_at < app_now() - interval '5 minutes'`,
});

/** How many the sweep takes in one transaction (C12). */
const perBatch = 200;

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
  const next = nextPollAt(startedAt, row.now);
  await sql`update payment_attempt set next_poll_at = ${isDone ? null : next} where trade_no = ${tradeNo}`.execute(tx);
  if (!isDone) await enqueue(tx, 'payments.poll', { tradeNo }, { jobKey: `poll:${tradeNo}`, dueAt: next });
}

/**
 * The first step that is still to come: a poll that came late, after a slow channel or a long stop, takes none of the others with it. Of an attempt
 * that began before the clock was put back the steps begin now.
 */
function nextPollAt(startedAt: string, now: string): string {
  const from = startedAt < now ? startedAt : now;
  const steps = pollSeconds.map((seconds) => addSeconds(from, seconds));
  return steps.find((step) => step > now) ?? addSeconds(now, laterSeconds);
}

/** Queues again what is due and whose job was lost, or was planned before the clock moved: polls and deadlines. No poll is planned further ahead than the longest pause. */
export async function sweepPayments(): Promise<void> {
  await handOver(perBatch, latePolls, (tradeNo) => ({
    task: 'payments.poll',
    payload: { tradeNo },
    jobKey: `poll:${tradeNo}`,
  }));
  await handOver(perBatch, pastDeadlines, (orderId) => ({
    task: 'payments.deadline',
    payload: { orderId },
    jobKey: `deadline:${orderId}`,
  }));
}

async function latePolls(tx: Tx, { most, but }: Wanted): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select trade_no as id from payment_attempt
    where (next_poll_at < app_now() or next_poll_at > app_now() + make_interval(secs => ${laterSeconds})) and trade_no <> all(${[...but]}::text[])
    order by next_poll_at limit ${most} for no key update skip locked`.execute(tx);
  return rows;
}

async function pastDeadlines(tx: Tx, { most, but }: Wanted): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exam_order
    where status = 'PaymentPending' and payment_end_at < app_now() and id <> all(${[...but]}::uuid[])
    order by payment_end_at limit ${most} for no key update skip locked`.execute(tx);
  return rows;
}

function isLive(status: string): boolean {
  return livePaymentAttemptStates.some((live) => live === status);
}
