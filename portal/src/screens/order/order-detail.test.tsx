// @vitest-environment jsdom
import { detailOf, named } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { orderWords } from '../../messages/order.ts';
import { open, usePortal } from '../../testing/site.ts';
import type { Order } from './order-data.ts';

const portal = usePortal();

/** Opens an order: unpaid, nothing may be done with it, and as told. */
async function openOrder(order: Partial<Order>): Promise<HTMLElement> {
  const given = portal().example('order.get');
  const nothing = { canPay: false, canReorder: false, canGiveUp: false, canDelete: false, isPaymentInProgress: false };
  const unpaid = { ...given, ...nothing, status: 'PaymentPending' as const, isFullyRefunded: false };
  portal().says('order.get', () => ({ ...unpaid, ...order }));
  return await open(portal(), `/candidate/order/${given.id}`);
}

/** The sums of an order, apart from the fees of its lines. */
const amountsOf = (page: ParentNode, heading: string) =>
  [...page.querySelectorAll('h2')].find(({ textContent }) => textContent === heading)?.parentElement ?? page;

describe('the page of an order', () => {
  it('offers what the server says, and nothing else', async () => {
    const words = await orderWords.load('en');
    const all = {
      canPay: words.pay,
      canReorder: words.reorder.action,
      canGiveUp: words.giveUp,
      canDelete: words.remove,
    };
    const offered = [];
    for (const may of [{}, ...Object.keys(all).map((right) => ({ [right]: true }))]) {
      const page = await openOrder(may);
      offered.push(Object.entries(all).flatMap(([right, name]) => (named(page, name) ? [right] : [])));
    }

    expect(offered).toEqual([[], ...Object.keys(all).map((right) => [right])]);
  });

  it('adds its sums up before the reader: late entry and discount where there are any, what was paid once it is', async () => {
    const { detail } = await orderWords.load('en');
    const sums = { originalAmount: 100_000, lateEntryChargeAmount: 20_000, tierDiscountAmount: 5000 };
    const totals = { totalAmount: 120_000, payAmount: 115_000, actualPayAmount: 115_000 };
    const terms = [detail.original, detail.lateEntry, detail.total, detail.discount, detail.pay, detail.actualPay];

    const paid = await openOrder({ ...sums, ...totals, status: 'PaymentSuccessful' });
    const ofPaid = terms.map((term) => detailOf(amountsOf(paid, detail.amounts), term));
    const plain = await openOrder({
      ...sums,
      ...totals,
      lateEntryChargeAmount: 0,
      tierDiscountAmount: 0,
      totalAmount: 100_000,
      payAmount: 100_000,
    });
    const ofPlain = terms.map((term) => detailOf(amountsOf(plain, detail.amounts), term));

    expect(ofPaid).toEqual(['¥1,000.00', '¥200.00', '¥1,200.00', '-¥50.00', '¥1,150.00', '¥1,150.00']);
    expect(ofPlain).toEqual(['¥1,000.00', undefined, undefined, undefined, '¥1,000.00', undefined]);
  });

  it('says how it stands: paid, given back, ended, being paid', async () => {
    const { status } = await orderWords.load('en');
    const states: [Partial<Order>, string][] = [
      [{}, status.PaymentPending],
      [{ isPaymentInProgress: true }, status.inProgress],
      [{ status: 'PaymentSuccessful' }, status.PaymentSuccessful],
      [{ status: 'PaymentSuccessful', isFullyRefunded: true }, status.refunded],
      [{ status: 'PaymentExpired' }, status.PaymentExpired],
    ];
    for (const [order, word] of states) {
      const page = await openOrder(order);
      expect(page.querySelector('h1')?.parentElement?.textContent).toContain(word);
    }
  });
});
