import { RefundLine } from '../../page/refund-line.tsx';
import type { Order } from '../../page/order-data.ts';

/** What would come back of an order, as long as it is to be paid. A booking and a service after an exam have terms of their own. */
export function OrderRefundLine({ order, className }: { order: Order; className?: string }) {
  if (order.status !== 'PaymentPending' || order.category !== 'Public') return null;
  return <RefundLine outlook={order.refundOutlook} {...(className === undefined ? {} : { className })} />;
}
