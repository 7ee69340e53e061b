import { livePaymentAttemptStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import type { PaymentAttemptTable } from '#platform/tables/index';

/** One try to pay an order at a channel. */
export type AttemptRow = Selectable<PaymentAttemptTable>;

/** The attempts of an order in which the channel may still take money: at most one (C24). */
export async function liveAttempts(tx: Tx, orderId: string): Promise<AttemptRow[]> {
  return await tx
    .selectFrom('payment_attempt')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', 'in', [...livePaymentAttemptStates])
    .orderBy('created_at')
    .execute();
}

/** The attempt of a trade number; null when we never made one. */
export async function attemptByTradeNo(tx: Tx, channel: string, tradeNo: string): Promise<AttemptRow | null> {
  const row = await tx
    .selectFrom('payment_attempt')
    .selectAll()
    .where('trade_no', '=', tradeNo)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return row ?? null;
}

type NewAttempt = Pick<
  AttemptRow,
  'order_id' | 'channel' | 'payment_type' | 'amount' | 'expires_at' | 'next_poll_at'
> & {
  orderCode: string;
  at: string;
};

/** Reserves an attempt: its trade number is the order's code and a counter, never used again (C24). */
export async function insertAttempt(tx: Tx, { orderCode, at, ...attempt }: NewAttempt): Promise<AttemptRow> {
  const { count } = await tx
    .selectFrom('payment_attempt')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', attempt.order_id)
    .executeTakeFirstOrThrow();
  const trade_no = `${orderCode}${String(count + 1).padStart(2, '0')}`;
  return await tx
    .insertInto('payment_attempt')
    .values({ ...attempt, id: randomId(), trade_no, status: 'Started', created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type NewPayment = {
  orderId: string;
  attemptId: string;
  channel: string;
  channelTradeNo: string;
  amount: number;
  paidAt: string;
};

/** Stores money that the channel confirmed, once for ever (C17, C20). @returns its id, or null when it is stored already. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into payment (id, order_id, attempt_id, channel, channel_trade_no, amount, paid_at, recorded_at)
    values (${randomId()}, ${payment.orderId}, ${payment.attemptId}, ${payment.channel}, ${payment.channelTradeNo}, ${payment.amount},
      ${payment.paidAt}, app_now())
    on conflict (channel, channel_trade_no) do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Confirmed payments of an order that it is not paid by, with the fen of each that are not given back yet. */
export async function unsettledPayments(tx: Tx, orderId: string): Promise<{ id: string; amount: number }[]> {
  return await tx
    .selectFrom('payment')
    .select((payment) => ['id', sql<number>`${payment.ref('amount')} - ${payment.ref('refunded_amount')}`.as('amount')])
    .where('order_id', '=', orderId)
    .where('settles_order', '=', false)
    .whereRef('refunded_amount', '<', 'amount')
    .execute();
}

/** The order of a trade number; null when we never made it. */
export async function findOrderOfTrade(tx: Tx, tradeNo: string): Promise<string | null> {
  const row = await tx
    .selectFrom('payment_attempt')
    .select('order_id')
    .where('trade_no', '=', tradeNo)
    .executeTakeFirst();
  return row?.order_id ?? null;
}

/**
 * Ends an attempt's polling with one last look. A code that nobody has opened is unknown to the channel and cannot be closed
 * there: until it dies somebody may still pay by it, and the news of that may be lost. The same look finds a payment of a
 * paid trade whose news was lost.
 */
export async function planLastLook(tx: Tx, tradeNo: string): Promise<void> {
  const { rows } = await sql<{ at: string }>`
    update payment_attempt
    set ended_at = app_now(),
      next_poll_at = case when status = 'Closed' then greatest(expires_at, app_now()) else app_now() end + interval '1 minute'
    where trade_no = ${tradeNo} and status in ('Closed', 'Succeeded', 'Failed') and ended_at is null
    returning next_poll_at as at`.execute(tx);
  const [planned] = rows;
  if (planned) await enqueue(tx, 'payments.poll', { tradeNo }, { jobKey: `poll:${tradeNo}`, dueAt: planned.at });
}
