import { sql } from 'kysely';
import { forgetFilesOf } from '#office/files';
import type { Tx } from '#platform/database';
import { nobodysAccount } from '#platform/nobody';

/** Forgets whose these orders' requests for a cancellation were. @returns their ids. */
export async function forgetAccountOfRequests(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update cancellation_request set account_id = ${nobodysAccount}
    where order_id = any(${[...orderIds]}::uuid[]) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Forgets the requests of orders as a whole, with their papers, and whatever points to these refunds. @returns the requests' ids. */
export async function forgetRequests(
  tx: Tx,
  { orderIds, refundIds }: { orderIds: readonly string[]; refundIds: readonly string[] },
): Promise<string[]> {
  const asked = sql`select id from cancellation_request where order_id = any(${[...orderIds]}::uuid[])`;
  await sql`
    delete from cancellation_item where refund_id = any(${[...refundIds]}::uuid[]) or request_id in (${asked})`.execute(
    tx,
  );
  const { rows } = await sql<{ id: string }>`
    delete from cancellation_request where id in (${asked}) returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await forgetFilesOf(tx, 'cancellation', ids);
  return ids;
}
