import type { RegistrationItem } from '@exam/contract/staff';
import { candidateAgeTypes } from '@exam/contract/entities';
import { arrangementStates, attendanceStates, letterEmailStates } from '@exam/contract/machines';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, StatusTag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import type { Filter } from '../../list/filters.tsx';
import type { RegistrationMessages } from '../../messages/en/registrations.ts';
import { listWords } from '../../messages/list.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { PageHead, typed } from '../../page/index.ts';
import { actsOnMany } from './change-many.tsx';
import { statusTones } from './tones.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<RegistrationItem>> =>
  staffApi('applications.search', { body }, { signal, isQuiet: true });

const filterStatuses = [
  'Submitted',
  'Registered',
  'RegisteredCancellationRequested',
  'RegisteredCancellationRejected',
  'Cancelled',
  'Withdrawn',
  'Expired',
] as const;

/** Registrations of the reader's offices. */
export function Applications() {
  const words = useMessages(registrationWords);
  const may = useMay();
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <StaffList
        name="applications.search"
        caption={words.title}
        columns={useColumns()}
        filters={useFilters()}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.code}
        rowHref={(row) => `/applications/${row.id}`}
        bulk={actsOnMany(words, may)}
        canExport={may('applications:export')}
        empty={words.empty}
      />
    </>
  );
}

function useColumns(): ListColumn<RegistrationItem>[] {
  const words = useMessages(registrationWords);
  const { language } = useLanguage();
  const [product, subject, city] =
    language === 'zh'
      ? (['productNameZh', 'subjectNameZh', 'cityNameZh'] as const)
      : (['productNameEn', 'subjectNameEn', 'cityNameEn'] as const);
  return [
    { key: 'candidateName', header: words.candidate, cell: (row) => typed(row.candidateName) },
    { key: 'candidateNameZh', header: words.nameZh, cell: (row) => typed(row.candidateNameZh) },
    { key: product, header: words.exam, gives: true, cell: (row) => row[product] },
    { key: subject, header: words.subject, cell: (row) => row[subject] },
    { key: 'examDate', header: words.date, sort: 'examDate', cell: (row) => <DateText date={row.examDate} /> },
    { key: city, header: words.city, cell: (row) => row[city] },
    {
      key: 'status',
      header: words.status,
      value: 'words',
      words: words.statuses,
      cell: (row) => <StatusTag tone={statusTones[row.status]}>{words.statuses[row.status]}</StatusTag>,
    },
    { key: 'code', header: words.code, sort: 'code', quiet: true, cell: (row) => row.code },
    ...extraColumns(words),
  ];
}

function extraColumns(words: RegistrationMessages): ListColumn<RegistrationItem>[] {
  const named = { value: 'words', isExtra: true } as const;
  return [
    {
      key: 'letter',
      header: words.letter,
      value: 'words',
      words: words.letterStates,
      cell: (row) => words.letterStates[row.letter],
    },
    { key: 'ageOnExamDay', header: words.age, end: true, isExtra: true, cell: (row) => row.ageOnExamDay },
    {
      ...named,
      key: 'arrangement',
      header: words.arrangement,
      words: words.arrangements,
      cell: (row) => words.arrangements[row.arrangement],
    },
    {
      ...named,
      key: 'attendance',
      header: words.attendance,
      words: words.attendances,
      cell: (row) => words.attendances[row.attendance],
    },
    { key: 'idNo', header: words.document, isExtra: true, cell: (row) => row.idNo },
    {
      key: 'createdAt',
      header: words.ordered,
      sort: 'createdAt',
      value: 'instant',
      isExtra: true,
      cell: (row) => <InstantText at={row.createdAt} />,
    },
  ];
}

function optionsOf<V extends string>(values: readonly V[], names: Readonly<Record<V, string>>) {
  return values.map((value) => ({ value, label: names[value] }));
}

function useFilters(): Filter[] {
  const words = useMessages(registrationWords);
  const list = useMessages(listWords);
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['applications.filters'],
    queryFn: ({ signal }) => staffApi('applications.filters', {}, { signal, isQuiet: true }),
    staleTime: 300_000,
  });
  const listed = (rows: readonly { id: string; nameEn: string; nameZh: string }[] = []) =>
    rows.map((row) => ({ value: row.id, label: language === 'zh' ? row.nameZh : row.nameEn }));
  return [
    { name: 'search', label: words.find, kind: 'private' },
    { name: 'accountId', label: list.ofAccount, kind: 'given' },
    { name: 'candidateId', label: list.ofPerson, kind: 'given' },
    { name: 'status', label: words.status, kind: 'choice', options: optionsOf(filterStatuses, words.statuses) },
    { name: 'productId', label: words.exam, kind: 'choice', options: listed(data?.products) },
    { name: 'cityId', label: words.city, kind: 'choice', options: listed(data?.cities) },
    { name: 'from', label: words.from, kind: 'date' },
    { name: 'until', label: words.until, kind: 'date' },
    { name: 'ageBand', label: words.ageBand, kind: 'choice', options: optionsOf(candidateAgeTypes, words.ageBands) },
    {
      name: 'arrangement',
      label: words.arrangement,
      kind: 'choice',
      options: optionsOf(arrangementStates, words.arrangements),
    },
    { name: 'letter', label: words.letter, kind: 'choice', options: optionsOf(letterEmailStates, words.letterStates) },
    {
      name: 'attendance',
      label: words.attendance,
      kind: 'choice',
      options: optionsOf(attendanceStates, words.attendances),
    },
    { name: 'sessionId', label: words.session, kind: 'given' },
  ];
}
