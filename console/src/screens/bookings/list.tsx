import { bookingStatuses } from '@exam/contract/entities';
import type { StaffReply } from '@exam/contract/staff/client';
import { addMonths, chinaDateOf } from '@exam/contract/rules';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, StatusTag } from '@exam/ui/parts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import type { Filter } from '../../list/filters.tsx';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { listWords } from '../../messages/list.ts';
import { bookingsWords } from '../../messages/bookings.ts';
import { Money, PageHead, WorkingTimeLeft, typed } from '../../page/index.ts';
import { standingOf } from './tone.ts';

type Item = StaffReply<'bookings.search'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<Item>> =>
  staffApi('bookings.search', { body }, { signal, isQuiet: true });

/** The booking desk: every request of the reader's offices. */
export function Bookings() {
  const words = useMessages(bookingsWords);
  const may = useMay();
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <StaffList
        name="bookings.search"
        caption={words.title}
        columns={useColumns()}
        filters={useFilters()}
        load={load}
        rowKey={(item) => item.bookingId}
        rowLabel={(item) => item.code}
        rowHref={(item) => `/bookings/${item.bookingId}`}
        canExport={may('bookings:export')}
        empty={words.empty}
      />
    </>
  );
}

function useColumns(): ListColumn<Item>[] {
  const words = useMessages(bookingsWords);
  return [
    { key: 'candidateName', header: words.candidate, cell: (item) => typed(item.candidateName) },
    { key: 'candidateNameZh', header: words.nameZh, cell: (item) => typed(item.candidateNameZh) },
    { key: 'productName', header: words.product, gives: true, cell: (item) => item.productName },
    { key: 'officeName', header: words.office, isExtra: true, cell: (item) => item.officeName },
    {
      key: 'expectTestDate',
      header: words.expected,
      sort: 'expectTestDate',
      cell: (item) => <DateText date={item.expectTestDate} weekday={false} />,
    },
    {
      key: 'bookingStatus',
      header: words.status,
      value: 'words',
      words: words.statuses,
      cell: (item) => {
        const { text, tone } = standingOf(words, item);
        return <StatusTag tone={tone}>{text}</StatusTag>;
      },
    },
    {
      key: 'workingSecondsLeft',
      header: words.due,
      end: true,
      cell: (item) => <WorkingTimeLeft seconds={item.workingSecondsLeft} />,
    },
    {
      key: 'payEndDate',
      header: words.payBy,
      sort: 'payEndDate',
      value: 'instant',
      cell: (item) => (item.payEndDate === null ? '–' : <InstantText at={item.payEndDate} />),
    },
    { key: 'amount', header: words.amount, end: true, value: 'money', cell: (item) => <Money fen={item.amount} /> },
    { key: 'takenBy', header: words.takenBy, cell: (item) => item.takenBy ?? words.nobody },
    { key: 'code', header: words.code, quiet: true, cell: (item) => item.code },
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

const firstOfMonth = (): string => `${chinaDateOf(new Date().toISOString()).slice(0, 7)}-01`;

const payDays = [1, 3, 7, 14];

function useFilters(): Filter[] {
  const words = useMessages(bookingsWords);
  const list = useMessages(listWords);
  const formats = useFormats();
  const { language } = useLanguage();
  const { data: choices } = useBookingChoices();
  const named = (each: { id: string; nameEn: string; nameZh: string }) => ({
    value: each.id,
    label: language === 'zh' ? each.nameZh : each.nameEn,
  });
  const [thisMonth] = useState(firstOfMonth);
  const months = Array.from({ length: 15 }, (_, index) => addMonths(thisMonth, index - 2).slice(0, 7));
  return [
    { name: 'keyword', label: words.search, kind: 'text' },
    { name: 'accountId', label: list.ofAccount, kind: 'given' },
    { name: 'candidateId', label: list.ofPerson, kind: 'given' },
    {
      name: 'bookingStatus',
      label: words.status,
      kind: 'choice',
      options: bookingStatuses.map((value) => ({ value, label: words.statuses[value] })),
    },
    { name: 'officeId', label: words.office, kind: 'choice', options: choices?.offices.map(named) ?? [] },
    { name: 'productId', label: words.product, kind: 'choice', options: choices?.products.map(named) ?? [] },
    {
      name: 'expectExamMonth',
      label: words.month,
      kind: 'choice',
      options: months.map((value) => ({ value, label: formats.month(value) })),
    },
    {
      name: 'remainingDays',
      label: words.payWithin,
      kind: 'number',
      options: payDays.map((days) => ({ value: String(days), label: words.days(days) })),
    },
    { name: 'isTakenByMe', label: words.mine, kind: 'flag' },
  ];
}

/** The products and offices that the reader's desk arranges; undefined until they are here. */
export function useBookingChoices(): UseQueryResult<StaffReply<'bookings.choices'>> {
  return useQuery({
    queryKey: ['choices', 'bookings'],
    queryFn: ({ signal }) => staffApi('bookings.choices', {}, { signal, isQuiet: true }),
    staleTime: 300_000,
  });
}
