import type { PaymentItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Link } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { moneyWords } from '../../messages/money.ts';
import { Money, PageHead, typed } from '../../page/index.ts';
import { channelOf } from './display.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<PaymentItem>> =>
  staffApi('payments.search', { body }, { signal, isQuiet: true });

/** Money received for orders. */
export function Payments() {
  const words = useMessages(moneyWords);
  const may = useMay();
  const columns = useColumns();
  return (
    <>
      <PageHead
        title={words.allPayments}
        lead={words.allPaymentsIntro}
        actions={<Link href="/payment-exceptions?isOpen=true">{words.exceptions}</Link>}
      />
      <StaffList
        name="payments.search"
        caption={words.allPayments}
        columns={columns}
        filters={[
          { name: 'search', label: words.paymentSearch, kind: 'text' },
          {
            name: 'channel',
            label: words.channel,
            kind: 'choice',
            options: Object.entries(words.channels).map(([value, label]) => ({ value, label })),
          },
          { name: 'isSettling', label: words.settling, kind: 'flag' },
          { name: 'from', label: words.from, kind: 'date' },
          { name: 'to', label: words.to, kind: 'date' },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.channelTradeNo}
        rowHref={(row) => `/orders/${row.orderId}`}
        canExport={may('payments:export')}
        empty={words.noMoney}
      />
    </>
  );
}

function useColumns(): ListColumn<PaymentItem>[] {
  const words = useMessages(moneyWords);
  return [
    { key: 'orderCode', header: words.code, cell: (row) => row.orderCode },
    {
      key: 'channel',
      header: words.channel,
      value: 'words',
      words: words.channels,
      cell: (row) => channelOf(words, row.channel),
    },
    {
      key: 'channelTradeNo',
      header: words.channelTradeNo,
      cell: (row) => <span className="break-all">{typed(row.channelTradeNo)}</span>,
    },
    { key: 'tradeNo', header: words.tradeNo, isExtra: true, cell: (row) => row.tradeNo ?? '–' },
    {
      key: 'isSettling',
      header: words.standsFor,
      value: 'words',
      words: { true: words.settling, false: words.surplus },
      cell: (row) => (row.isSettling ? words.settling : words.surplus),
    },
    {
      key: 'amount',
      header: words.amount,
      value: 'money',
      end: true,
      sort: 'amount',
      cell: (row) => <Money fen={row.amount} />,
    },
    {
      key: 'refundedAmount',
      header: words.refunded,
      value: 'money',
      end: true,
      cell: (row) => (row.refundedAmount === 0 ? '–' : <Money fen={row.refundedAmount} />),
    },
    {
      key: 'paidAt',
      header: words.paidAt,
      value: 'instant',
      sort: 'paidAt',
      cell: (row) => <InstantText at={row.paidAt} />,
    },
  ];
}
