import { fenOf, isRealDate } from '@exam/contract/rules';
import { useQueries } from '@tanstack/react-query';
import { staffApi } from '../../../app/api.ts';
import type { Prices } from '../types.ts';
import type { PaperForm } from './form.ts';

/** Asks the price list about every paper whose date and times are filled in. */
export function usePrices(bookingId: string, papers: readonly PaperForm[]): Prices {
  return useQueries({
    queries: papers.map(({ testDate, startTime, endTime }) => ({
      queryKey: ['price', bookingId, testDate, startTime, endTime],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        staffApi(
          'bookings.proposePrice',
          { params: { id: bookingId }, body: { testDate, startTime, endTime } },
          { signal, isQuiet: true },
        ),
      enabled: isRealDate(testDate) && startTime !== '' && endTime > startTime,
      staleTime: 60_000,
      retry: false,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
}

/** Whether an amount typed differs from the price list's, which then needs a reason. */
export function isOffList(papers: readonly PaperForm[], prices: Prices): boolean {
  return papers.some((paper, index) => {
    const price = prices[index];
    if (price === undefined) return false;
    return (['localFee', 'boardFee', 'vat'] as const).some((name) => {
      const typed = fenOf(paper[name]);
      return typed !== null && typed !== price[name];
    });
  });
}
