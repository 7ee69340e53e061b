import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** How many refunds of these orders' owner are neither done nor refused (R-25): asked for, approved, under way or failed. */
export async function countOpenRefunds(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from refund join exam_order placed on placed.id = refund.order_id
    where placed.account_id = ${accountId}
      and refund.status in ('Pending', 'Approved', 'Processing', 'Failed')`.execute(tx);
  return rows[0]?.count ?? 0;
}
