import type { ExamDayItem } from '@exam/contract/staff';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { DateText, Tag } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { StaffList, type ListBody, type Page } from '../../list/staff-list.tsx';
import { examDayWords } from '../../messages/exam-day.ts';
import { useMay } from '../../app/session.ts';
import { PageHead } from '../../page/index.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<ExamDayItem>> =>
  staffApi('examDay.search', { body }, { signal, isQuiet: true });

/** Sessions by their day. */
export function ExamDays() {
  const words = useMessages(examDayWords);
  const may = useMay();
  const [product, city, venue] =
    useLanguage().language === 'zh'
      ? (['productNameZh', 'cityNameZh', 'venueNameZh'] as const)
      : (['productNameEn', 'cityNameEn', 'venueNameEn'] as const);
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <StaffList
        name="examDay.search"
        caption={words.title}
        columns={[
          { key: product, header: words.exam, cell: (row) => row[product] },
          { key: 'examDate', header: words.date, sort: 'examDate', cell: (row) => <DateText date={row.examDate} /> },
          { key: 'startTime', header: words.time, cell: (row) => `${row.startTime}–${row.endTime}` },
          { key: city, header: words.city, cell: (row) => row[city] },
          { key: venue, header: words.venue, cell: (row) => row[venue] ?? '–' },
          {
            key: 'registered',
            header: words.registered,
            end: true,
            cell: (row) => (row.status === 'Withdrawn' ? <Tag tone="seal">{words.withdrawn}</Tag> : row.registered),
          },
          { key: 'present', header: words.came, end: true, cell: (row) => row.present + row.late },
          { key: 'absent', header: words.absent, end: true, cell: (row) => row.absent },
          { key: 'minors', header: words.minors, end: true, cell: (row) => row.minors },
          { key: 'arrangements', header: words.arrangements, end: true, cell: (row) => row.arrangements },
        ]}
        filters={[
          { name: 'search', label: words.find, kind: 'text' },
          { name: 'from', label: words.from, kind: 'date', yearless: 'next' },
          { name: 'until', label: words.until, kind: 'date', yearless: 'next' },
        ]}
        load={load}
        rowKey={(row) => row.sessionId}
        rowLabel={(row) => `${row[product]} ${row.examDate}`}
        rowHref={(row) => `/exam-day/${row.sessionId}`}
        canExport={may('examDay:export')}
        empty={words.empty}
      />
    </>
  );
}
