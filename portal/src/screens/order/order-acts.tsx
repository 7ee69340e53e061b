import { useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, LinkButton, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { orderWords } from '../../messages/order.ts';
import { ordersChanged, payUrl, type Order } from '../../page/order-data.ts';
import { ReorderButton } from './reorder.tsx';

/**
 * What may be done with an order now, as the server says.
 * @param props.onRemoved told when the order has been deleted
 */
export function OrderActs({ order, onRemoved }: { order: Order; onRemoved: () => void }) {
  const words = useMessages(orderWords);
  return (
    <div className="no-print flex flex-wrap gap-3">
      {order.canPay && <LinkButton href={payUrl(order.id)}>{words.pay}</LinkButton>}
      {order.canReorder && <ReorderButton orderId={order.id} />}
      {order.canGiveUp && <GiveUp order={order} />}
      {order.canDelete && <RemoveOrder order={order} onRemoved={onRemoved} />}
    </div>
  );
}

/** Asks, then gives a pending order up (9.4 #8). */
export function GiveUp({ order }: { order: Pick<Order, 'id' | 'category'> }) {
  const words = useMessages(orderWords);
  const [isAsking, setAsking] = useState(false);
  const giveUp = useMutation({
    mutationKey: ['veil'],
    mutationFn: () => api('order.giveUp', { params: { id: order.id, status: 'PaymentExpired' }, body: {} }),
    onSuccess: () => void showToast(words.givenUp, 'success'),
    onSettled: async () => {
      setAsking(false);
      await ordersChanged();
    },
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {words.giveUp}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.giveUp}
        confirmLabel={words.giveUp}
        cancelLabel={words.keepOrder}
        danger
        busy={giveUp.isPending}
        onConfirm={() => giveUp.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>{order.category === 'PostTest' ? words.giveUpSureService : words.giveUpSure}</p>
      </ConfirmDialog>
    </>
  );
}

function RemoveOrder({ order, onRemoved }: { order: Order; onRemoved: () => void }) {
  const words = useMessages(orderWords);
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api('order.delete', { params: { id: order.id }, body: {} }),
    onSuccess: () => {
      void showToast(words.removed, 'success');
      onRemoved();
    },
    onError: () => {
      setAsking(false);
      void ordersChanged();
    },
  });
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.remove}
        confirmLabel={words.remove}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>{words.removeSure}</p>
        {order.status === 'PaymentPending' && <p className="mt-2 text-ink-2">{words.removeHint}</p>}
      </ConfirmDialog>
    </>
  );
}
