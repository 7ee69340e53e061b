import { Navigate, useSearchParams } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import {
  Card,
  CopyCode,
  DescriptionList,
  EmptyState,
  InstantText,
  LinkButton,
  Money,
  Notice,
  Skeleton,
} from '@exam/ui/parts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { signInUrl } from '../../app/session/callback-url.ts';
import { useSession } from '../../app/session/session.ts';
import { orderWords } from '../../messages/order.ts';
import type { PaymentMessages } from '../../messages/en/payment.ts';
import { paymentWords } from '../../messages/payment.ts';
import { Loaded } from '../../page/loaded.tsx';
import { orderById, orderUrl, payUrl, resultUrl, type Order } from '../../page/order-data.ts';
import { OrderLines } from '../order/order-lines.tsx';
import { RefundCard } from '../order/refund-card.tsx';
import { Letters } from './letters.tsx';
import { Expired, InProgress, QueryButton } from './pay-states.tsx';
import { usePaymentState, type PaymentState } from './payment-data.ts';

/** What came of a payment. It believes the server only, and updates by itself until the matter is settled. */
export function PaymentSuccess() {
  const words = useMessages(paymentWords);
  const [params] = useSearchParams();
  const { isLogin, isKnown } = useSession();
  const orderId = params.get('orderId') ?? '';
  return (
    <div className="page-width max-w-form py-8">
      {orderId === '' && <NoOrder />}
      {orderId !== '' && isLogin && <Result key={orderId} orderId={orderId} />}
      {orderId !== '' && !isLogin && isKnown && <SignInFirst orderId={orderId} />}
      {orderId !== '' && !isLogin && !isKnown && (
        <>
          <h1 className="sr-only">{words.result.checking}</h1>
          <Skeleton count={2} />
        </>
      )}
    </div>
  );
}

function NoOrder() {
  const words = useMessages(paymentWords);
  return (
    <>
      <h1 className="mb-4 text-3xl">{words.title}</h1>
      <EmptyState title={words.noOrder} action={<LinkButton href="/candidate/order">{words.toOrders}</LinkButton>}>
        <p>{words.noOrderText}</p>
      </EmptyState>
    </>
  );
}

function SignInFirst({ orderId }: { orderId: string }) {
  const words = useMessages(paymentWords).result;
  return (
    <>
      <h1 className="mb-2 text-3xl">{words.signIn}</h1>
      <p className="text-ink-2">{words.signInText}</p>
      <p className="mt-6">
        <LinkButton href={signInUrl(`/payment-success?orderId=${orderId}`)}>{words.signInAction}</LinkButton>
      </p>
    </>
  );
}

function Result({ orderId }: { orderId: string }) {
  const { language } = useLanguage();
  const words = useMessages(paymentWords);
  const order = useQuery(orderById(language, orderId));
  const state = usePaymentState(orderId, { isBusy: true, isReturn: true });
  return (
    <>
      <h1 className="mb-4 text-3xl" aria-live="polite">
        {titleOf(order.data, state.data, words)}
      </h1>
      <Loaded query={order} gone={<LinkButton href="/candidate/order">{words.toOrders}</LinkButton>}>
        {(found) => (
          <div className="grid gap-6">
            <AtItsAddress order={found} />
            <Standing order={found} state={state} />
            <Letters order={found} />
            <Ways order={found} />
            {found.refundInfo !== null && <RefundCard refund={found.refundInfo} />}
            <OrderLines order={found} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** A channel leads back to one address for all; the result of a service has its own (routes.tsv). */
function AtItsAddress({ order }: { order: Order }) {
  const { pathname } = useLocation();
  const target = resultUrl(order);
  return !target.startsWith(`${pathname}?`) && <Navigate replace to={target} />;
}

/** A refund of everything is what the person has to know first, whatever became of the order. */
function titleOf(order: Order | undefined, state: PaymentState | undefined, words: PaymentMessages): string {
  if (order === undefined || state === undefined) return words.result.checking;
  if (isGivenBack(order))
    return order.refundInfo?.status === 'Completed' ? words.result.refunded : words.result.refunding;
  if (order.status === 'PaymentSuccessful') return words.result.paid;
  if (order.status === 'PaymentExpired') return words.expired.title;
  return order.isPaymentInProgress ? words.inProgress.title : words.result.pendingTitle;
}

/** Money came for an order that had expired, and goes back in full (S-3). */
function isGivenBack(order: Order): boolean {
  return order.isFullyRefunded || (order.status === 'PaymentExpired' && order.refundInfo !== null);
}

function Standing({ order, state }: { order: Order; state: UseQueryResult<PaymentState> }) {
  const words = useMessages(paymentWords);
  if (isGivenBack(order)) {
    const text = order.category === 'PostTest' ? words.result.refundTextService : words.result.refundText;
    return <Notice tone="warning">{text}</Notice>;
  }
  if (order.status === 'PaymentSuccessful') return <Paid order={order} />;
  if (order.status === 'PaymentExpired') return <Expired order={order} />;
  if (order.isPaymentInProgress) return <InProgress state={state} />;
  return (
    <Notice tone="info" live>
      <p>{words.result.pendingText}</p>
      <p className="mt-2">
        {words.result.justPaid} {words.inProgress.text}
      </p>
      <QueryButton state={state} />
    </Notice>
  );
}

function Paid({ order }: { order: Order }) {
  const words = useMessages(paymentWords).result;
  const orders = useMessages(orderWords);
  return (
    <>
      <Notice tone="success">{paidTextOf(order, words)}</Notice>
      <Card>
        <DescriptionList
          items={[
            { term: orders.code, detail: <CopyCode code={order.code} label={orders.code} /> },
            { term: words.paidAmount, detail: <Money fen={order.actualPayAmount} className="text-xl font-bold" /> },
            { term: orders.detail.way, detail: order.paymentType && orders.paymentTypes[order.paymentType] },
            {
              term: orders.detail.completed,
              detail: order.paymentCompletedTime && <InstantText at={order.paymentCompletedTime} />,
            },
          ]}
        />
      </Card>
    </>
  );
}

function paidTextOf({ payAmount, category }: Order, words: PaymentMessages['result']): string {
  if (category === 'PostTest') return payAmount === 0 ? words.noChargeService : words.paidService;
  return payAmount === 0 ? words.noCharge : words.paidText;
}

function Ways({ order }: { order: Order }) {
  const words = useMessages(paymentWords);
  const isService = order.category === 'PostTest';
  return (
    <div className="flex flex-wrap gap-3">
      {order.status === 'PaymentSuccessful' && isService && (
        <LinkButton href="/candidate/posttestservice">{words.result.toServices}</LinkButton>
      )}
      {order.status === 'PaymentSuccessful' && !isService && (
        <LinkButton href="/candidate/application">{words.result.toExams}</LinkButton>
      )}
      {order.canPay && <LinkButton href={payUrl(order.id)}>{words.result.toPay}</LinkButton>}
      <LinkButton variant="secondary" href={orderUrl(order)}>
        {words.toOrder}
      </LinkButton>
    </div>
  );
}
