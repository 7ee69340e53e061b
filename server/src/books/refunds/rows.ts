import type { HistoryEvent } from '@exam/contract/machines';
import { refundSerial } from '@exam/contract/rules';
import { sql } from 'kysely';
import { post } from '#books/ledger';
import { randomId } from '#platform/chance';
import { chinaDateOf, plusSeconds, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import type { RefundTable } from '#platform/tables/index';
import { type Actor, record } from '#platform/transition';
import { readWorkingCalendar } from '#office/working-days';

/** Working days in which staff want a refund done, and days promised to the payer. */
const targetWorkingDays = 15;
export const promisedDays = 28;
const latestDays = 42;

/** When a refund that was sent, or is to be sent, is taken up again by the sweep if nothing came of it. */
export const quietMinutes = 10;

type RefundCause = RefundTable['cause'];

export type NewRefund = {
  orderId: string;
  /** The order's code: the refund's serial number is made of it. */
  orderCode: string;
  /** The payment it goes back from; null of an order without charge. */
  paymentId: string | null;
  applicationId: string | null;
  /** Whether that is a post-test request. */
  isPostTest?: boolean;
  status: 'Pending' | 'Approved';
  cause: RefundCause;
  policyRow: string;
  /** Fen. */
  amount: number;
  note?: string | null;
  event: HistoryEvent<'refund'>;
  actor: Actor;
  /** Which refund of the application for this cause it is; the first is 0. */
  round?: number;
  /** Default: made of the order's code. A refund from outside has the channel's. */
  serialNumber?: string;
};

/**
 * Writes a new refund; its serial number is fixed here, before any call to a channel (C30). The caller holds the order's lock.
 * @returns null when there is one for the same payment, or the same application, cause and round (T18).
 */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<string | null> {
  const id = randomId();
  const { rows } = await sql`
    insert into refund (id, order_id, payment_id, application_id, is_post_test, serial_number, status, cause, policy_row, amount, note, round, submitted_at)
    values (${id}, ${refund.orderId}, ${refund.paymentId}, ${refund.applicationId}, ${refund.isPostTest ?? false}, ${refund.serialNumber ?? (await nextSerial(tx, refund))}, ${refund.status},
      ${refund.cause}, ${refund.policyRow}, ${refund.amount}, ${refund.note ?? null}, ${refund.round ?? 0}, app_now())
    on conflict do nothing
    returning id`.execute(tx);
  if (rows.length === 0) return null;
  await record(tx, { kind: 'refund', id, event: refund.event, actor: refund.actor, to: refund.status });
  return id;
}

type Commitment = {
  id: string;
  orderId: string;
  paymentId: string | null;
  amount: number;
  /** Where the money was: earned by the order, or owed to the payer (surplus). */
  from: 'revenue' | 'customer';
};

/**
 * Makes an approved refund count (C29): taken off what its payment can still give under that row's lock, entered in the ledger,
 * its dates set, and handed to the worker.
 * @throws Refusal REFUND_TOO_MUCH when the payment cannot give that much any more.
 */
export async function commitRefund(tx: Tx, { id, orderId, paymentId, amount, from }: Commitment): Promise<void> {
  const now = await readNow(tx);
  const today = chinaDateOf(now);
  const calendar = await readWorkingCalendar(tx);
  const { rows } = await sql`
    update payment set refunded_amount = refunded_amount + ${amount}
    where id = ${paymentId} and refunded_amount + ${amount} <= amount
    returning id`.execute(tx);
  if (amount > 0 && rows.length === 0) refuse('REFUND_TOO_MUCH');
  await tx
    .updateTable('refund')
    .set({
      amount,
      approved_at: now,
      target_date: calendar.add(today, targetWorkingDays),
      latest_date: chinaDateOf(plusSeconds(now, latestDays * 86_400)),
      next_try_at: plusSeconds(now, quietMinutes * 60),
    })
    .where('id', '=', id)
    .execute();
  await post(tx, { orderId, kind: 'refundApproved', debit: from, credit: 'refundDue', amount });
  await enqueue(tx, 'refunds.send', { refundId: id }, { jobKey: `refund:${id}` });
}

async function nextSerial(tx: Tx, { orderId, orderCode }: { orderId: string; orderCode: string }): Promise<string> {
  const { count } = await tx
    .selectFrom('refund')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return refundSerial(orderCode, count + 1);
}
