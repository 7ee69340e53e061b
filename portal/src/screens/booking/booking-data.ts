import type { Reply } from '@exam/contract/client';
import { bookingStatuses } from '@exam/contract/entities/values';
import type { Language } from '@exam/ui/i18n';
import { queryOptions } from '@tanstack/react-query';
import { api, askAgain } from '../../app/api.ts';

/** A booking in full, as its owner sees it. */
export type Booking = Reply<'booking.get'>;
/** A line of "my bookings". */
export type ListedBooking = Reply<'booking.search'>['list'][number];

/** The values of the filter; the first stands for no filter. */
export const bookingFilters = ['All', ...bookingStatuses] as const;
export type BookingFilter = (typeof bookingFilters)[number];

const pageSize = 10;

/** A page of the account's bookings, the newest request first. */
export const bookingList = (language: Language, { page, filter }: { page: number; filter: BookingFilter }) =>
  queryOptions({
    queryKey: ['booking', 'list', language, filter, page],
    queryFn: ({ signal }) =>
      api(
        'booking.search',
        {
          body: {
            pageIndex: page,
            pageSize,
            sorts: [{ field: 'submittedAt' as const, desc: true }],
            filters: [{ field: 'bookingStatus' as const, value: filter }],
          },
        },
        { signal },
      ),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** One booking; asked for again when the window comes back, so that its countdown is the server's (S-9). */
export const bookingById = (language: Language, id: string) =>
  queryOptions({
    queryKey: ['booking', 'one', language, id],
    queryFn: ({ signal }) => api('booking.get', { params: { id } }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** The papers of a booking that were ordered. */
export const bookingExams = (language: Language, id: string) =>
  queryOptions({
    queryKey: ['booking', 'exams', language, id],
    queryFn: ({ signal }) => api('booking.applications', { params: { id } }, { signal, isQuiet: true }),
    staleTime: 0,
  });

/** Something happened to a booking: every answer about bookings, orders and exams is asked for again. */
export const bookingsChanged = (): Promise<void> => askAgain('booking', 'order', 'exam');

/** The answers of the registration form, or null where there is none that can be read. */
export function answersOf({ registrationForm }: Pick<Booking, 'registrationForm'>): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(registrationForm?.json ?? 'null');
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;
  } catch {
    return null;
  }
}
