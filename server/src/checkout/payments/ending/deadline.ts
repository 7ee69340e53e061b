import { addMinutes } from '@exam/contract/rules';
import { expireOrder, extendOrder, lockOrder, type OrderRow } from '#checkout/orders';
import { openException } from '#books/ledger';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { theSystem } from '#platform/transition';
import { sql } from 'kysely';
import { returnSurplus } from '../apply-payment.ts';
import { clearAttempts, type Cleared } from './close-attempts.ts';
import { moveAttempt } from '../query.ts';
import { liveAttempts } from '../store.ts';

/** How long a silent channel keeps the seats after the deadline (C12). */
const silentMinutes = 30;

/**
 * What happens at an order's deadline T (9.4 #6, #7; C11, C12): every open attempt is asked and closed at the channel, and only
 * what is then neither paid nor accepted expires, in one transaction that frees the seats. Safe to run at any time, twice, and
 * in several workers at once.
 */
export async function settleDeadline(orderId: string): Promise<void> {
  const due = await inTransaction((tx) => isDue(tx, orderId));
  if (!due) return;
  const answer = await clearAttempts(orderId);
  // What was paid is applied already; an order still pending then got the wrong amount (T15) and ends like any other.
  const cleared = answer === 'paid' ? 'clear' : answer;
  await inTransaction(async (tx) => {
    const order = await lockOrder(tx, { orderId });
    const now = await readNow(tx);
    if (order?.status !== 'PaymentPending' || order.payment_end_at > now) return;
    await end(tx, order, { cleared, now });
  });
}

async function isDue(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ payment_end_at: string; now: string }>`
    select payment_end_at, app_now() as now from exam_order where id = ${orderId} and status = 'PaymentPending'`.execute(
    tx,
  );
  const [order] = rows;
  if (!order) return false;
  if (order.payment_end_at <= order.now) return true;
  await comeBack(tx, orderId, order.payment_end_at);
  return false;
}

async function end(tx: Tx, order: OrderRow, { cleared, now }: { cleared: Cleared; now: string }): Promise<void> {
  if (cleared === 'accepted' && (await extendOrder(tx, order))) return;
  const giveUpAt = addMinutes(order.payment_end_at, silentMinutes);
  if (cleared === 'silent' && now < giveUpAt)
    return await comeBack(tx, order.id, nextTry(order.payment_end_at, now, giveUpAt));
  const open = await liveAttempts(tx, order.id);
  // Cleared a moment ago; one that appeared since would have to be asked first.
  if (cleared === 'clear' && open.length > 0) return await comeBack(tx, order.id, now);
  for (const attempt of open) await moveAttempt(tx, attempt.trade_no, 'close');
  await expireOrder(tx, { orderId: order.id, event: 'expire', actor: theSystem });
  if (cleared !== 'clear') await openException(tx, { kind: 'channelSilent', detail: `#${cleared}`, orderId: order.id });
  await returnSurplus(tx, order, 'latePayment');
}

/** After 30 s, then ever longer: as long again as has passed since the deadline. */
function nextTry(endedAt: string, now: string, last: string): string {
  const soonest = addMinutes(now, 0.5);
  const passed = (minutes: number) => addMinutes(endedAt, minutes);
  const next = [1, 2, 4, 8, 16].map(passed).find((at) => at > soonest) ?? soonest;
  return next < last ? next : last;
}

async function comeBack(tx: Tx, orderId: string, at: string): Promise<void> {
  await enqueue(tx, 'payments.deadline', { orderId }, { jobKey: `deadline:${orderId}`, dueAt: at });
}
