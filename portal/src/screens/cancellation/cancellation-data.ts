import type { Reply } from '@exam/contract/client';
import type { Language } from '@exam/ui/i18n';
import { queryOptions } from '@tanstack/react-query';
import { api, askAgain, queryClient } from '../../app/api.ts';

/** What cancelling now would give back. */
export type Quote = Reply<'application.cancellationQuote'>;

/** What cancelling would give back at this moment; never remembered, because a second later it can be another. */
export const quoteOf = (language: Language, id: string) =>
  queryOptions({
    queryKey: ['exam', 'quote', language, id],
    queryFn: ({ signal }) => api('application.cancellationQuote', { params: { id } }, { signal, isQuiet: true }),
    staleTime: 0,
    gcTime: 0,
  });

/** A request or its refund has changed: everything about exams and orders is asked for again. */
export async function endChanged(): Promise<void> {
  queryClient.removeQueries({ queryKey: ['exam', 'quote'] });
  await askAgain('exam', 'order');
}
