import type { RefundStatus } from '@exam/contract/entities';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** What became of an order's money, in fen; `status`, times and serial number are those of the latest refund (9.5). */
export type RefundSummary = {
  status: Exclude<RefundStatus, 'None'>;
  submittedAt: string;
  completedAt: string | null;
  serialNumber: string;
  /** Everything approved or done. */
  totalAmount: number;
  /** Back with the payer, of the payment that the order stands on; surplus money does not count. */
  completedAmount: number;
};

/** The refunds of orders, by order id; an order without a refund has no entry. */
export async function refundsOfOrders(tx: Tx, orderIds: readonly string[]): Promise<Map<string, RefundSummary>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<RefundSummary & { orderId: string }>`
    select distinct on (refund.order_id) refund.order_id as "orderId", status, submitted_at as "submittedAt", completed_at as "completedAt",
      serial_number as "serialNumber",
      coalesce(sum(refund.amount) filter (where status in ('Approved', 'Processing', 'Completed', 'Failed')) over of_order, 0)::integer as "totalAmount",
      coalesce(sum(refund.amount) filter (where status = 'Completed' and payment.settles_order) over of_order, 0)::integer as "completedAmount"
    from refund
    left join payment on payment.id = refund.payment_id
    where refund.order_id = any(${orderIds}::uuid[])
    window of_order as (partition by refund.order_id)
    order by refund.order_id, submitted_at desc, serial_number desc`.execute(tx);
  return new Map(rows.map(({ orderId, ...summary }) => [orderId, summary]));
}
