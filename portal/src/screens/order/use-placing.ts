import { newIdempotencyKey } from '@exam/ui/app';
import { CallError } from '@exam/contract/client';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, queryClient } from '../../app/api.ts';
import { cartChanged } from '../../app/session/session.ts';
import type { CartPrice } from '../cart/cart-data.ts';
import { ordersChanged, payUrl } from '../../page/order-data.ts';

const placingKey = ['veil', 'order'];

/** Why the order was refused, and which lines by code, by application id. */
export type Refusal = { code: string; userMessage: string; lines: Readonly<Record<string, string>> };

export type Placing = {
  /** The breakdown the server gave with PRICE_CHANGED; null before. */
  price: CartPrice | null;
  /** What the person saw before that. */
  priceBefore: CartPrice | null;
  refusal: Refusal | null;
  isPending: boolean;
  submit: (totalPayAmount: number) => void;
};

/**
 * Ordering (9.4 #1): the total is the one on show; a different price comes back with its breakdown and is asked about again (5.5).
 * One key for one act: it outlives a lost answer and ends with any other (S-5).
 */
export function usePlacing(applicationIds: string[], asked: CartPrice | undefined): Placing {
  const navigate = useNavigate();
  const key = useRef<string | null>(null);
  const [price, setPrice] = useState<{ now: CartPrice; before: CartPrice } | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const shown = price?.now ?? asked;
  const place = useMutation({
    mutationKey: placingKey,
    mutationFn: (totalPayAmount: number) => {
      key.current ??= newIdempotencyKey();
      return api('order.place', { body: { applicationIds, totalPayAmount } }, { idempotencyKey: key.current });
    },
    onSuccess: async (placed) => {
      await navigate(placed.isNocharge ? `/payment-success?orderId=${placed.id}` : payUrl(placed.id), {
        replace: true,
      });
      // This page may still be on show while the next is fetched: it must not ask for the price of lines that have gone.
      queryClient.removeQueries({ queryKey: ['cart', 'confirm'] });
      await Promise.all([cartChanged(), ordersChanged()]);
    },
    onError: (error) => {
      if (!(error instanceof CallError) || error.problem.status === 0 || error.problem.status >= 500) return;
      key.current = null;
      const { code, userMessage, fields = {}, details } = error.problem;
      const fresh = code === 'PRICE_CHANGED' && shown !== undefined ? readPrice(details, shown) : null;
      if (fresh !== null && shown !== undefined) setPrice({ now: fresh, before: shown });
      setRefusal({ code, userMessage, lines: linesOf(fields) });
    },
  });
  return {
    price: price?.now ?? null,
    priceBefore: price?.before ?? null,
    refusal,
    isPending: place.isPending,
    submit: (total) => {
      // Asked of the mutations themselves: a second click may come before this component knows of the first.
      if (queryClient.isMutating({ mutationKey: placingKey }) > 0) return;
      setRefusal(null);
      place.mutate(total);
    },
  };
}

/** The new breakdown; discounts by product are not part of it, so they are one line each only where they did not change. */
function readPrice(details: object | undefined, before: CartPrice): CartPrice | null {
  if (!isBreakdown(details)) return null;
  return {
    ...details,
    discounts: details.totalDiscountAmount === before.totalDiscountAmount ? before.discounts : [],
  };
}

function isBreakdown(details: object | undefined): details is Omit<CartPrice, 'discounts'> {
  return details !== undefined && 'totalPayAmount' in details && 'lines' in details && Array.isArray(details.lines);
}

function linesOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  const lines = Object.entries(fields).filter(([path]) => path.startsWith('applicationIds.'));
  return Object.fromEntries(lines.map(([path, code]) => [path.slice('applicationIds.'.length), code]));
}
