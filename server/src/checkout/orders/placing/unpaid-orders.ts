import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { lockAccountOrders } from './limits.ts';

/** How many orders of the account wait for payment. No order of it can be placed until the transaction ends. */
export async function countUnpaidOrders(tx: Tx, accountId: string): Promise<number> {
  await lockAccountOrders(tx, accountId);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from exam_order
    where account_id = ${accountId} and status = 'PaymentPending'`.execute(tx);
  return rows[0]?.count ?? 0;
}
