import { exceptionKinds, type PaymentExceptionItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, StatusTag } from '@exam/ui/parts';
import { staffApi } from '../../../app/api.ts';
import { useMay } from '../../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../../list/staff-list.tsx';
import { moneyWords } from '../../../messages/money.ts';
import { ExceptionDetail } from './detail.tsx';
import { PageHead } from '../../../page/index.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<PaymentExceptionItem>> =>
  staffApi('paymentExceptions.search', { body }, { signal, isQuiet: true });

/** Money that does not fit. */
export function Exceptions() {
  const words = useMessages(moneyWords);
  const may = useMay();
  const columns: ListColumn<PaymentExceptionItem>[] = [
    { key: 'kind', header: words.kind, value: 'words', words: words.kinds, cell: (row) => words.kinds[row.kind] },
    { key: 'orderCode', header: words.code, cell: (row) => row.orderCode ?? words.noOrder },
    { key: 'detail', header: words.detail, cell: (row) => <ExceptionDetail detail={row.detail} /> },
    {
      key: 'openedAt',
      header: words.opened,
      value: 'instant',
      sort: 'openedAt',
      cell: (row) => <InstantText at={row.openedAt} />,
    },
    {
      key: 'closedAt',
      header: words.status,
      value: 'instant',
      cell: (row) => (
        <StatusTag tone={row.closedAt === null ? 'seal' : 'plain'}>
          {row.closedAt === null ? words.isOpen : words.isClosed}
        </StatusTag>
      ),
    },
  ];
  return (
    <>
      <PageHead title={words.exceptions} lead={words.exceptionsIntro} />
      <StaffList
        name="paymentExceptions.search"
        caption={words.exceptions}
        columns={columns}
        filters={[
          { name: 'search', label: words.paymentSearch, kind: 'text' },
          {
            name: 'kind',
            label: words.kind,
            kind: 'choice',
            options: exceptionKinds.map((value) => ({ value, label: words.kinds[value] })),
          },
          { name: 'isOpen', label: words.isOpen, kind: 'flag' },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => `${words.kinds[row.kind]} ${row.orderCode ?? ''}`}
        rowHref={(row) => `/payment-exceptions/${row.id}`}
        canExport={may('payments:export')}
        empty={words.noExceptions}
      />
    </>
  );
}
