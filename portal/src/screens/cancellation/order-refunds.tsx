import type { OrderRefund } from '@exam/contract/entities';
import { useMessages } from '@exam/ui/i18n';
import { Card, DescriptionList, Money } from '@exam/ui/parts';
import { cancellationWords } from '../../messages/cancellation.ts';
import { RefundTimeline } from './refund-timeline.tsx';

const onItsWay: readonly string[] = ['Approved', 'Processing', 'Failed'];

/** The refunds of an order, each by itself, and what has come back so far. */
export function OrderRefunds({ refunds }: { refunds: readonly OrderRefund[] }) {
  const words = useMessages(cancellationWords).refund;
  if (refunds.length === 0) return null;
  const sum = (statuses: readonly string[]) =>
    refunds.filter(({ status }) => statuses.includes(status)).reduce((total, { amount }) => total + amount, 0);
  const [returned, underWay] = [sum(['Completed']), sum(onItsWay)];
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.listTitle}</h2>
      <DescriptionList
        items={[
          { term: words.returned, detail: <Money fen={returned} className="font-bold" /> },
          { term: words.underWayTotal, detail: underWay > 0 && <Money fen={underWay} /> },
        ].filter((item) => item.detail !== false)}
      />
      <ul className="mt-3 grid gap-4">
        {refunds.map((refund) => (
          <li key={refund.id} className="border-t border-line pt-3">
            <h3 className="flex flex-wrap justify-between gap-x-4 text-lg">
              <span>{titleOf(refund, words)}</span>
              <Money fen={refund.amount} />
            </h3>
            <p className="mb-2 text-sm text-ink-2">
              {words.causes[refund.cause]} · {words.serial} <span className="font-mono">{refund.serialNumber}</span>
            </p>
            <RefundTimeline refund={refund} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Titles = { surplus: string; ofOrder: string; forExam: (code: string) => string };

/** What a refund is for; one made by the channel itself is of the whole order. */
function titleOf({ applicationCode, cause }: OrderRefund, words: Titles): string {
  if (applicationCode !== null) return words.forExam(applicationCode);
  return cause === 'outside' ? words.ofOrder : words.surplus;
}
