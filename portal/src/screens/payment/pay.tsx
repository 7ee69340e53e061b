import { Navigate, useSearchParams } from '@exam/ui/app';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { EmptyState, LinkButton, Money, Ticket } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderWords } from '../../messages/order.ts';
import { paymentWords } from '../../messages/payment.ts';
import { Loaded } from '../../page/loaded.tsx';
import { SittingTime } from '../../page/sitting.tsx';
import { GiveUp } from '../order/order-acts.tsx';
import { orderById, orderUrl, resultUrl, type Order } from '../../page/order-data.ts';
import { OrderRefundLine } from '../order/order-refund-line.tsx';
import { PayCountdown } from '../order/order-status.tsx';
import { ChooseWay } from './choose-way.tsx';
import { Expired, InProgress, TooLate } from './pay-states.tsx';
import { usePaymentState, type Started } from './payment-data.ts';
import { Waiting } from './waiting.tsx';
import { SheetEnded, type SheetEnd, type SignedIn, useSignedIn, WechatSheet } from './wechat-sheet.tsx';

/** Paying one order: the time left by the server's clock, the ways that apply, and waiting for the result. */
export function Pay() {
  const words = useMessages(paymentWords);
  const [params] = useSearchParams();
  const orderId = params.get('orderId') ?? '';
  return (
    <div className="page-width max-w-form py-8">
      <h1 className="mb-4 text-3xl">{words.title}</h1>
      {orderId === '' ? <NoOrder /> : <PayOrder key={orderId} orderId={orderId} />}
    </div>
  );
}

function NoOrder() {
  const words = useMessages(paymentWords);
  return (
    <EmptyState title={words.noOrder} action={<LinkButton href="/candidate/order">{words.toOrders}</LinkButton>}>
      <p>{words.noOrderText}</p>
    </EmptyState>
  );
}

function PayOrder({ orderId }: { orderId: string }) {
  const { language } = useLanguage();
  const words = useMessages(paymentWords);
  const query = useQuery(orderById(language, orderId));
  const back = <LinkButton href="/candidate/order">{words.toOrders}</LinkButton>;
  return (
    <Loaded query={query} gone={back}>
      {(order) =>
        order.status === 'PaymentSuccessful' ? <Navigate replace to={resultUrl(order)} /> : <Paying order={order} />
      }
    </Loaded>
  );
}

function Paying({ order }: { order: Order }) {
  const words = useMessages(paymentWords);
  const [started, setStarted] = useState<Started | null>(null);
  const [signedIn, forget] = useSignedIn(order.id);
  const isBusy = started !== null || signedIn !== null || order.isPaymentInProgress;
  const state = usePaymentState(order.id, { isBusy });
  const isPending = order.status === 'PaymentPending';
  return (
    <div className="grid gap-6">
      <OrderTicket order={order} />
      {order.status === 'PaymentExpired' && <Expired order={order} />}
      {order.isPaymentInProgress && <InProgress state={state} />}
      {isPending && !order.isPaymentInProgress && !order.canPay && <TooLate />}
      {order.canPay && (
        <Collecting order={order} started={started} onStart={setStarted} signedIn={signedIn} onEnd={forget} />
      )}
      <div className="flex flex-wrap gap-3">
        <LinkButton variant="secondary" href={orderUrl(order)}>
          {words.toOrder}
        </LinkButton>
        {order.canGiveUp && <GiveUp order={order} />}
      </div>
    </div>
  );
}

/** Choosing a way, and waiting for what comes of it: at the channel, or on the sheet of the app that the page is open in. */
function Collecting(props: {
  order: Order;
  started: Started | null;
  onStart: (started: Started | null) => void;
  signedIn: SignedIn | null;
  onEnd: () => void;
}) {
  const { order, started, onStart, signedIn, onEnd } = props;
  const [end, setEnd] = useState<SheetEnd>(null);
  const sheetEnded = (how: SheetEnd) => {
    setEnd(how);
    onEnd();
  };
  if (signedIn !== null) return <WechatSheet order={order} signedIn={signedIn} onEnd={sheetEnded} />;
  if (started !== null) return <Waiting started={started} onOther={() => onStart(null)} />;
  return (
    <>
      {end !== null && <SheetEnded end={end} />}
      <ChooseWay order={order} onStart={onStart} />
    </>
  );
}

function OrderTicket({ order }: { order: Order }) {
  const words = useMessages(paymentWords);
  const more = useMessages(orderWords).more;
  const [first] = order.orderItems;
  return (
    <Ticket
      as="div"
      {...(first?.testDate ? { date: first.testDate } : { stub: '' })}
      aside={
        <p className="sm:text-right">
          <span className="block text-ink-2">{words.amount}</span>
          <Money fen={order.payAmount} className="text-2xl font-bold" />
        </p>
      }
    >
      <h2 className="font-sans text-lg font-bold tabular-nums">{words.order(order.code)}</h2>
      {first !== undefined && <FirstItem item={first} />}
      {order.orderItems.length > 1 && <p className="text-ink-2">{more(order.orderItems.length - 1)}</p>}
      {order.status === 'PaymentPending' && order.secondsRemaining > 0 && (
        <p className="mt-2">
          <PayCountdown seconds={order.secondsRemaining} />
          <span className="block text-sm text-ink-2">{words.keeps[order.category]}</span>
        </p>
      )}
      <OrderRefundLine order={order} className="mt-2" />
    </Ticket>
  );
}

/** What the order is for: its first line, with date and place where it has them. */
function FirstItem({ item }: { item: Order['orderItems'][number] }) {
  const { language } = useLanguage();
  const formats = useFormats();
  const { testDate, startTime, endTime } = item;
  return (
    <p>
      {language === 'zh' ? item.productNameCn : item.productNameEn} ·{' '}
      {language === 'zh' ? item.subjectNameCn : item.subjectNameEn} · {item.candidateName}
      {testDate !== null && (
        <span className="block text-sm text-ink-2">
          {formats.date(testDate)} <SittingTime startTime={startTime ?? ''} endTime={endTime ?? ''} /> · {item.cityName}
        </span>
      )}
    </p>
  );
}
