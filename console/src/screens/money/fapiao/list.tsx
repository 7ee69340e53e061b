import { fapiaoStates, type FapiaoStatus } from '@exam/contract/machines';
import { fapiaoBuyers } from '@exam/contract/rules';
import type { FapiaoItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, StatusTag, type Tone } from '@exam/ui/parts';
import { staffApi } from '../../../app/api.ts';
import { useMay } from '../../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../../list/staff-list.tsx';
import { fapiaoWords } from '../../../messages/fapiao.ts';
import { Money, PageHead } from '../../../page/index.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<FapiaoItem>> =>
  staffApi('fapiao.search', { body }, { signal, isQuiet: true });

/** The colour of a fapiao's status. */
export const fapiaoTones: Readonly<Record<FapiaoStatus, Tone>> = {
  Requested: 'amber',
  Refused: 'plain',
  Issued: 'jade',
  RedIssued: 'plain',
  Closed: 'plain',
};

/** The queue of fapiao (3-domain 7). */
export function FapiaoList() {
  const words = useMessages(fapiaoWords);
  const may = useMay();
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <StaffList
        name="fapiao.search"
        caption={words.title}
        columns={useColumns()}
        filters={[
          { name: 'search', label: words.search, kind: 'private' },
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            options: fapiaoStates.map((value) => ({ value, label: words.statuses[value] })),
          },
          {
            name: 'buyer',
            label: words.buyer,
            kind: 'choice',
            options: fapiaoBuyers.map((value) => ({ value, label: words.buyers[value] })),
          },
          { name: 'isRedDue', label: words.isRedDue, kind: 'flag' },
        ]}
        load={load}
        rowKey={(item) => item.id}
        rowLabel={(item) => item.orderCode}
        rowHref={(item) => `/fapiao/${item.id}`}
        canExport={may('fapiao:export')}
        empty={words.empty}
      />
    </>
  );
}

function useColumns(): ListColumn<FapiaoItem>[] {
  const words = useMessages(fapiaoWords);
  return [
    { key: 'orderCode', header: words.order, cell: (item) => item.orderCode },
    {
      key: 'status',
      header: words.status,
      value: 'words',
      words: words.statuses,
      cell: (item) => <StatusTag tone={fapiaoTones[item.status]}>{words.statuses[item.status]}</StatusTag>,
    },
    {
      key: 'buyer',
      header: words.buyer,
      value: 'words',
      words: words.buyers,
      cell: (item) => words.buyers[item.buyer],
    },
    { key: 'title', header: words.name, cell: (item) => item.title },
    { key: 'taxNumber', header: words.taxNumber, cell: (item) => item.taxNumber ?? '–' },
    { key: 'amount', header: words.amount, value: 'money', end: true, cell: (item) => <Money fen={item.amount} /> },
    {
      key: 'redDue',
      header: words.redDue,
      value: 'money',
      end: true,
      cell: (item) => (item.redDue === 0 ? '–' : <Money fen={item.redDue} />),
    },
    {
      key: 'requestedAt',
      header: words.requested,
      value: 'instant',
      sort: 'requestedAt',
      cell: (item) => <InstantText at={item.requestedAt} />,
    },
    { key: 'number', header: words.number, cell: (item) => item.number ?? '–' },
  ];
}
