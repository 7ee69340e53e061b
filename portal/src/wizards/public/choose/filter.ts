import { useSearchParams } from '@exam/ui/app';
import type { Availability } from '@exam/contract/entities';
import { queryOptions } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../../app/api.ts';
import type { Reader } from './sittings.ts';

/** What the list of sessions is narrowed by; empty text for "any". It is in the address. */
export type SessionFilter = {
  /** The one that is chosen; not in the address. */
  subject: string;
  city: string;
  /** `yyyy-mm` */
  month: string;
  /** Which days of the week. */
  days: (typeof dayKinds)[number] | '';
  /** `yyyy-mm-dd` */
  date: string;
  availability: string;
  page: number;
};

const names = ['city', 'month', 'days', 'date', 'availability', 'page'] as const;

/** When somebody may be free. */
export const dayKinds = ['weekend', 'week'] as const;

/** Days of the week as the server counts them: Monday is 1. */
const daysOf = { weekend: [6, 7], week: [1, 2, 3, 4, 5] } as const;

/** What a list of sessions may be asked for; past ones are in nobody's way. */
export const listedAvailabilities = [
  'Available',
  'NotStarted',
  'Full',
  'RegistrationEnded',
] as const satisfies readonly Availability[];

/** The filter in the address, and a way to change it that starts again at the first page unless a page is named. */
export function useSessionFilter(subjectId: string): [SessionFilter, (change: Partial<SessionFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = filterIn(params, subjectId);
  const change = useCallback(
    (part: Partial<SessionFilter>) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries({ page: 1, ...part })) {
            if (value === '' || value === 1) next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );
  return [filter, change];
}

function filterIn(params: URLSearchParams, subjectId: string): SessionFilter {
  const valueOf = (name: (typeof names)[number], pattern: RegExp) => {
    const value = params.get(name) ?? '';
    return pattern.test(value) ? value : '';
  };
  const id = /^[0-9a-f-]{36}$/;
  return {
    subject: subjectId,
    city: valueOf('city', id),
    month: valueOf('month', /^\d{4}-(0[1-9]|1[0-2])$/),
    days: dayKinds.find((each) => each === params.get('days')) ?? '',
    date: valueOf('date', /^\d{4}-\d{2}-\d{2}$/),
    availability: listedAvailabilities.find((each) => each === params.get('availability')) ?? '',
    page: Math.max(1, Number(valueOf('page', /^\d{1,4}$/)) || 1),
  };
}

/** How many things besides the subject narrow the list. */
export function narrowedBy({ city, month, days, date, availability }: SessionFilter): number {
  return [city, month, days, date, availability].filter((value) => value !== '').length;
}

type Field = 'productId' | 'subjectId' | 'cityId' | 'month' | 'weekday' | 'examDate' | 'availability';

type SessionPageKey = readonly ['session', 'page', string, SessionFilter, Reader];

/** A page of the sessions of a product that the filter leaves, ten at a time, by date. */
export const sessionPage = (productId: string, filter: SessionFilter, reader: Reader) =>
  queryOptions({
    queryKey: ['session', 'page', productId, filter, reader] as SessionPageKey,
    queryFn: ({ signal }) => {
      const wanted: [Field, string][] = [
        ['productId', productId],
        ['subjectId', filter.subject],
        ['cityId', filter.city],
        ['month', filter.date === '' ? filter.month : ''],
        ...(filter.days === '' || filter.date !== '' ? [] : daysOf[filter.days]).map((day): [Field, string] => [
          'weekday',
          String(day),
        ]),
        ['examDate', filter.date],
        ['availability', filter.availability],
      ];
      const filters = wanted.filter(([, value]) => value !== '').map(([field, value]) => ({ field, value }));
      const body = { pageIndex: filter.page, pageSize: 10, sorts: [{ field: 'examDate' as const }], filters };
      return api('session.search', { body }, { signal, isQuiet: true });
    },
    staleTime: 15_000,
  });

/**
 * What is in the list while another page of it is fetched: the page before, unless it is one of another subject, whose sessions
 * could then be chosen for the wrong one.
 */
export function shownMeanwhile({ subject }: SessionFilter) {
  return <Page>(before: Page | undefined, query: { queryKey: SessionPageKey } | undefined): Page | undefined =>
    query?.queryKey[3].subject === subject ? before : undefined;
}

/** The days of a month that have sessions of the subject in the city. */
export const sessionDays = (productId: string, { subject, city }: SessionFilter, month: string) =>
  queryOptions({
    queryKey: ['session', 'days', productId, subject, city, month],
    queryFn: ({ signal }) =>
      api(
        'session.calendar',
        { body: { productId, subjectId: subject, cityId: city === '' ? null : city, month } },
        { signal, isQuiet: true },
      ),
  });

/** The cities where the subject is offered. */
export const citiesOf = (subjectId: string, language: string) =>
  queryOptions({
    queryKey: ['catalogue', 'cities', subjectId, language],
    queryFn: ({ signal }) => api('lookup.citiesOfSubject', { params: { subjectId } }, { signal, isQuiet: true }),
  });
