import { sql } from 'kysely';
import { followRefund } from '#books/fapiao';
import { notify } from '#people/notices';
import type { Tx } from '#platform/database';

/**
 * Tells the invoices, and the payer that money is back (9.5#7, #10), or that a cancellation is settled with nothing to give back (9.5#11). A
 * withdrawal of ours without money has been told already.
 */
export async function tellCompleted(tx: Tx, refundId: string): Promise<void> {
  const { rows } = await sql<{
    account_id: string;
    order_id: string;
    order_code: string;
    amount: number;
    cause: string;
    is_by_hand: boolean;
  }>`
    select owner.account_id, owner.order_id, owner.order_code, refund.amount, refund.cause, refund.is_by_hand
    from refund join order_owner owner on owner.order_id = refund.order_id where refund.id = ${refundId}`.execute(tx);
  const [row] = rows;
  if (!row) return;
  const about = { accountId: row.account_id, objectId: refundId };
  await followRefund(tx, row.order_id);
  const order = { orderId: row.order_id, orderCode: row.order_code };
  if (row.amount > 0) {
    const values = { ...order, amount: row.amount, isByHand: row.is_by_hand };
    return void (await notify(tx, { kind: 'refundCompleted', values, ...about }));
  }
  if (row.cause === 'cancellation') await notify(tx, { kind: 'cancelledWithoutRefund', values: order, ...about });
}
