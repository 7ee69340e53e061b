import { refundCauses, refundStatuses } from '@exam/contract/entities';
import type { StaffReply } from '@exam/contract/staff/client';
import { useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, StatusTag, Tag, type Tone } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { decisionsWords } from '../../messages/decisions.ts';
import { Money, PageHead, typed } from '../../page/index.ts';

type Item = StaffReply<'refunds.search'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<Item>> =>
  staffApi('refunds.search', { body }, { signal, isQuiet: true });

const tones: Record<Item['status'], Tone> = {
  Pending: 'amber',
  Rejected: 'plain',
  Closed: 'plain',
  Approved: 'plain',
  Processing: 'plain',
  Completed: 'jade',
  Failed: 'seal',
};

/** How a refund's status is marked. */
export function refundTone(status: Item['status']): Tone {
  return tones[status];
}

/** The refund queue. */
export function Refunds() {
  const { refunds: words, shared } = useMessages(decisionsWords);
  const may = useMay();
  const [, ...states] = refundStatuses;
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <StaffList
        name="refunds.search"
        caption={words.title}
        columns={useColumns()}
        filters={[
          { name: 'search', label: shared.search, kind: 'text' },
          {
            name: 'status',
            label: shared.status,
            kind: 'choice',
            options: states.map((value) => ({ value, label: words.statuses[value] })),
          },
          {
            name: 'cause',
            label: words.cause,
            kind: 'choice',
            options: refundCauses.map((value) => ({ value, label: words.causes[value] })),
          },
          { name: 'isOverdue', label: shared.late, kind: 'flag' },
          { name: 'isByHand', label: words.byHand, kind: 'flag' },
        ]}
        load={load}
        rowKey={(item) => item.id}
        rowLabel={(item) => item.serialNumber}
        rowHref={(item) => `/refunds/${item.id}`}
        canExport={may('refunds:export')}
        empty={words.empty}
      />
    </>
  );
}

function useColumns(): ListColumn<Item>[] {
  const { refunds: words, shared } = useMessages(decisionsWords);
  return [
    { key: 'serialNumber', header: words.serial, cell: (item) => item.serialNumber },
    {
      key: 'status',
      header: shared.status,
      value: 'words',
      words: words.statuses,
      cell: (item) => <StatusTag tone={tones[item.status]}>{words.statuses[item.status]}</StatusTag>,
    },
    {
      key: 'cause',
      header: words.cause,
      value: 'words',
      words: words.causes,
      cell: (item) => words.causes[item.cause],
    },
    {
      key: 'amount',
      header: shared.amount,
      sort: 'amount',
      end: true,
      value: 'money',
      cell: (item) => <Money fen={item.amount} />,
    },
    { key: 'orderCode', header: shared.order, cell: (item) => item.orderCode },
    { key: 'candidateName', header: shared.candidate, cell: (item) => typed(item.candidateName) ?? '–' },
    {
      key: 'targetDate',
      header: words.target,
      sort: 'targetDate',
      cell: (item) => (
        <>
          {item.targetDate === null ? '–' : <DateText date={item.targetDate} weekday={false} />}{' '}
          {item.isOverdue && <Tag tone="seal">{shared.late}</Tag>}
        </>
      ),
    },
    {
      key: 'submittedAt',
      header: words.submitted,
      sort: 'submittedAt',
      value: 'instant',
      isExtra: true,
      cell: (item) => <InstantText at={item.submittedAt} />,
    },
  ];
}
