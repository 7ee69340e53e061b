import type { OrderRefund, RefundProgress, RefundStatus } from '@exam/contract/entities';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { promisedDays } from './rows.ts';

/** What became of an order's money, in fen; `status`, times and serial number are those of the latest refund (9.5). */
export type RefundSummary = {
  status: Exclude<RefundStatus, 'None'>;
  submittedAt: string;
  completedAt: string | null;
  serialNumber: string;
  /** Everything approved or done. */
  totalAmount: number;
  /** Back with the payer, of the payment that the order is paid by; surplus money does not count. */
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

/** The latest refund of an application; amounts in fen, `promisedFrom` and `latestDate` in China. */
export type ApplicationRefund = Omit<RefundProgress, 'status'> & { status: Exclude<RefundStatus, 'None'> };

const progress = sql`
  refund.id, refund.status, cause, policy_row as "policyRow", amount, serial_number as "serialNumber",
  submitted_at as "submittedAt", approved_at as "approvedAt",
  (approved_at at time zone 'Asia/Shanghai')::date + ${sql.lit(promisedDays)}::integer as "promisedFrom",
  latest_date as "latestDate", completed_at as "completedAt", is_by_hand as "isByHand"`;

/** Every refund of an order by itself, the oldest first. */
export async function refundsOfOrder(tx: Tx, orderId: string): Promise<OrderRefund[]> {
  const { rows } = await sql<OrderRefund>`
    select ${progress}, application.code as "applicationCode"
    from refund left join sold_summary application on application.application_id = refund.application_id
    where refund.order_id = ${orderId}
    order by submitted_at, serial_number`.execute(tx);
  return rows;
}

/** The refunds that belong to an application by its id: of a cancellation, or of a cause of the provider's. */
export async function refundsOfApplications(tx: Tx, ids: readonly string[]): Promise<Map<string, ApplicationRefund>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ApplicationRefund & { applicationId: string }>`
    select distinct on (application_id) application_id as "applicationId", ${progress}
    from refund
    where application_id = any(${[...ids]}::uuid[])
    order by application_id, submitted_at desc, serial_number desc`.execute(tx);
  return new Map(rows.map(({ applicationId, ...refund }) => [applicationId, refund]));
}
