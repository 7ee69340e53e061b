import type { Reply } from '@exam/contract/client';
import type { Language } from '@exam/ui/i18n';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../app/api.ts';

/** A line of the cart as the server shows it today. */
export type CartLine = Reply<'application.cart'>['list'][number];
/** What a choice of lines costs today (5.5). */
/** A price; without `refund` where it is not known what comes back. */
export type CartPrice = Omit<Reply<'application.price'>, 'refund'> &
  Partial<Pick<Reply<'application.price'>, 'refund'>>;

/** An order holds no more lines than this (S-15), so a page of the cart does not either. */
export const cartPageSize = 50;

/** A page of the cart; asked for again whenever it is opened, because it is priced again. */
export const cartLines = (language: Language, pageIndex: number) =>
  queryOptions({
    queryKey: ['cart', 'lines', language, pageIndex],
    queryFn: ({ signal }) => api('application.cart', { body: { pageIndex, pageSize: cartPageSize } }, { signal }),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  });

/** What these lines would cost as one order now. */
export const cartPrice = (language: Language, applicationIds: string[]) =>
  queryOptions({
    queryKey: ['cart', 'price', language, ...applicationIds],
    queryFn: ({ signal }) => api('application.price', { body: { applicationIds } }, { signal }),
    enabled: applicationIds.length > 0,
    staleTime: 0,
  });

/** One registration in the cart, in full. */
export const cartApplication = (language: Language, id: string) =>
  queryOptions({
    queryKey: ['cart', 'application', language, id],
    queryFn: ({ signal }) => api('application.get', { params: { id } }, { signal }),
    staleTime: 0,
  });

/** The page on which the chosen lines are confirmed; the choice is in the address, so it survives a reload. */
export function confirmUrl(applicationIds: readonly string[]): string {
  return `/candidate/order/confirm?ids=${applicationIds.join(',')}`;
}
