import type { Reply } from '@exam/contract/client';
import { applicationStatusOf, type ApplicationStatus } from '@exam/contract/wire';
import type { Language } from '@exam/ui/i18n';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../app/api.ts';

/** A line of "my exams". */
export type ListedExam = Reply<'application.search'>['list'][number];

/** The values of the filter (8.9); the first stands for no filter. Who is registered has the exam ahead ("upcoming") or behind. */
export const examFilters = [
  'All',
  'Submitted',
  'Registered',
  'Past',
  'Withdrawn',
  'RegisteredCancellationRequested',
  'RegisteredCancellationRejected',
  'Cancelled',
  'Expired',
] as const satisfies readonly ('All' | 'Past' | ApplicationStatus)[];
export type ExamFilter = (typeof examFilters)[number];

const pageSize = 10;

/** What a value of the filter asks for, and in which order: what is next comes first, else the latest. */
function wishOf(filter: ExamFilter) {
  const isRegistered = filter === 'Registered' || filter === 'Past';
  const latest = { field: 'createdAt', desc: true } as const;
  if (filter === 'All') return { sorts: [latest], filters: [] };
  if (!isRegistered) return { sorts: [latest], filters: [{ field: 'status', value: filter } as const] };
  const isPast = filter === 'Past';
  return {
    sorts: [{ field: 'examDate', desc: isPast } as const],
    filters: [
      { field: 'status', value: 'Registered' } as const,
      { field: 'when', value: isPast ? 'past' : 'upcoming' } as const,
    ],
  };
}

/** A page of the account's exams. */
export const examList = (language: Language, { page, filter }: { page: number; filter: ExamFilter }) =>
  queryOptions({
    queryKey: ['exam', 'list', language, filter, page],
    queryFn: ({ signal }) =>
      api(
        'application.search',
        {
          body: { pageIndex: page, pageSize, ...wishOf(filter) },
        },
        { signal },
      ),
    staleTime: 0,
  });

/** How many exams each value of the filter gives. Without the answer the filter shows no numbers. */
export const examCounts = queryOptions({
  queryKey: ['exam', 'counts'],
  queryFn: async ({ signal }) => {
    const counts = await api('application.statusCounts', {}, { signal, isQuiet: true });
    return countsByFilter(counts);
  },
  staleTime: 0,
});

/** One exam in full. */
export const examById = (language: Language, id: string) =>
  queryOptions({
    queryKey: ['exam', 'one', language, id],
    queryFn: ({ signal }) => api('application.get', { params: { id } }, { signal }),
    staleTime: 0,
  });

/** Numbers by filter value, whatever spelling the statuses came in; "All" is their sum. */
export function countsByFilter(
  counts: readonly { status: string; count: number; upcoming: number }[],
): Record<ExamFilter, number> {
  const numberOf = (filter: ExamFilter) =>
    counts
      .filter(({ status }) => filter === 'All' || applicationStatusOf(status) === filter)
      .reduce((sum, { count }) => sum + count, 0);
  const upcoming = counts.find(({ status }) => status === 'Registered')?.upcoming ?? 0;
  return {
    All: numberOf('All'),
    Submitted: numberOf('Submitted'),
    Registered: upcoming,
    Past: numberOf('Registered') - upcoming,
    Withdrawn: numberOf('Withdrawn'),
    RegisteredCancellationRequested: numberOf('RegisteredCancellationRequested'),
    RegisteredCancellationRejected: numberOf('RegisteredCancellationRejected'),
    Cancelled: numberOf('Cancelled'),
    Expired: numberOf('Expired'),
  };
}
