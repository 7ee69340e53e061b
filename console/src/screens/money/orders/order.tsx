import { useParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Link, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../../app/api.ts';
import { moneyWords } from '../../../messages/money.ts';
import {
  Facts,
  History,
  linked,
  Loaded,
  Money,
  NotesPanel,
  objectKey,
  PageColumns,
  PageHead,
  Section,
  Timeline,
  wordOf,
  MaskedNames,
} from '../../../page/index.ts';
import { orderTones } from '../display.ts';
import { OrderActs } from './acts.tsx';
import { Attempts, Entries, Lines, Messages, Payments, Refunds } from './tables.tsx';
import type { OrderDetail } from '../types.ts';

/** One order with everything about its money. */
export function Order() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('order', id),
    queryFn: ({ signal }) => staffApi('orders.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(order) => <OrderPage order={order} />}</Loaded>;
}

function OrderPage({ order }: { order: OrderDetail }) {
  const words = useMessages(moneyWords);
  return (
    <>
      <PageHead
        title={words.order(order.code)}
        back={{ href: '/orders', label: words.orders }}
        status={{ text: words.orderStatuses[order.status], tone: orderTones[order.status] }}
        actions={<OrderActs order={order} />}
      />
      {order.proposalId !== null && (
        <Notice tone="info">
          {words.waitsForSecond} <Link href={`/approvals/${order.proposalId}`}>{words.toApprovals}</Link>
        </Notice>
      )}
      {order.openExceptions > 0 && (
        <Notice tone="warning">
          <Link href={`/payment-exceptions?search=${order.code}`}>
            {words.exceptionsOpen}: {order.openExceptions}
          </Link>
        </Notice>
      )}
      <PageColumns
        aside={
          <>
            <Course order={order} />
            <NotesPanel kind="order" id={order.id} />
            <History kind="order" id={order.id} />
          </>
        }
      >
        <Known order={order} />
        <MaskedNames rows={order.lines} />
        <Lines order={order} />
        <Payments order={order} />
        <Refunds order={order} />
        <Attempts order={order} />
        <Entries order={order} />
        <Messages order={order} />
      </PageColumns>
    </>
  );
}

function Known({ order }: { order: OrderDetail }) {
  const words = useMessages(moneyWords);
  return (
    <div className="mb-4">
      <Facts
        items={[
          { term: words.toPay, detail: <Money fen={order.payAmount} /> },
          { term: words.paid, detail: <Money fen={order.actualPayAmount} /> },
          { term: words.refunded, detail: <Money fen={order.refundedAmount} /> },
          { term: words.payUntil, detail: <InstantText at={order.paymentEndAt} /> },
          order.paidAt === null ? null : { term: words.paidAt, detail: <InstantText at={order.paidAt} /> },
          { term: words.placed, detail: <InstantText at={order.createdAt} /> },
          { term: words.category, detail: words.categories[order.category] },
          { term: words.phone, detail: linked('account', order.accountId, order.phone) },
        ]}
      />
    </div>
  );
}

function Course({ order }: { order: OrderDetail }) {
  const words = useMessages(moneyWords);
  return (
    <Section title={words.course}>
      <Timeline
        label={words.course}
        entries={[...order.timeline].reverse().map(({ at, event, actor }) => ({
          at,
          who: wordOf(words.actors, actor),
          text: wordOf(words.events, event),
        }))}
      />
    </Section>
  );
}
