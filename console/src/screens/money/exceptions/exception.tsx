import type { StaffReply } from '@exam/contract/staff/client';
import { useParams } from '@exam/ui/app';
import { TextField } from '@exam/ui/form';
import { formatMoney } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Link, Notice, showToast, StatusTag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../../app/api.ts';
import { useMay } from '../../../app/session.ts';
import { moneyWords } from '../../../messages/money.ts';
import {
  ActionButton,
  Facts,
  History,
  Loaded,
  Money,
  objectKey,
  PageColumns,
  PageHead,
  useStaffAction,
  typed,
} from '../../../page/index.ts';
import { ExceptionDetail } from './detail.tsx';
import { channelOf, orderTones } from '../display.ts';

type Detail = StaffReply<'paymentExceptions.get'>;

/** One exception: what it is about, and what can be done. */
export function PaymentException() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('paymentException', id),
    queryFn: ({ signal }) => staffApi('paymentExceptions.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(exception) => <ExceptionPage exception={exception} />}</Loaded>;
}

function ExceptionPage({ exception }: { exception: Detail }) {
  const words = useMessages(moneyWords);
  const isOpen = exception.closedAt === null;
  return (
    <>
      <PageHead
        title={words.kinds[exception.kind]}
        back={{ href: '/payment-exceptions', label: words.exceptions }}
        status={{ text: isOpen ? words.isOpen : words.isClosed, tone: isOpen ? 'seal' : 'plain' }}
        actions={<Acts exception={exception} />}
      />
      {exception.proposalId !== null && (
        <Notice tone="info">
          {words.waitsForSecond} <Link href={`/approvals/${exception.proposalId}`}>{words.toApprovals}</Link>
        </Notice>
      )}
      <PageColumns aside={<History kind="paymentException" id={exception.id} />}>
        <Known exception={exception} />
      </PageColumns>
    </>
  );
}

function Known({ exception }: { exception: Detail }) {
  const words = useMessages(moneyWords);
  const { order, payment } = exception;
  return (
    <Facts
      items={[
        { term: words.detail, detail: <ExceptionDetail detail={exception.detail} /> },
        {
          term: words.code,
          detail:
            order === null ? (
              words.noOrder
            ) : (
              <>
                <Link href={`/orders/${order.id}`}>{order.code}</Link>{' '}
                <StatusTag tone={orderTones[order.status]}>{words.orderStatuses[order.status]}</StatusTag>
              </>
            ),
        },
        order === null ? null : { term: words.toPay, detail: <Money fen={order.payAmount} /> },
        payment === null ? null : { term: words.amount, detail: <Money fen={payment.amount} /> },
        payment === null ? null : { term: words.refunded, detail: <Money fen={payment.refundedAmount} /> },
        payment === null ? null : { term: words.channel, detail: channelOf(words, payment.channel) },
        payment === null ? null : { term: words.channelTradeNo, detail: typed(payment.channelTradeNo) },
        payment === null ? null : { term: words.paidAt, detail: <InstantText at={payment.paidAt} /> },
        { term: words.tradeNo, detail: typed(exception.tradeNo) },
        exception.refundable === null ? null : { term: words.refundable, detail: <Money fen={exception.refundable} /> },
        { term: words.opened, detail: <InstantText at={exception.openedAt} /> },
        exception.closedAt === null ? null : { term: words.closed, detail: <InstantText at={exception.closedAt} /> },
        { term: words.closedBy, detail: typed(exception.closedBy) },
        { term: words.resolution, detail: typed(exception.resolution) },
      ]}
    />
  );
}

function Acts({ exception }: { exception: Detail }) {
  const may = useMay();
  const { orderId, tradeNo, refundable, proposalId } = exception;
  const isOpen = exception.closedAt === null;
  const canGiveBack = may('refunds:write') && isOpen && proposalId === null;
  return (
    <>
      {may('payments:write') && (orderId ?? tradeNo) !== null && <AskChannel exception={exception} />}
      {canGiveBack && refundable !== null && <GiveBack exception={exception} refundable={refundable} />}
      {may('payments:write') && isOpen && <Settle exception={exception} />}
    </>
  );
}

function Settle({ exception }: { exception: Detail }) {
  return (
    <>
      {exception.orderId === null && exception.proposalId === null && <Attach exception={exception} />}
      <Close exception={exception} />
    </>
  );
}

function AskChannel({ exception }: { exception: Detail }) {
  const words = useMessages(moneyWords);
  const { act, isBusy } = useStaffAction('paymentExceptions.queryChannel', {
    onDone: ({ answers }) => {
      const said = answers.map(({ tradeNo, state }) => `${tradeNo} ${words.states[state]}`).join(', ');
      void showToast(said === '' ? words.noTrade : words.answered(said));
    },
  });
  return (
    <Button variant="secondary" small busy={isBusy} onClick={() => act({ params: { id: exception.id } })}>
      {words.askChannel}
    </Button>
  );
}

function Attach({ exception }: { exception: Detail }) {
  const words = useMessages(moneyWords);
  const [code, setCode] = useState('');
  return (
    <ActionButton
      label={words.attach}
      call="paymentExceptions.attach"
      request={(reason) => ({ params: { id: exception.id }, body: { orderCode: code.trim(), reason } })}
      reason="needed"
      confirmLabel={words.attach}
      isReady={code.trim() !== ''}
      done={({ proposalId }) => (proposalId === null ? words.attached : words.proposed)}
    >
      {(errors) => (
        <>
          <p className="mb-4">{words.attachText}</p>
          <TextField
            label={words.orderCode}
            error={errors('orderCode')}
            value={code}
            required
            maxLength={20}
            onChange={(event) => setCode(event.target.value)}
          />
        </>
      )}
    </ActionButton>
  );
}

function GiveBack({ exception, refundable }: { exception: Detail; refundable: number }) {
  const words = useMessages(moneyWords);
  const may = useMay();
  const needsSecond = !may('refunds:approve') || refundable > exception.secondApprovalFen;
  return (
    <ActionButton
      label={words.refund}
      call="paymentExceptions.refund"
      request={(reason) => ({ params: { id: exception.id }, body: { reason } })}
      reason="needed"
      confirmLabel={words.refund}
      isDangerous
      done={({ proposalId }) => (proposalId === null ? words.refundStarted : words.proposed)}
    >
      <p className="mb-4">
        {words.refundText(formatMoney(refundable))} {needsSecond && words.refundSecond}
      </p>
    </ActionButton>
  );
}

function Close({ exception }: { exception: Detail }) {
  const words = useMessages(moneyWords);
  return (
    <ActionButton
      label={words.close}
      call="paymentExceptions.close"
      request={(reason) => ({ params: { id: exception.id }, body: { reason } })}
      reason="needed"
      confirmLabel={words.close}
      done={words.closedNow}
    >
      <p className="mb-4">{words.closeText}</p>
    </ActionButton>
  );
}
