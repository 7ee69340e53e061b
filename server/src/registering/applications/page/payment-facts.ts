import type { RefundStatus } from '@exam/contract/entities';
import { sql, type Selectable } from 'kysely';
import type { Tx } from '#platform/database';
import type { ApplicationPaymentTable } from '#platform/tables/index';
import { type ApplicationRefund, refundsOfApplications, refundsOfOrders, type RefundSummary } from '#books/refunds';

/** The latest order of an application and what became of its money; amounts in fen. */
export type PaymentFacts = {
  orderId: string;
  orderCode: string;
  orderStatus: string;
  paidAt: string | null;
  /** What the order's line costs. */
  amount: number;
  refundStatus: RefundStatus;
  refundAmount: number | null;
};

/**
 * Orders and refunds of applications by application id; one that was never ordered has no entry. A refund counts for an
 * application when it is its own (cancelled, withdrawn), or when its order ended unpaid: all its money is going back then
 * (S-3). A surplus payment of a paid order is no refund of an exam.
 */
export async function readPayments(tx: Tx, ids: readonly string[]): Promise<Map<string, PaymentFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('application_payment')
    .selectAll()
    .where('application_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  const unpaid = rows.filter((row) => row.order_status === 'PaymentExpired').flatMap((row) => row.order_id ?? []);
  const refunds = await refundsOfOrders(tx, [...new Set(unpaid)]);
  const own = await refundsOfApplications(tx, ids);
  return new Map(
    rows.map((row) => {
      const id = row.application_id ?? '';
      return [id, factsOf(row, own.get(id) ?? null, refunds.get(row.order_id ?? '') ?? null)];
    }),
  );
}

function factsOf(
  row: Selectable<ApplicationPaymentTable>,
  own: ApplicationRefund | null,
  ofOrder: RefundSummary | null,
): PaymentFacts {
  const amount = row.pay_amount ?? 0;
  return {
    orderId: row.order_id ?? '',
    orderCode: row.order_code ?? '',
    orderStatus: row.order_status ?? '',
    paidAt: row.paid_at,
    amount,
    refundStatus: own?.status ?? ofOrder?.status ?? 'None',
    refundAmount: own?.amount ?? (ofOrder ? amount : null),
  };
}
