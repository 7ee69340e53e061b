import { useMessages } from '@exam/ui/i18n';
import { TextField } from '@exam/ui/form';
import { Button } from '@exam/ui/parts';
import { useState } from 'react';
import { MomentField } from '../../../fields/index.ts';
import { useMay } from '../../../app/session.ts';
import { moneyWords } from '../../../messages/money.ts';
import { ActionButton, useStaffAction } from '../../../page/index.ts';
import { instantOfInput } from '../display.ts';
import type { OrderDetail } from '../types.ts';

/** What may be done with an order, by its state and by who looks. */
export function OrderActs({ order }: { order: OrderDetail }) {
  const may = useMay();
  const isPending = order.status === 'PaymentPending';
  const ofDesk = order.category !== 'Booking';
  return (
    <>
      {may('payments:write') && order.attempts.length > 0 && <AskChannel order={order} />}
      {may('orders:write') && isPending && ofDesk && <Extend order={order} />}
      {may('orders:write') && isPending && ofDesk && <ExpireNow order={order} />}
      {may('payments:write') && order.status !== 'PaymentSuccessful' && order.proposalId === null && (
        <MarkPaid order={order} />
      )}
    </>
  );
}

function AskChannel({ order }: { order: OrderDetail }) {
  const words = useMessages(moneyWords);
  const { act, isBusy } = useStaffAction('orders.queryChannel', { done: words.queried });
  return (
    <Button variant="secondary" small busy={isBusy} onClick={() => act({ params: { id: order.id } })}>
      {words.query}
    </Button>
  );
}

function Extend({ order }: { order: OrderDetail }) {
  const words = useMessages(moneyWords);
  const [end, setEnd] = useState('');
  const paymentEndAt = instantOfInput(end);
  return (
    <ActionButton
      label={words.extend}
      call="orders.extend"
      request={(reason) => ({
        params: { id: order.id },
        body: { version: order.version, paymentEndAt: paymentEndAt ?? order.paymentEndAt, reason },
      })}
      reason="needed"
      confirmLabel={words.extend}
      isReady={paymentEndAt !== null}
      done={words.extended}
    >
      {(errors) => (
        <>
          <p className="mb-4">{words.extendText}</p>
          <MomentField label={words.newEnd} error={errors('paymentEndAt')} value={end} required onChange={setEnd} />
        </>
      )}
    </ActionButton>
  );
}

function ExpireNow({ order }: { order: OrderDetail }) {
  const words = useMessages(moneyWords);
  return (
    <ActionButton
      label={words.expire}
      call="orders.expireNow"
      request={(reason) => ({ params: { id: order.id }, body: { version: order.version, reason } })}
      reason="needed"
      confirmLabel={words.expire}
      isDangerous
      done={words.expired}
    >
      <p className="mb-4">{words.expireText}</p>
    </ActionButton>
  );
}

function MarkPaid({ order }: { order: OrderDetail }) {
  const words = useMessages(moneyWords);
  const [voucher, setVoucher] = useState('');
  const [at, setAt] = useState('');
  const paidAt = instantOfInput(at);
  const isExpired = order.status === 'PaymentExpired';
  const label = isExpired ? words.revive : words.markPaid;
  return (
    <ActionButton
      label={label}
      call="orders.proposePaid"
      request={(reason) => ({
        params: { id: order.id },
        body: { version: order.version, voucher: voucher.trim(), paidAt: paidAt ?? order.createdAt, reason },
      })}
      reason="needed"
      confirmLabel={label}
      isReady={paidAt !== null && voucher.trim() !== ''}
      done={words.proposed}
    >
      {(errors) => (
        <>
          <p className="mb-4">{isExpired ? words.reviveText : words.markPaidText}</p>
          <TextField
            label={words.voucher}
            hint={words.voucherHint}
            error={errors('voucher')}
            value={voucher}
            required
            maxLength={60}
            onChange={(event) => setVoucher(event.target.value)}
          />
          <MomentField
            label={words.paidOn}
            yearless="last"
            error={errors('paidAt')}
            value={at}
            required
            onChange={setAt}
          />
        </>
      )}
    </ActionButton>
  );
}
