import type { Reply } from '@exam/contract/client';
import type { PostTestService } from '@exam/contract/entities';
import type { Language } from '@exam/ui/i18n';
import { queryOptions } from '@tanstack/react-query';
import { api, queryClient } from '../../app/api.ts';

/** A request that is being filled in. */
export type PostTestDraft = Reply<'postTest.draft'>;
export type Series = Reply<'lookup.examSeries'>[number];
export type Component = Series['components'][number];
export type CashInCode = Reply<'lookup.cashInCodes'>[number];
export type Centre = Reply<'lookup.centres'>[number];
export type Service = PostTestService;

const quiet = { isQuiet: true };

/** The services of a product with levels, fees and windows; fresh, because windows open and close. */
export const servicesOf = (language: Language, productid: string) =>
  queryOptions({
    queryKey: ['postTest', 'services', language, productid],
    queryFn: ({ signal }) => api('postTest.services', { params: { productid } }, { signal, ...quiet }),
    staleTime: 15_000,
  });

/** The series of a service with what it offers in each. */
export const seriesOf = (language: Language, serviceId: string) =>
  queryOptions({
    queryKey: ['postTest', 'series', language, serviceId],
    queryFn: ({ signal }) => api('lookup.examSeries', { query: { serviceId } }, { signal, ...quiet }),
    staleTime: 60_000,
  });

export const centresOf = (language: Language, productId: string) =>
  queryOptions({
    queryKey: ['postTest', 'centres', language, productId],
    queryFn: ({ signal }) => api('lookup.centres', { query: { productId } }, { signal, ...quiet }),
    staleTime: 60_000,
  });

export const cashInCodesOf = (language: Language, productId: string) =>
  queryOptions({
    queryKey: ['postTest', 'cashInCodes', language, productId],
    queryFn: ({ signal }) => api('lookup.cashInCodes', { query: { productId } }, { signal, ...quiet }),
    staleTime: 60_000,
  });

const draftKey = (language: Language, id: string) => ['postTest', 'draft', language, id] as const;

/** A draft as the server has it. */
export const draftById = (language: Language, id: string) =>
  queryOptions({
    queryKey: draftKey(language, id),
    queryFn: ({ signal }) => api('postTest.draft', { params: { id } }, { signal, ...quiet }),
    staleTime: 0,
  });

/** Puts a draft that a call has just answered where the pages look for it. */
export function rememberDraft(language: Language, draft: PostTestDraft): void {
  queryClient.setQueryData(draftKey(language, draft.id), draft);
  void queryClient.invalidateQueries({ queryKey: ['postTest', 'list'] });
}
