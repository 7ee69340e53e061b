import { readBooksProblems } from '#books/ledger';
import { routes as orderRoutes, tasks as orderTasks } from '#checkout/orders';
import { databasePool, reading } from '#platform/database';
import { runDueJobs, type Tasks } from '#platform/worker';
import { tasks as refundTasks } from '#books/refunds';
import {
  ask,
  type Bank,
  type ChannelName,
  type ExamWishes,
  givenCartLine,
  givenExam,
  givenSignedIn,
  openShop,
  type SignedIn,
} from '#testing';
import { routes as paymentRoutes, tasks as paymentTasks } from '#checkout/payments';

/** Every task that money needs; letters and messages of other domains are left lying. */
const tasks: Tasks = { ...orderTasks, ...paymentTasks, ...refundTasks };

export const total = 150_000;

/** Opens a shop with orders and payments served. */
export async function openMoneyShop(channels?: readonly ChannelName[]) {
  return await openShop([...orderRoutes, ...paymentRoutes], channels);
}

export type Sale = { browser: SignedIn; orderId: string; code: string; sessionId: string; applicationId: string };

/** A person with one unpaid order of 1,500.00. */
export async function givenUnpaidOrder(url: string, wishes: ExamWishes = {}): Promise<Sale> {
  const browser = await givenSignedIn(url);
  return await givenAnotherOrder(browser, wishes);
}

/** One more unpaid order of the same person. */
export async function givenAnotherOrder(browser: SignedIn, wishes: ExamWishes = {}): Promise<Sale> {
  const exam = await givenExam(wishes);
  const applicationId = await givenCartLine(browser.accountId, exam);
  const { body } = await ask(browser, 'order.place', {
    body: { applicationIds: [applicationId], totalPayAmount: total },
  });
  return { browser, orderId: String(body['id']), code: String(body['code']), sessionId: exam.sessionId, applicationId };
}

/** Starts paying by Alipay on a computer. @returns the trade number. */
export async function startPaying({ browser, orderId }: Pick<Sale, 'browser' | 'orderId'>): Promise<string> {
  const { status, body } = await ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
  if (status !== 200) throw new Error(`starting answered ${status} ${String(body['code'])}`);
  return String(body['tradeNo']);
}

/** The order as its owner reads it, without asking the channel. */
export async function orderOf({ browser, orderId }: Sale): Promise<Record<string, unknown>> {
  return (await ask(browser, 'order.get', { params: { id: orderId } })).body;
}

/** Does everything the worker has to do now, as often as new work appears. */
export async function work(): Promise<void> {
  await tasks['payments.sweep']?.({});
  await runDueJobs({ ...tasks, ...others });
}

const others: Tasks = { 'letters.plan': async () => undefined };

/** The deadline's job, now. */
export async function reachDeadline({ orderId }: Pick<Sale, 'orderId'>): Promise<void> {
  await tasks['payments.deadline']?.({ orderId });
}

/** Minutes from now to just past the order's deadline T. */
export async function secondsPastDeadline({ orderId }: Pick<Sale, 'orderId'>, more = 1): Promise<number> {
  const { rows } = await databasePool().query<{ seconds: number }>(
    'select ceil(extract(epoch from payment_end_at - now()))::integer as seconds from exam_order where id = $1',
    [orderId],
  );
  return (rows[0]?.seconds ?? 0) + more;
}

/** Lets the time to pay run out, and comes back to the present. */
export async function expire(bank: Bank, sale: Pick<Sale, 'orderId'>): Promise<void> {
  await bank.moveClock(await secondsPastDeadline(sale));
  await reachDeadline(sale);
  await bank.moveClock(0);
}

/** Takes away the last free seats of the session, as other buyers would. */
export async function fillSession({ sessionId }: Sale): Promise<void> {
  await databasePool().query('update exam_session set seat = registered where id = $1', [sessionId]);
}

/** What the channel's own ledger and ours say about an order, in fen; they must agree. */
export async function moneyOf(
  bank: Bank,
  { orderId }: Sale,
): Promise<{ channel: number; ours: number; customer: number }> {
  const { rows: trades } = await databasePool().query<{ trade_no: string }>(
    'select trade_no from payment_attempt where order_id = $1',
    [orderId],
  );
  let channel = 0;
  for (const { trade_no: tradeNo } of trades) {
    const trade = await bank.trade(tradeNo);
    channel += trade?.payments.reduce((sum, payment) => sum + payment.amountFen, 0) ?? 0;
    channel -= trade?.refunds.reduce((sum, refund) => sum + (refund.isAbnormal ? 0 : refund.amountFen), 0) ?? 0;
  }
  const { rows } = await databasePool().query<{ channel: number; customer: number }>(
    `select coalesce(sum(amount) filter (where account = 'channel'), 0)::integer as channel,
       coalesce(sum(amount) filter (where account = 'customer'), 0)::integer as customer
     from ledger_entry where order_id = $1`,
    [orderId],
  );
  return { channel, ours: rows[0]?.channel ?? -1, customer: rows[0]?.customer ?? -1 };
}

/** What is wrong with the books; nothing when all is well. */
export async function booksProblems() {
  return await reading(readBooksProblems);
}

/** How many rows. */
export async function count(text: string, values: unknown[]): Promise<number> {
  const { rows } = await databasePool().query<{ count: number }>(
    `select count(*)::integer as count from ${text}`,
    values,
  );
  return rows[0]?.count ?? -1;
}
