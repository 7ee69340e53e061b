import { paymentAttemptMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { channelNamed, type TradeContext, type TradeState } from '#books/channels';
import { lockOrder, noteProgress } from '#checkout/orders';
import { inTransaction, reading, type Tx } from '#platform/database';
import { logInfo } from '#platform/log';
import { theGateway, theSystem, transitionAll } from '#platform/transition';
import { applyPayment } from './apply-payment.ts';
import { type AttemptRow, liveAttempts, planLastLook } from './store.ts';

/** What asking came to; `silent`: the channel gave no answer that can be trusted. */
export type Asked = TradeState['state'] | 'silent';

/** What an attempt is asked about by. */
export type Questionable = Pick<AttemptRow, 'channel' | 'trade_no' | 'created_at' | 'reference'>;

const underWay = new Map<string, Promise<Asked>>();

/**
 * Asks the channel about one attempt and applies its answer: the same for the payer's "query", the way back, the poller and
 * the deadline (C22). Callers in the same process who ask about the same trade at once share one question.
 */
export async function queryAndApply(attempt: Questionable): Promise<Asked> {
  const running = underWay.get(attempt.trade_no);
  if (running) return await running;
  const question = ask(attempt).finally(() => underWay.delete(attempt.trade_no));
  underWay.set(attempt.trade_no, question);
  return await question;
}

/** The same for whatever is live of an order. */
export async function queryOrder(orderId: string): Promise<void> {
  for (const attempt of await reading((tx) => liveAttempts(tx, orderId))) await queryAndApply(attempt);
}

/** What the channel said of one trade. */
export type Answered = { tradeNo: string; state: Asked };

/** Asks about every trade that an order ever had, and applies what is said; for staff who look into money that does not fit. */
export async function askAboutOrder(orderId: string): Promise<Answered[]> {
  const attempts = await reading((tx) =>
    tx.selectFrom('payment_attempt').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute(),
  );
  const answers: Answered[] = [];
  for (const attempt of attempts) answers.push({ tradeNo: attempt.trade_no, state: await queryAndApply(attempt) });
  return answers;
}

/** Asks about a trade that no order is known of; nothing is applied. Null: the channel gave no answer. */
export async function askAboutTrade({
  channel,
  tradeNo,
}: {
  channel: string;
  tradeNo: string;
}): Promise<TradeState | null> {
  return await stateAt(channel, tradeNo, {});
}

async function ask({ channel, trade_no: tradeNo, created_at: startedAt, reference }: Questionable): Promise<Asked> {
  const state = await stateAt(channel, tradeNo, { startedAt, reference });
  if (state === null) return 'silent';
  const applied = await inTransaction(async (tx) => {
    if (state.state === 'paid') return await applyPayment(tx, { channel, tradeNo, payment: state.payment });
    if (state.state === 'accepted') await moveAttempt(tx, tradeNo, 'accept');
    if (state.state === 'closed') await moveAttempt(tx, tradeNo, 'close');
    return null;
  });
  // Many of them, and the channel's notifications do not arrive.
  if (applied !== null && applied !== 'known') logInfo('payment found by asking', { channel });
  return state.state;
}

async function stateAt(channel: string, tradeNo: string, context: TradeContext): Promise<TradeState | null> {
  try {
    return (await channelNamed(channel)?.query(tradeNo, context)) ?? null;
  } catch (error) {
    if (error instanceof Error && error.name === 'ChannelSilent') return null;
    throw error;
  }
}

/** Moves an attempt where its state allows it; success after closing stays possible, so nothing else is lost (C21). */
export async function moveAttempt(tx: Tx, tradeNo: string, event: 'accept' | 'close'): Promise<void> {
  const { rows } = await sql<{ id: string; order_id: string }>`
    select id, order_id from payment_attempt where trade_no = ${tradeNo}`.execute(tx);
  // The order before its attempts, as whoever applies a payment does.
  for (const row of rows) await lockOrder(tx, { orderId: row.order_id });
  const actor = event === 'accept' ? theGateway : theSystem;
  const ids = rows.map((row) => row.id);
  await transitionAll(tx, paymentAttemptMachine, { table: 'payment_attempt', kind: 'payment', ids, event, actor });
  if (event === 'close') await planLastLook(tx, tradeNo);
  for (const row of rows) await noteProgress(tx, row.order_id);
}
