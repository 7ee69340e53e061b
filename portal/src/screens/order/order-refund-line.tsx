import { RefundLine } from '../../page/refund-line.tsx';
import type { Order } from '../../page/order-data.ts';

/** What would come back of an order, as long as it is to be paid. A service after an exam has terms of its own. */
export function OrderRefundLine({ order, className }: { order: Order; className?: string }) {
  if (order.status !== 'PaymentPending' || order.category === 'PostTest') return null;
  return <RefundLine outlook={order.refundOutlook} {...(className === undefined ? {} : { className })} />;
}
