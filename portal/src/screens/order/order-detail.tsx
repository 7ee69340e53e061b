import { useParams } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Card, CopyCode, Deadline, DescriptionList, InstantText, LinkButton, Money, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { queryClient } from '../../app/api.ts';
import { useDocumentTitle } from '../../app/title.ts';
import { orderWords } from '../../messages/order.ts';
import { OwnDetailHead, OwnDetailPage } from '../../page/own-detail.tsx';
import { OrderRefunds } from '../cancellation/order-refunds.tsx';
import { FapiaoCard } from '../fapiao/fapiao-card.tsx';
import { OrderActs } from './order-acts.tsx';
import { orderById, payUrl, type Order } from '../../page/order-data.ts';
import { OrderLines } from './order-lines.tsx';
import { OrderRefundLine } from './order-refund-line.tsx';
import { OrderStatusTag, PayCountdown } from './order-status.tsx';

/** One order: its lines with their fee parts, its amounts, and what may be done with it. */
export function OrderDetail() {
  const { id = '' } = useParams();
  const { language } = useLanguage();
  const words = useMessages(orderWords).detail;
  const query = useQuery(orderById(language, id));
  return (
    <OwnDetailPage query={query} back={{ href: '/candidate/order', label: words.toList }}>
      {(order) => (
        <>
          <Head order={order} />
          <div className="grid gap-6">
            <State order={order} />
            <OrderLines order={order} />
            <Amounts order={order} />
            <OrderRefunds refunds={order.refunds} />
            {order.status === 'PaymentSuccessful' && order.actualPayAmount > 0 && <FapiaoCard orderId={order.id} />}
          </div>
        </>
      )}
    </OwnDetailPage>
  );
}

function Head({ order }: { order: Order }) {
  const words = useMessages(orderWords);
  useDocumentTitle(words.orderOf(order.code));
  return (
    <OwnDetailHead title={words.orderOf(order.code)}>
      <p className="mt-2 flex flex-wrap items-center gap-3">
        <OrderStatusTag {...order} />
        {order.status === 'PaymentPending' && order.secondsRemaining > 0 && (
          <PayCountdown seconds={order.secondsRemaining} />
        )}
      </p>
    </OwnDetailHead>
  );
}

function State({ order }: { order: Order }) {
  const words = useMessages(orderWords).detail;
  const navigate = useNavigate();
  const onRemoved = async () => {
    await navigate('/candidate/order', { replace: true });
    queryClient.removeQueries({ queryKey: ['order'] });
  };
  return (
    <div className="grid gap-3 empty:hidden">
      {order.isPaymentInProgress && (
        <Notice tone="warning">
          <p>{words.inProgress}</p>
          <LinkButton className="no-print mt-3" small variant="secondary" href={payUrl(order.id)}>
            {words.inProgressAction}
          </LinkButton>
        </Notice>
      )}
      {order.status === 'PaymentPending' && !order.isPaymentInProgress && !order.canPay && (
        <Notice tone="warning">{words.tooLate}</Notice>
      )}
      {order.status === 'PaymentExpired' && (
        <Notice tone="warning">{order.category === 'PostTest' ? words.expiredService : words.expired}</Notice>
      )}
      <OrderActs order={order} onRemoved={() => void onRemoved()} />
    </div>
  );
}

function Amounts({ order }: { order: Order }) {
  const all = useMessages(orderWords);
  const words = all.detail;
  const isPaid = order.status === 'PaymentSuccessful';
  const discount = order.tierDiscountAmount;
  const late = order.lateEntryChargeAmount;
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.amounts}</h2>
      <DescriptionList
        items={[
          { term: all.code, detail: <CopyCode code={order.code} label={all.code} /> },
          { term: words.original, detail: <Money fen={order.originalAmount} /> },
          { term: words.lateEntry, detail: late > 0 && <Money fen={late} /> },
          { term: words.total, detail: late > 0 && <Money fen={order.totalAmount} /> },
          { term: words.discount, detail: discount > 0 && <Money fen={-discount} /> },
          { term: words.pay, detail: <Money fen={order.payAmount} className="font-bold" /> },
          { term: words.actualPay, detail: isPaid && <Money fen={order.actualPayAmount} className="font-bold" /> },
          { term: words.way, detail: order.paymentType && all.paymentTypes[order.paymentType] },
          { term: words.start, detail: <InstantText at={order.paymentStartTime} /> },
          { term: words.end, detail: !isPaid && <Deadline at={order.paymentEndTime} /> },
          {
            term: words.completed,
            detail: order.paymentCompletedTime && <InstantText at={order.paymentCompletedTime} />,
          },
          { term: words.account, detail: order.userInfo.phoneNumber },
        ].filter((item) => item.detail !== false)}
      />
      <OrderRefundLine order={order} className="mt-3" />
    </Card>
  );
}
