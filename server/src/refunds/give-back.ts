import { refundSerial } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readWorkingCalendar } from '#catalogue';
import { randomId } from '#platform/chance';
import { chinaDateOf, plusSeconds, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { record, theSystem } from '#platform/transition';
import { post } from '#ledger';
import { quietMinutes } from './send.ts';

/** Working days in which staff want a refund done, and days promised to the payer. */
const targetWorkingDays = 15;
const latestDays = 42;

type Surplus = {
  orderId: string;
  /** The order's code: the refund's serial number is made of it. */
  orderCode: string;
  paymentId: string;
  /** Fen. */
  amount: number;
  cause: 'latePayment' | 'doublePayment';
};

/**
 * Gives a payment back that found no place or came twice (9.5#5): the refund is born Approved with its serial number fixed
 * (C30), counts against the payment at once (C29), and is sent by the worker after commit. Asked again for the same payment
 * and cause it does nothing. The caller holds the order's row lock.
 */
export async function giveBack(tx: Tx, surplus: Surplus): Promise<void> {
  const now = await readNow(tx);
  const today = chinaDateOf(now);
  const calendar = await readWorkingCalendar(tx);
  const id = randomId();
  const { rows } = await sql`
    insert into refund (id, order_id, payment_id, serial_number, status, cause, policy_row, amount, submitted_at, approved_at,
      target_date, latest_date, next_try_at)
    values (${id}, ${surplus.orderId}, ${surplus.paymentId}, ${await nextSerial(tx, surplus)}, 'Approved', ${surplus.cause},
      'surplus', ${surplus.amount}, ${now}, ${now}, ${calendar.add(today, targetWorkingDays)},
      ${chinaDateOf(plusSeconds(now, latestDays * 86_400))}, ${plusSeconds(now, quietMinutes * 60)})
    on conflict (payment_id, cause) where application_id is null do nothing
    returning id`.execute(tx);
  if (rows.length === 0) return;
  await tx
    .updateTable('payment')
    .set((payment) => ({ refunded_amount: payment('refunded_amount', '+', surplus.amount) }))
    .where('id', '=', surplus.paymentId)
    .execute();
  await record(tx, { kind: 'refund', id, event: surplus.cause, actor: theSystem, to: 'Approved' });
  await post(tx, {
    orderId: surplus.orderId,
    kind: 'refundApproved',
    debit: 'customer',
    credit: 'refundDue',
    amount: surplus.amount,
  });
  await enqueue(tx, 'refunds.send', { refundId: id }, { jobKey: `refund:${id}` });
}

async function nextSerial(tx: Tx, { orderId, orderCode }: Surplus): Promise<string> {
  const { count } = await tx
    .selectFrom('refund')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return refundSerial(orderCode, count + 1);
}
