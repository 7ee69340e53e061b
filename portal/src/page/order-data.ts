import type { Reply } from '@exam/contract/client';
import type { Language } from '@exam/ui/i18n';
import { queryOptions } from '@tanstack/react-query';
import { api, askAgain } from '../app/api.ts';

/** An order in full, as its owner sees it. */
export type Order = Reply<'order.get'>;
/** A line of the list of orders. */
export type ListedOrder = Reply<'order.search'>['list'][number];

/** The values of the list's filter; the first stands for no filter. */
export const orderFilters = ['All', 'PaymentPending', 'PaymentSuccessful', 'PaymentExpired'] as const;
export type OrderFilter = (typeof orderFilters)[number];

const pageSize = 10;

/** A page of the account's orders, newest first. */
export const orderList = (language: Language, { page, filter }: { page: number; filter: OrderFilter }) =>
  queryOptions({
    queryKey: ['order', 'list', language, filter, page],
    queryFn: ({ signal }) =>
      api(
        'order.search',
        {
          body: {
            pageIndex: page,
            pageSize,
            sorts: [{ field: 'createdAt' as const, desc: true }],
            filters: filter === 'All' ? [] : [{ field: 'status' as const, value: filter }],
          },
        },
        { signal },
      ),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** One order; asked for again when the window comes back, so that its countdown is the server's (S-9). */
export const orderById = (language: Language, id: string) =>
  queryOptions({
    queryKey: ['order', 'one', language, id],
    queryFn: ({ signal }) => api('order.get', { params: { id } }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** Something happened to an order: every answer about orders and exams is asked for again. */
export const ordersChanged = (): Promise<void> => askAgain('order', 'exam');

/** The page of an order: that of a post-test service has its own address (routes.tsv). */
export function orderUrl({ id, category }: { id: string; category: string }): string {
  return category === 'PostTest' ? `/candidate/order/posttest/${id}` : `/candidate/order/${id}`;
}

/** The page that says what came of an order's payment. */
export function resultUrl({ id, category }: { id: string; category: string }): string {
  return `${category === 'PostTest' ? '/post-test-payment-success' : '/payment-success'}?orderId=${id}`;
}

/** The page on which an order is paid. */
export function payUrl(orderId: string): string {
  return `/payment/pay?orderId=${orderId}`;
}
