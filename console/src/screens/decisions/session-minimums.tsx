import type { StaffReply } from '@exam/contract/staff/client';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, StatusTag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { decisionsWords } from '../../messages/decisions.ts';
import { PageHead } from '../../page/index.ts';

type Item = StaffReply<'sessionMinimums.search'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<Item>> =>
  staffApi('sessionMinimums.search', { body }, { signal, isQuiet: true });

/** Papers with too few registrations. */
export function SessionMinimums() {
  const words = useMessages(decisionsWords).minimums;
  const officeName = useOfficeName();
  const columns: ListColumn<Item>[] = [
    { key: 'productCode', header: words.product, cell: (item) => item.productCode.toUpperCase() },
    { key: 'subjectCode', header: words.subject, cell: (item) => item.subjectCode },
    { key: 'examDate', header: words.examDate, cell: (item) => <DateText date={item.examDate} weekday={false} /> },
    { key: 'officeId', header: words.office, cell: (item) => officeName(item.officeId) },
    { key: 'registered', header: words.registered, end: true, cell: (item) => item.registered },
    { key: 'minimum', header: words.minimum, end: true, cell: (item) => item.minimum },
    { key: 'decideBy', header: words.decideBy, sort: 'decideBy', cell: (item) => <InstantText at={item.decideBy} /> },
    {
      key: 'outcome',
      header: words.outcome,
      cell: ({ outcome }) => (
        <StatusTag tone={outcome === null ? 'amber' : 'plain'}>
          {outcome === null ? words.undecided : words.outcomes[outcome]}
        </StatusTag>
      ),
    },
  ];
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <StaffList
        name="sessionMinimums.search"
        caption={words.title}
        columns={columns}
        filters={[{ name: 'isOpen', label: words.open, kind: 'flag' }]}
        load={load}
        rowKey={(item) => item.id}
        rowLabel={(item) => `${item.productCode.toUpperCase()} ${item.subjectCode}`}
        rowHref={(item) => `/session-minimums/${item.id}`}
        empty={words.empty}
      />
    </>
  );
}

/** The name of an office by its id, in the reader's language; a dash until it is known. */
export function useOfficeName(): (id: string) => string {
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['choices', 'offices'],
    queryFn: ({ signal }) => staffApi('staff.offices', {}, { signal, isQuiet: true }),
    staleTime: 300_000,
  });
  return (id) => {
    const office = data?.list.find((each) => each.id === id);
    if (office === undefined) return '–';
    return language === 'zh' ? office.nameZh : office.nameEn;
  };
}
