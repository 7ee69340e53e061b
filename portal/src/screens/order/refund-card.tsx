import { useMessages } from '@exam/ui/i18n';
import { Card, DescriptionList, InstantText, Money } from '@exam/ui/parts';
import { orderWords } from '../../messages/order.ts';
import type { Order } from '../../page/order-data.ts';

/** The state of an order's refund; the candidate sees every unfinished step as "in progress" (9.5). */
export function RefundCard({ refund }: { refund: NonNullable<Order['refundInfo']> }) {
  const words = useMessages(orderWords).refund;
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.title}</h2>
      <DescriptionList
        items={[
          { term: words.state, detail: words.status[refund.status] },
          { term: words.amount, detail: <Money fen={refund.totalRefundAmount} /> },
          { term: words.submitted, detail: refund.submissionTime && <InstantText at={refund.submissionTime} /> },
          { term: words.completed, detail: refund.completeTime && <InstantText at={refund.completeTime} /> },
          { term: words.serial, detail: refund.totalRefundAmount > 0 && refund.serialNumber },
        ].filter((item) => item.detail !== false)}
      />
      {refund.totalRefundAmount > 0 && <p className="mt-2 text-sm text-ink-2">{words.arrives}</p>}
    </Card>
  );
}
