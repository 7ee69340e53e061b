import { chinaTimeOf } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Button, LinkButton, Notice } from '@exam/ui/parts';
import type { UseQueryResult } from '@tanstack/react-query';
import { applicationWords } from '../../messages/application.ts';
import { paymentWords } from '../../messages/payment.ts';
import type { Order } from '../../page/order-data.ts';
import { ReorderButton } from '../order/reorder.tsx';
import type { PaymentState } from './payment-data.ts';

/** The time is over: the seats are free again, and the order can be made again; that of a booking from the booking. */
export function Expired({ order }: { order: Pick<Order, 'id' | 'category'> }) {
  const words = useMessages(paymentWords).expired;
  const texts = { Booking: words.booking, Public: words.text, PostTest: words.service };
  return (
    <Notice tone="warning" title={words.title} live>
      <p>{texts[order.category]}</p>
      <p className="mt-1 text-ink-2">{words.late}</p>
      <div className="mt-3">
        {order.category === 'Booking' && <LinkButton href="/candidate/booking">{words.toBookings}</LinkButton>}
        {order.category === 'PostTest' && (
          <LinkButton href="/candidate/posttestservice?status=Drafts">{words.toDrafts}</LinkButton>
        )}
        {order.category === 'Public' && <ReorderButton orderId={order.id} />}
      </div>
    </Notice>
  );
}

/** The last minute, in which the channel takes nothing any more (C11). */
export function TooLate() {
  const words = useMessages(paymentWords).tooLate;
  return (
    <Notice tone="warning" title={words.title} live>
      <p>{words.text}</p>
    </Notice>
  );
}

/** The delayed payment of the error table, with the button that asks again. */
export function InProgress({ state }: { state: UseQueryResult<PaymentState> }) {
  const words = useMessages(paymentWords).inProgress;
  return (
    <Notice tone="warning" title={words.title} live>
      <p>{words.text}</p>
      <QueryButton state={state} />
    </Notice>
  );
}

/** "Query": asks the channel now, and says when it was last asked. */
export function QueryButton({ state }: { state: UseQueryResult<PaymentState> }) {
  const words = useMessages(paymentWords).inProgress;
  const { times } = useMessages(applicationWords);
  const at = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button variant="secondary" busy={state.isFetching} onClick={() => void state.refetch()}>
        {words.query}
      </Button>
      {at > 0 && (
        <output className="text-sm text-ink-2">{words.asked(times(chinaTimeOf(new Date(at).toISOString())))}</output>
      )}
    </div>
  );
}
