import { type RightsRequestStatus, rightsRequestStates } from '@exam/contract/machines';
import { chinaDateOf, lastDayOf, rightsKinds } from '@exam/contract/rules';
import type { RightsItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, Link, StatusTag, Tag, type Tone } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { relativesWords } from '../../messages/relatives.ts';
import { rightsWords } from '../../messages/rights.ts';
import { PageHead } from '../../page/index.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<RightsItem>> =>
  staffApi('rights.search', { body }, { signal, isQuiet: true });

/** The colour of a request's state. */
export const rightsTones: Readonly<Record<RightsRequestStatus, Tone>> = {
  Received: 'amber',
  InReview: 'amber',
  Answered: 'jade',
  Refused: 'plain',
};

/** The inbox of requests about one's own data, the one that is due first on top. */
export function RightsRequests() {
  const words = useMessages(rightsWords);
  const relatives = useMessages(relativesWords);
  const may = useMay();
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      {may('privacy:write') && <HowToOpen />}
      <StaffList
        name="rights.search"
        caption={words.title}
        columns={useColumns()}
        filters={[
          { name: 'search', label: words.code, kind: 'private' },
          { name: 'isOpen', label: words.open, kind: 'flag' },
          { name: 'isByRelative', label: relatives.filter, kind: 'flag' },
          {
            name: 'kind',
            label: words.kind,
            kind: 'choice',
            options: rightsKinds.map((value) => ({ value, label: words.kinds[value] })),
          },
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            options: rightsRequestStates.map((value) => ({ value, label: words.statuses[value] })),
          },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.code}
        rowHref={(row) => `/rights-requests/${row.id}`}
        empty={words.empty}
      />
    </>
  );
}

function HowToOpen() {
  const words = useMessages(relativesWords);
  return (
    <p className="mb-4 flex flex-wrap gap-x-3">
      {words.howTo}
      <Link href="/candidates">{words.toCandidates}</Link>
      <Link href="/accounts">{words.toAccounts}</Link>
    </p>
  );
}

function useColumns(): ListColumn<RightsItem>[] {
  const words = useMessages(rightsWords);
  const relatives = useMessages(relativesWords);
  return [
    { key: 'code', header: words.code, cell: (row) => row.code },
    {
      key: 'kind',
      header: words.kind,
      value: 'words',
      words: words.kinds,
      cell: (row) => (
        <>
          {words.kinds[row.kind]} {row.isByRelative && <Tag>{relatives.tag}</Tag>}
          {row.isByGuardian && <Tag>{words.byGuardian}</Tag>}
        </>
      ),
    },
    {
      key: 'status',
      header: words.status,
      value: 'words',
      words: words.statuses,
      cell: (row) => <StatusTag tone={rightsTones[row.status]}>{words.statuses[row.status]}</StatusTag>,
    },
    {
      key: 'dueAt',
      header: words.due,
      value: 'instant',
      sort: 'dueAt',
      cell: (row) => (
        <>
          <DateText date={lastDayOf(row.dueAt)} weekday={false} />{' '}
          {row.isAlarmed && <Tag tone="seal">{row.isOverdue ? words.overdue : words.alarm}</Tag>}
        </>
      ),
    },
    {
      key: 'examDate',
      header: words.examDate,
      cell: (row) => (row.examDate === null ? '–' : <DateText date={row.examDate} weekday={false} />),
    },
    {
      key: 'receivedAt',
      header: words.received,
      value: 'instant',
      sort: 'receivedAt',
      // What came by post has a day and no time.
      cell: ({ isByRelative, receivedAt }) =>
        isByRelative ? <DateText date={chinaDateOf(receivedAt)} weekday={false} /> : <InstantText at={receivedAt} />,
    },
    { key: 'takenBy', header: words.takenBy, cell: (row) => row.takenBy ?? '–' },
  ];
}
