import type { Reply } from '@exam/contract/client';
import { chinaDateOf, lastDayOf } from '@exam/contract/rules';
import { formatsOf, type Language } from '@exam/ui/i18n';
import { queryOptions } from '@tanstack/react-query';
import { api, queryClient } from '../../app/api.ts';
import type { CancellationMessages } from '../../messages/en/cancellation.ts';

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
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['exam'] }),
    queryClient.invalidateQueries({ queryKey: ['order'] }),
  ]);
}

/** A moment up to which something holds; midnight is called the end of the day before, as people say it. */
export function untilText(end: string, words: Pick<CancellationMessages, 'endOfDay'>, language: Language): string {
  const formats = formatsOf(language);
  const isMidnight = chinaDateOf(end) !== lastDayOf(end);
  return isMidnight ? words.endOfDay(formats.longDate(lastDayOf(end))) : formats.deadline(end);
}
