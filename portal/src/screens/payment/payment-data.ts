import { CallError, type Reply } from '@exam/contract/client';
import type { PaymentType } from '@exam/contract/entities';
import { readAddress } from '@exam/contract/rules';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../app/api.ts';
import { ordersChanged } from '../../page/order-data.ts';

export type PaymentOption = Reply<'payment.types'>[number];
type PaymentStart = Reply<'payment.start'>;
/** An attempt that has been started on this page, and by which way. */
export type Started = { start: PaymentStart; paymentType: PaymentType };
export type PaymentState = Reply<'payment.query'>;

/** The ways of paying that apply to this order on this device. */
export const paymentTypesOf = (orderId: string) =>
  queryOptions({
    queryKey: ['order', 'types', orderId],
    queryFn: ({ signal }) => api('payment.types', { params: { orderId } }, { signal }),
  });

/** Seconds between two questions: often at first, when people pay, then seldom, so that a forgotten page costs little. */
const pauses = [2, 3, 3, 4, 5, 7, 10, 15, 20, 30];
const idlePause = 30;

/** Nothing will change an order in this state any more, as far as its payment goes. */
function isSettled(state: PaymentState | undefined): boolean {
  return state !== undefined && state.status !== 'PaymentPending';
}

/**
 * The state of an order's payment, asked for with growing pauses until it is settled, at once when the window comes back, and never
 * while nobody looks.
 * @param options.isBusy a payment is under way: ask often
 * @param options.isReturn the person has come back from the channel (S-13)
 */
export function usePaymentState(orderId: string, options: { isBusy: boolean; isReturn?: boolean }) {
  const { isBusy, isReturn = false } = options;
  const query = useQuery({
    queryKey: ['payment', orderId, isBusy ? 'busy' : 'idle'],
    queryFn: ({ signal }) =>
      isReturn
        ? api('payment.returned', { query: {}, body: { orderId } }, { signal, isQuiet: true })
        : api('payment.query', { body: { orderId } }, { signal, isQuiet: true }),
    enabled: orderId !== '',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      if (isSettled(state.data) || isRefused(state.error)) return false;
      const answers = state.dataUpdateCount + state.errorUpdateCount;
      return (isBusy ? (pauses[answers - 1] ?? idlePause) : idlePause) * 1000;
    },
  });
  const status = query.data?.status;
  const isSignedOut = query.error instanceof CallError && query.error.problem.status === 401;
  const isInProgress = query.data?.isInProgress;
  useEffect(() => {
    // What the payment's state says of the order is news for every page about orders.
    // The quiet question does not lead to signing in; asking for the order does.
    if (status !== undefined || isSignedOut) void ordersChanged();
  }, [status, isInProgress, isSignedOut]);
  return query;
}

function isRefused(error: Error | null): boolean {
  return error instanceof CallError && [401, 403, 404].includes(error.problem.status);
}

/**
 * Leaves for the channel's page as a link does that says where it comes from: WeChat Pay serves a merchant's payment only to whoever comes from
 * the merchant's own site, and our pages tell other sites nothing by themselves.
 */
export function leaveFor(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.referrerPolicy = 'origin';
  link.click();
}

/** An address that may be opened for a payment: the channel's own page and nothing that runs here. */
export function payableUrl(address: string | null): string | null {
  const url = address === null ? null : readAddress(address);
  return url !== null && ['https:', 'http:'].includes(url.protocol) ? address : null;
}
