import { useLanguage } from '@exam/ui/i18n';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { productLines, type Product, type ProductLine } from '../../app/catalogue.ts';

type Language = 'en' | 'zh';

/** The product lines with exams that can be booked, each with those only. */
function bookedLines(lines: readonly ProductLine[]): ProductLine[] {
  return lines
    .map((line) => ({
      ...line,
      products: line.products.filter(({ category, access }) => category === 'Booking' && access === 'open'),
    }))
    .filter((line) => line.products.length > 0);
}

const offices = (language: Language) =>
  queryOptions({
    queryKey: ['catalogue', 'offices', language],
    queryFn: ({ signal }) => api('lookup.offices', {}, { signal, isQuiet: true }),
    staleTime: 60_000,
  });

/** Lines, and the offices that arrange this product; undefined while they are on their way. */
export function useBookedExams(product: Product) {
  const { language } = useLanguage();
  const lines = useQuery(productLines(language));
  const all = useQuery(offices(language));
  const offered = new Set(product.productOfficeWBS.map(({ officeId }) => officeId));
  return {
    lines: lines.data && bookedLines(lines.data),
    line: lines.data?.find((line) => line.products.some(({ id }) => id === product.id)),
    offices: all.data?.filter(({ id }) => offered.has(id)).sort((a, b) => a.sortNum - b.sortNum),
    isFailed: lines.isError || all.isError,
    again: () => void Promise.all([lines.refetch(), all.refetch()]),
  };
}

/** Which days may be asked for at an office; fresh, because days fill up. */
export const serviceDates = (productId: string, officeId: string) =>
  queryOptions({
    queryKey: ['catalogue', 'service-dates', productId, officeId],
    queryFn: ({ signal }) =>
      api('product.bookingServiceDates', { params: { id: productId, officeId } }, { signal, isQuiet: true }),
    staleTime: 0,
  });
