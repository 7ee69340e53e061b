import type { OrderItem } from '@exam/contract/staff';
import { examCategories, orderStatuses } from '@exam/contract/entities';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, StatusTag, Tag } from '@exam/ui/parts';
import { staffApi } from '../../../app/api.ts';
import { useMay } from '../../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../../list/staff-list.tsx';
import type { MoneyMessages } from '../../../messages/en/money.ts';
import { listWords } from '../../../messages/list.ts';
import { moneyWords } from '../../../messages/money.ts';
import { Money, PageHead, typed, wordOf } from '../../../page/index.ts';
import { orderTones } from '../display.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<OrderItem>> =>
  staffApi('orders.search', { body }, { signal, isQuiet: true });

/** Orders of the staff's offices. */
export function Orders() {
  const words = useMessages(moneyWords);
  const list = useMessages(listWords);
  const may = useMay();
  const columns = useColumns();
  const choices = (values: readonly string[], names: Readonly<Record<string, string>>) =>
    values.map((value) => ({ value, label: wordOf(names, value) }));
  return (
    <>
      <PageHead title={words.orders} lead={words.ordersIntro} />
      <StaffList
        name="orders.search"
        caption={words.orders}
        columns={columns}
        filters={[
          { name: 'search', label: words.search, kind: 'private' },
          { name: 'accountId', label: list.ofAccount, kind: 'given' },
          { name: 'status', label: words.status, kind: 'choice', options: choices(orderStatuses, words.orderStatuses) },
          {
            name: 'category',
            label: words.category,
            kind: 'choice',
            options: choices(examCategories, words.categories),
          },
          { name: 'hasException', label: words.hasException, kind: 'flag' },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.code}
        rowHref={(row) => `/orders/${row.id}`}
        canExport={may('orders:export')}
        empty={words.noOrders}
      />
    </>
  );
}

function useColumns(): ListColumn<OrderItem>[] {
  const words = useMessages(moneyWords);
  return [...mainColumns(words), ...extraColumns(words)];
}

function mainColumns(words: MoneyMessages): ListColumn<OrderItem>[] {
  return [
    { key: 'candidateNames', header: words.candidates, gives: true, cell: (row) => typed(row.candidateNames) },
    { key: 'code', header: words.code, quiet: true, cell: (row) => row.code },
    {
      key: 'status',
      header: words.status,
      value: 'words',
      words: words.orderStatuses,
      cell: (row) => <StatusTag tone={orderTones[row.status]}>{words.orderStatuses[row.status]}</StatusTag>,
    },
    {
      key: 'payAmount',
      header: words.toPay,
      end: true,
      value: 'money',
      sort: 'payAmount',
      cell: (row) => <Money fen={row.payAmount} />,
    },
    {
      key: 'refundedAmount',
      header: words.refunded,
      end: true,
      value: 'money',
      cell: (row) => (row.refundedAmount === 0 ? '–' : <Money fen={row.refundedAmount} />),
    },
    {
      key: 'paymentEndAt',
      header: words.payUntil,
      value: 'instant',
      sort: 'paymentEndAt',
      cell: (row) => <InstantText at={row.paymentEndAt} />,
    },
    {
      key: 'openExceptions',
      header: words.exceptionsOpen,
      end: true,
      cell: (row) => (row.openExceptions === 0 ? '–' : <Tag tone="seal">{row.openExceptions}</Tag>),
    },
  ];
}

/** Only on show when chosen. */
function extraColumns(words: MoneyMessages): ListColumn<OrderItem>[] {
  return [
    {
      key: 'createdAt',
      header: words.placed,
      value: 'instant',
      sort: 'createdAt',
      isExtra: true,
      cell: (row) => <InstantText at={row.createdAt} />,
    },
    {
      key: 'paidAt',
      header: words.paidAt,
      value: 'instant',
      sort: 'paidAt',
      isExtra: true,
      cell: (row) => (row.paidAt === null ? '–' : <InstantText at={row.paidAt} />),
    },
    {
      key: 'category',
      header: words.category,
      value: 'words',
      words: words.categories,
      isExtra: true,
      cell: (row) => words.categories[row.category],
    },
    { key: 'itemCount', header: words.items, end: true, isExtra: true, cell: (row) => row.itemCount },
  ];
}
