import type { PaymentState } from '@exam/contract/entities';
import { secondsRemaining } from '@exam/contract/rules';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refundsOfOrders } from '#books/refunds';
import { presentRefund } from './present.ts';
import { findOwnOrder } from './store.ts';

/** The state of an order's payment as its owner sees it (S-13). @throws Refusal NOT_FOUND */
export async function orderPaymentsSummary(tx: Tx, own: { orderId: string; accountId: string }): Promise<PaymentState> {
  const order = await findOwnOrder(tx, own);
  const progress = await tx
    .selectFrom('order_payment_progress')
    .select('is_accepted')
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  const refunds = await refundsOfOrders(tx, [order.id]);
  return {
    orderId: order.id,
    status: order.status,
    isInProgress: progress?.is_accepted ?? false,
    actualPayAmount: order.actual_pay_amount,
    secondsRemaining: order.status === 'PaymentPending' ? secondsRemaining(await readNow(tx), order.payment_end_at) : 0,
    refundInfo: presentRefund({ order }, refunds.get(order.id) ?? null),
  };
}
