import type { Language } from '@exam/ui/i18n';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { type CartLine, cartPrice } from '../cart/cart-data.ts';

/** A line that is about to be ordered. */
export type ConfirmLine = CartLine;

const wholePage = 100;

/** These lines of the cart as it is now, in the order of the cart; those that are gone or cannot be ordered are left out. */
export const confirmLines = (language: Language, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['cart', 'confirm', language, ...ids],
    queryFn: async ({ signal }) => {
      const found: CartLine[] = [];
      for (let pageIndex = 1, pageCount = 1; pageIndex <= pageCount && found.length < ids.length; pageIndex++) {
        const page = await api('application.cart', { body: { pageIndex, pageSize: wholePage } }, { signal });
        found.push(...page.list.filter((line) => ids.includes(line.applicationId) && isWaiting(line)));
        pageCount = page.pageCount;
      }
      return found;
    },
    staleTime: 0,
    refetchOnMount: 'always',
  });

/** What these lines cost when the page that orders them is opened: asked then, and never replaced unseen by a newer price (5.5). */
export const confirmPrice = (language: Language, ids: string[]) =>
  queryOptions({
    ...cartPrice(language, ids),
    queryKey: ['cart', 'confirm', 'price', language, ...ids],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** A full session is left to the order, which says the sentence about seats. */
function isWaiting(line: CartLine): boolean {
  return line.applicationStatus === 'Initiated' && (line.problem === null || line.problem === 'SESSION_FULL');
}
