import type { SessionItem } from '@exam/contract/staff';
import { useSearchParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, LinkButton, StatusTag, type Tone } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import type { Filter } from '../../list/filters.tsx';
import { actsOnMany } from './change-many.tsx';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import type { SessionsMessages } from '../../messages/en/sessions.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { PageHead } from '../../page/index.ts';
import { MonthView } from './calendar.tsx';
import { optionsOf, useChoices, type Choices } from './choices.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<SessionItem>> =>
  staffApi('sessions.search', { body }, { signal, isQuiet: true });

/** The sessions as a list or as a month. */
export function Sessions() {
  const words = useMessages(sessionsWords);
  const may = useMay();
  const [params] = useSearchParams();
  const isCalendar = params.get('view') === 'calendar';
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.intro}
        actions={
          <>
            <LinkButton variant="secondary" href={isCalendar ? '/sessions' : '/sessions?view=calendar'}>
              {isCalendar ? words.list : words.calendar}
            </LinkButton>
            {may('sessions:write') && <LinkButton href="/sessions/new">{words.newSessions}</LinkButton>}
          </>
        }
      />
      {isCalendar ? <MonthView /> : <SessionList />}
    </>
  );
}

function SessionList() {
  const words = useMessages(sessionsWords);
  const may = useMay();
  return (
    <StaffList
      name="sessions.search"
      caption={words.title}
      columns={columnsOf(words)}
      filters={filtersOf(words, useChoices())}
      load={load}
      rowKey={(row) => row.id}
      rowLabel={(row) => `${row.productCode} ${row.examDate} ${row.venueName ?? row.cityName}`}
      rowHref={(row) => `/sessions/${row.id}`}
      bulk={may('sessions:write') ? actsOnMany(words) : []}
      canExport={may('sessions:export')}
      empty={words.empty}
    />
  );
}

/** The state of a session, in words and colour. */
export function SessionStatus({ row }: { row: Pick<SessionItem, 'status' | 'availability'> }) {
  const words = useMessages(sessionsWords);
  const text =
    row.status !== 'Published'
      ? words.statuses[row.status]
      : row.availability === null
        ? words.notListed
        : words.availabilities[row.availability];
  return <StatusTag tone={toneOf(row)}>{text}</StatusTag>;
}

/** The colour of a session's state. */
export function toneOf({ status, availability }: Pick<SessionItem, 'status' | 'availability'>): Tone {
  if (status === 'Withdrawn') return 'seal';
  if (status === 'Draft') return 'plain';
  if (availability === 'Available') return 'jade';
  return availability === 'Full' ? 'amber' : 'plain';
}

function columnsOf(words: SessionsMessages): ListColumn<SessionItem>[] {
  return [
    {
      key: 'examDate',
      header: words.date,
      sort: 'examDate',
      cell: (row) => <DateText date={row.examDate} weekday={false} />,
    },
    { key: 'startTime', header: words.times, cell: (row) => `${row.startTime}–${row.endTime}` },
    { key: 'productCode', header: words.product, gives: true, cell: (row) => row.productName },
    { key: 'subjectCodes', header: words.papers, gives: true, cell: (row) => row.subjectCodes },
    { key: 'cityName', header: words.city, cell: (row) => row.cityName },
    { key: 'venueName', header: words.venue, gives: true, cell: (row) => row.venueName ?? '–' },
    { key: 'officeName', header: words.office, cell: (row) => row.officeName, isExtra: true },
    {
      key: 'status',
      header: words.status,
      value: 'words',
      words: words.statuses,
      cell: (row) => <SessionStatus row={row} />,
    },
    { key: 'seat', header: words.seats, end: true, cell: (row) => row.seat },
    { key: 'confirmed', header: words.confirmed, end: true, isExtra: true, cell: (row) => row.confirmed },
    { key: 'held', header: words.held, end: true, isExtra: true, cell: (row) => row.held },
    { key: 'free', header: words.free, end: true, sort: 'free', cell: (row) => row.free },
    {
      key: 'fillPercent',
      header: words.fill,
      end: true,
      sort: 'fill',
      cell: (row) => words.percent(row.fillPercent),
    },
    {
      key: 'publishEndAt',
      header: words.closes,
      sort: 'publishEndAt',
      value: 'instant',
      cell: (row) => <InstantText at={row.publishEndAt} />,
    },
  ];
}

function filtersOf(words: SessionsMessages, choices: Choices): Filter[] {
  const statuses = (['Draft', 'Published', 'Withdrawn'] as const).map((value) => ({
    value,
    label: words.statuses[value],
  }));
  return [
    { name: 'productId', label: words.product, kind: 'choice', options: optionsOf(choices.products) },
    { name: 'cityId', label: words.city, kind: 'choice', options: optionsOf(choices.cities) },
    { name: 'officeId', label: words.office, kind: 'choice', options: optionsOf(choices.offices) },
    { name: 'venueId', label: words.venue, kind: 'choice', options: optionsOf(choices.venues) },
    { name: 'status', label: words.status, kind: 'choice', options: statuses },
    { name: 'from', label: words.from, kind: 'date', yearless: 'next' },
    { name: 'to', label: words.to, kind: 'date', yearless: 'next' },
    { name: 'fillFrom', label: words.fillFrom, kind: 'number' },
    { name: 'fillTo', label: words.fillTo, kind: 'number' },
    { name: 'isExclusive', label: words.codeOnly, kind: 'flag' },
  ];
}
