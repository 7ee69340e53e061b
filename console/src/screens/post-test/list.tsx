import { postTestKinds } from '@exam/contract/entities';
import { type PostTestItem, staffPostTestStatuses } from '@exam/contract/staff';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, LinkButton, StatusTag, type Tone } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { type ListBody, type ListColumn, type Page, StaffList } from '../../list/staff-list.tsx';
import { postTestWords } from '../../messages/post-test.ts';
import { Money, PageHead } from '../../page/index.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<PostTestItem>> =>
  staffApi('postTests.search', { body }, { signal, isQuiet: true });

const tones: Partial<Record<PostTestItem['status'], Tone>> = {
  Registered: 'amber',
  RegisteredCancellationRequested: 'seal',
  Complete: 'jade',
};

/** How a request's state is marked. */
export function requestTone(status: PostTestItem['status']): Tone {
  return tones[status] ?? 'plain';
}

/** Post-test requests with the awarding bodies' deadlines. */
export function PostTests() {
  const words = useMessages(postTestWords);
  const may = useMay();
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.intro}
        actions={
          <>
            <LinkButton small href="/post-test/offer">
              {words.offer.title}
            </LinkButton>
            <LinkButton small href="/post-test/send">
              {words.send}
            </LinkButton>
            {may('postTest:write') && (
              <LinkButton small href="/post-test/outcomes">
                {words.importTitle}
              </LinkButton>
            )}
          </>
        }
      />
      <StaffList
        name="postTests.search"
        caption={words.title}
        columns={useColumns()}
        filters={[
          { name: 'search', label: words.search, kind: 'private' },
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            options: staffPostTestStatuses.map((value) => ({ value, label: words.statuses[value] })),
          },
          {
            name: 'serviceKind',
            label: words.service,
            kind: 'choice',
            options: postTestKinds.map((value) => ({ value, label: words.kinds[value] })),
          },
        ]}
        load={load}
        rowKey={(item) => item.id}
        rowLabel={(item) => item.code}
        rowHref={(item) => `/post-test/${item.id}`}
        canExport={may('postTest:export')}
        empty={words.empty}
      />
    </>
  );
}

function useColumns(): ListColumn<PostTestItem>[] {
  const words = useMessages(postTestWords);
  const isChinese = useLanguage().language === 'zh';
  return [
    { key: 'candidateName', header: words.candidate, cell: (item) => item.candidateName },
    {
      key: isChinese ? 'serviceNameZh' : 'serviceNameEn',
      header: words.service,
      cell: (item) => (isChinese ? item.serviceNameZh : item.serviceNameEn),
    },
    { key: 'codes', header: words.codes, cell: (item) => item.codes },
    {
      key: 'status',
      header: words.status,
      value: 'words',
      words: words.statuses,
      cell: (item) => <StatusTag tone={requestTone(item.status)}>{words.statuses[item.status]}</StatusTag>,
    },
    {
      key: 'boardCloseAt',
      header: words.closes,
      sort: 'boardCloseAt',
      value: 'instant',
      cell: (item) => (item.boardCloseAt === null ? '–' : <InstantText at={item.boardCloseAt} />),
    },
    {
      key: 'expectedBy',
      header: words.expected,
      cell: (item) => (item.expectedBy === null ? '–' : <DateText date={item.expectedBy} weekday={false} />),
    },
    {
      key: 'amount',
      header: words.amount,
      sort: 'amount',
      end: true,
      value: 'money',
      cell: (item) => <Money fen={item.amount} />,
    },
    { key: 'code', header: words.reference, quiet: true, cell: (item) => item.code },
    { key: 'takenBy', header: words.takenBy, isExtra: true, cell: (item) => item.takenBy ?? '–' },
  ];
}
