import { useMessages } from '@exam/ui/i18n';
import { Countdown, StatusTag } from '@exam/ui/parts';
import { orderWords } from '../../messages/order.ts';
import { ordersChanged, type Order } from '../../page/order-data.ts';

/** The status of an order as people call it; a paid order whose money went back says so. */
export function OrderStatusTag(props: Pick<Order, 'status' | 'isFullyRefunded'> & { isPaymentInProgress?: boolean }) {
  const words = useMessages(orderWords).status;
  if (props.isFullyRefunded) return <StatusTag>{words.refunded}</StatusTag>;
  if (props.status === 'PaymentSuccessful') return <StatusTag tone="jade">{words.PaymentSuccessful}</StatusTag>;
  if (props.status === 'PaymentExpired') return <StatusTag>{words.PaymentExpired}</StatusTag>;
  return <StatusTag tone="amber">{props.isPaymentInProgress ? words.inProgress : words.PaymentPending}</StatusTag>;
}

/** The time left to pay by the server's reckoning; at its end the server is asked what became of the order. */
export function PayCountdown({ seconds }: { seconds: number }) {
  const words = useMessages(orderWords);
  return (
    <span>
      {words.payWithin}{' '}
      <strong className="whitespace-nowrap text-seal">
        <Countdown seconds={seconds} onEnd={() => void ordersChanged()} />
      </strong>
    </span>
  );
}
