// @vitest-environment jsdom
import type { Reply } from '@exam/contract/client';
import { named, press, pressNamed } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { paymentWords } from '../../messages/payment.ts';
import { open, usePortal } from '../../testing/site.ts';
import type { Order } from '../order/order-data.ts';

const portal = usePortal();
const options: Reply<'payment.types'> = [
  { paymentType: 'ALI_SCANCODE_PAY', group: 'Scan', flow: 'qr' },
  { paymentType: 'B2C', group: 'Bank', flow: 'page' },
];

/** Opens the payment of an order of 1,000 that can be paid, or as told. */
async function openPayment(order: Partial<Order> = {}, ways = options): Promise<HTMLElement> {
  const given = portal().example('order.get');
  const payable = {
    status: 'PaymentPending' as const,
    category: 'Public' as const,
    canPay: true,
    isPaymentInProgress: false,
  };
  portal().says('order.get', () => ({ ...given, ...payable, canGiveUp: false, payAmount: 100_000, ...order }));
  portal().says('payment.types', () => ways);
  return await open(portal(), `/payment/pay?orderId=${given.id}`);
}

describe('the payment of an order', () => {
  it('is started by the way that was chosen; without a choice nothing is sent', async () => {
    const words = await paymentWords.load('en');
    const page = await openPayment();

    await pressNamed(portal(), page, words.pay('¥1,000.00'));
    const before = [portal().sent.length, page.textContent.includes(words.chooseFirst)];
    await press(portal(), page.querySelector<HTMLElement>('input[value=B2C]')!);
    await pressNamed(portal(), page, words.pay('¥1,000.00'));

    expect(before).toEqual([0, true]);
    expect(portal().sent).toMatchObject([{ name: 'payment.start', wrong: null, body: { paymentType: 'B2C' } }]);
    expect(portal().sent[0]?.key).not.toBeNull();
  });

  it('takes the only way there is as chosen, and says when there is none', async () => {
    const words = await paymentWords.load('en');
    const one = await openPayment({}, options.slice(0, 1));
    await pressNamed(portal(), one, words.pay('¥1,000.00'));
    const none = await openPayment({}, []);

    expect(portal().sent).toMatchObject([{ body: { paymentType: 'ALI_SCANCODE_PAY' } }]);
    expect(none.textContent).toContain(words.noTypes);
  });

  it.each([
    ['of an ended order leads to another one', { status: 'PaymentExpired', canPay: false }, 'expired'],
    ['under way asks the channel and offers no second one', { canPay: false, isPaymentInProgress: true }, 'inProgress'],
    ['in its last minute cannot be begun any more', { canPay: false }, 'tooLate'],
  ] as const)('%s', async (_, order, state) => {
    const words = await paymentWords.load('en');
    const page = await openPayment(order);

    const titles = (['expired', 'inProgress', 'tooLate'] as const).filter((each) =>
      page.textContent.includes(words[each].title),
    );
    expect(titles).toEqual([state]);
    expect(named(page, words.pay('¥1,000.00'))).toBeUndefined();
  });

  it('of a paid order is its result', async () => {
    await openPayment({ status: 'PaymentSuccessful', canPay: false });

    expect(location.pathname).toBe('/payment-success');
  });
});

describe('the result of a payment', () => {
  it.each([
    ['paid', { status: 'PaymentSuccessful' }],
    ['refunding', { status: 'PaymentExpired', refundInfo: 'Processing' }],
    ['refunded', { status: 'PaymentExpired', refundInfo: 'Completed' }],
    ['refunded', { status: 'PaymentSuccessful', isFullyRefunded: true, refundInfo: 'Completed' }],
    ['pendingTitle', {}],
  ] as const)('is called %s of %o', async (title, order) => {
    const words = await paymentWords.load('en');
    const given = portal().example('order.get');
    const state = 'refundInfo' in order ? order.refundInfo : null;
    const refundInfo = state && given.refundInfo && { ...given.refundInfo, status: state };
    const unpaid = { status: 'PaymentPending' as const, isPaymentInProgress: false, isFullyRefunded: false };
    portal().says('order.get', () => ({ ...given, ...unpaid, category: 'Public', ...order, refundInfo }));

    await open(portal(), `/payment-success?orderId=${given.id}`);

    expect(document.querySelector('h1')?.textContent).toBe(words.result[title]);
  });
});
