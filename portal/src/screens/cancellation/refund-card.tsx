import type { RefundProgress } from '@exam/contract/entities';
import { useMessages } from '@exam/ui/i18n';
import { Card, DescriptionList, Money } from '@exam/ui/parts';
import { cancellationWords } from '../../messages/cancellation.ts';
import { RefundTimeline } from './refund-timeline.tsx';

/** What becomes of the money of an exam. A request without a decision or an end without money is told by the request itself: where nothing comes back, nothing is on its way. */
export function RefundCard({ refund }: { refund: RefundProgress | null }) {
  const words = useMessages(cancellationWords).refund;
  if (refund === null || refund.amount === 0 || refund.status === 'Rejected' || refund.status === 'Closed') return null;
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.title}</h2>
      <DescriptionList
        items={[
          { term: words.amount, detail: <Money fen={refund.amount} className="font-bold" /> },
          { term: words.cause, detail: words.causes[refund.cause] },
          { term: words.serial, detail: <span className="font-mono">{refund.serialNumber}</span> },
        ]}
      />
      <div className="mt-3">
        <RefundTimeline refund={refund} />
      </div>
    </Card>
  );
}
