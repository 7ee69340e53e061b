import { sql } from 'kysely';
import { forgetExceptions } from '#books/ledger';
import type { Tx } from '#platform/database';

/** Forgets what the channels told of who paid these orders; that and how much was paid stays. */
export async function forgetPayers(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`
    update payment_event set payload_sealed = '' where trade_no in (
      select attempt.trade_no from payment_attempt attempt where attempt.order_id = any(${[...orderIds]}::uuid[]))`.execute(
    tx,
  );
}

/**
 * Forgets what was tried to pay orders that nobody paid. One that was paid after all refuses to go: its payment refers to the attempt.
 * @returns the ids of what went.
 */
export async function forgetAttempts(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const orders = sql`any(${[...orderIds]}::uuid[])`;
  const exceptions = await forgetExceptions(tx, { orderIds, paymentIds: [] });
  await sql`delete from payment_event where trade_no in (
    select trade_no from payment_attempt where order_id = ${orders})`.execute(tx);
  const { rows } = await sql<{
    id: string;
  }>`delete from payment_attempt where order_id = ${orders} returning id`.execute(tx);
  return [...exceptions, ...rows.map(({ id }) => id)];
}

/** Forgets the payments of orders as a whole, after their refunds. @returns the ids of what went. */
export async function forgetPayments(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment where order_id = any(${[...orderIds]}::uuid[])`.execute(tx);
  const paymentIds = rows.map(({ id }) => id);
  const exceptions = await forgetExceptions(tx, { orderIds, paymentIds });
  await sql`delete from payment where id = any(${paymentIds}::uuid[])`.execute(tx);
  return [...exceptions, ...paymentIds, ...(await forgetAttempts(tx, orderIds))];
}
