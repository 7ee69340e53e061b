import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { LinkButton, Money, Ticket } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useListParams } from '../../page/list-params.ts';
import { orderWords } from '../../messages/order.ts';
import { OwnListPage, OwnTickets } from '../../page/own-list.tsx';
import { SittingTime } from '../../page/sitting.tsx';
import { orderFilters, orderList, orderUrl, payUrl, type ListedOrder } from '../../page/order-data.ts';
import { OrderStatusTag, PayCountdown } from './order-status.tsx';

/** The account's orders, newest first, by status and page. */
export function OrderList() {
  const words = useMessages(orderWords);
  const { language } = useLanguage();
  const { page, setPage, filter, setFilter } = useListParams(orderFilters);
  const orders = useQuery(orderList(language, { page, filter }));
  return (
    <OwnListPage words={words} filters={orderFilters} filter={filter} onFilter={setFilter}>
      <OwnTickets
        query={orders}
        words={words}
        isFiltered={filter !== 'All'}
        onPage={setPage}
        start={
          <>
            <LinkButton href="/candidate/shopping-cart">{words.toCart}</LinkButton>
            <LinkButton href="/exam-all" variant="secondary">
              {words.chooseExam}
            </LinkButton>
          </>
        }
        ticket={(order) => <OrderTicket key={order.id} order={order} />}
      />
    </OwnListPage>
  );
}

const shownLines = 3;

function OrderTicket({ order }: { order: ListedOrder }) {
  const words = useMessages(orderWords);
  const formats = useFormats();
  const [first] = order.summary;
  const shown = order.summary.slice(0, shownLines);
  return (
    <Ticket as="li" {...(first?.testDate ? { date: first.testDate } : { stub: '' })} aside={<Aside order={order} />}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <OrderStatusTag {...order} />
        {order.status === 'PaymentPending' && order.secondsRemaining > 0 && (
          <PayCountdown seconds={order.secondsRemaining} />
        )}
      </p>
      <h2 className="mt-1 font-sans text-lg font-bold tabular-nums">{words.orderOf(order.code)}</h2>
      <ul className="mt-1">
        {shown.map((line) => (
          <li key={`${line.subjectName} ${line.testDate} ${line.candidateName}`}>
            {line.productName} · {line.subjectName} · {line.candidateName}
            {line.testDate !== null && (
              <span className="block text-sm text-ink-2">
                {formats.date(line.testDate)} <SittingTime startTime={line.startTime ?? ''} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {order.itemCount > shown.length && <p className="text-ink-2">{words.more(order.itemCount - shown.length)}</p>}
      <p className="mt-1 text-sm text-ink-2">
        {order.paymentCompletedTime === null
          ? words.placedAt(formats.instant(order.createdTime))
          : words.paidAt(formats.instant(order.paymentCompletedTime))}
      </p>
    </Ticket>
  );
}

function Aside({ order }: { order: ListedOrder }) {
  const words = useMessages(orderWords);
  const amount = order.status === 'PaymentSuccessful' ? order.actualPayAmount : order.payAmount;
  return (
    <>
      <Money fen={amount} className="text-lg font-bold" />
      <div className="flex flex-wrap justify-end gap-2">
        {order.status === 'PaymentPending' && (
          <LinkButton small href={payUrl(order.id)} aria-label={words.payOf(order.code)}>
            {words.pay}
          </LinkButton>
        )}
        <LinkButton small variant="secondary" href={orderUrl(order)} aria-label={words.detailsOf(order.code)}>
          {words.details}
        </LinkButton>
      </div>
    </>
  );
}
