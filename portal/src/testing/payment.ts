import type { Reply } from '@exam/contract/client';
import type { Order } from '../page/order-data.ts';
import type { StubPortal } from './site.ts';

/** An order of 1,000 that can be paid in these ways, or as told. @returns the address of its payment. */
export function givenPayable(portal: StubPortal, ways: Reply<'payment.types'>, order: Partial<Order> = {}): string {
  const given = portal.example('order.get');
  const payable = {
    status: 'PaymentPending' as const,
    category: 'Public' as const,
    canPay: true,
    isPaymentInProgress: false,
  };
  portal.says('order.get', () => ({ ...given, ...payable, canGiveUp: false, payAmount: 100_000, ...order }));
  portal.says('payment.types', () => ways);
  return `/payment/pay?orderId=${given.id}`;
}

/** What a payment page has below its title, by its headings. */
export const headingsOf = (page: ParentNode): (string | null)[] =>
  [...page.querySelectorAll('h2')].map(({ textContent }) => textContent);
