import type { Reply } from '@exam/contract/client';
import { postTestFilterStates } from '@exam/contract/machines';
import type { Language } from '@exam/ui/i18n';
import { queryOptions } from '@tanstack/react-query';
import { api, askAgain } from '../../app/api.ts';

/** A paid request in full. */
export type PostTest = Reply<'postTest.get'>;
/** A line of "my post-test services". */
export type ListedPostTest = Reply<'postTest.search'>['list'][number];
/** A line of the drafts. */
export type ListedDraft = Reply<'postTest.drafts'>[number];

/** The values of the filter, and the drafts, which are not a state; the first means no filter. */
export const postTestFilters = ['All', ...postTestFilterStates, 'Drafts'] as const;
export type PostTestFilter = (typeof postTestFilters)[number];

const pageSize = 10;

/** A page of the account's paid requests, the newest first. */
export const postTestList = (
  language: Language,
  { page, filter }: { page: number; filter: Exclude<PostTestFilter, 'Drafts'> },
) =>
  queryOptions({
    queryKey: ['postTest', 'list', language, filter, page],
    queryFn: ({ signal }) =>
      api(
        'postTest.search',
        {
          body: {
            pageIndex: page,
            pageSize,
            sorts: [{ field: 'registrationDate', desc: true }],
            filters: filter === 'All' ? [] : [{ field: 'status', value: filter }],
          },
        },
        { signal },
      ),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** One's drafts, those waiting for payment and those whose window closed. */
export const postTestDrafts = (language: Language) =>
  queryOptions({
    queryKey: ['postTest', 'list', language, 'drafts'],
    queryFn: ({ signal }) => api('postTest.drafts', {}, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

export const postTestById = (language: Language, id: string) =>
  queryOptions({
    queryKey: ['postTest', 'one', language, id],
    queryFn: ({ signal }) => api('postTest.get', { params: { id } }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** What would come back now; never remembered. */
export const cancellationQuote = (id: string) =>
  queryOptions({
    queryKey: ['postTest', 'quote', id],
    queryFn: ({ signal }) => api('postTest.cancellationQuote', { params: { id } }, { signal, isQuiet: true }),
    staleTime: 0,
    gcTime: 0,
  });

/** Something happened to a request: everything about requests and orders is asked for again. */
export const postTestsChanged = (): Promise<void> => askAgain('postTest', 'order');
