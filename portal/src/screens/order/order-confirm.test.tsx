// @vitest-environment jsdom
import type { Reply, Request } from '@exam/contract/client';
import { wire } from '@exam/contract/wire';
import { detailOf, named, pressNamed } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { cartWords } from '../../messages/cart.ts';
import { orderWords } from '../../messages/order.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
const orderId = '0b6f0a52-6a2e-4c1a-9c55-0000000000aa';

/** The price of two registrations, 500 each unless told otherwise. */
function priceOf(ids: readonly string[], each = 50_000): Reply<'application.price'> {
  const price = portal().example('application.price', { choice: 0, rows: 1 });
  const [line] = price.lines;
  if (!line) throw new Error('The example has no line.');
  const lines = ids.map((applicationId) => ({ ...line, applicationId, payAmount: each }));
  return { ...price, lines, totalPayAmount: each * ids.length };
}

/** Opens the confirmation of everything in a cart of two. */
async function openConfirmation() {
  const cart = portal().example('application.cart');
  const list = cart.list.map((line) => ({ ...line, applicationStatus: 'Initiated' as const, problem: null }));
  const ids = list.map(({ applicationId }) => applicationId);
  portal().says('application.cart', () => ({ ...cart, list, pageCount: 1 }));
  portal().says('application.price', () => priceOf(ids));
  const { confirm } = await orderWords.load('en');
  const page = await open(portal(), `/candidate/order/confirm?ids=${ids.join(',')}`);
  return { page, ids, words: confirm, submit: () => pressNamed(portal(), page, confirm.submit) };
}

describe('the confirmation of an order', () => {
  it.each([
    ['to its payment', false, `/payment/pay?orderId=${orderId}`],
    ['past it when there is nothing to pay', true, `/payment-success?orderId=${orderId}`],
  ])('orders what it shows at the price that it shows, and leads %s', async (_, isNocharge, address) => {
    const { ids, submit } = await openConfirmation();
    portal().says('order.place', () => ({ id: orderId, code: 'O1', amount: 100_000, isNocharge }));

    await submit();

    expect(portal().sent).toMatchObject([
      { name: 'order.place', wrong: null, body: { applicationIds: ids, totalPayAmount: 100_000 } },
    ]);
    expect(location.pathname + location.search).toBe(address);
  });

  it('asks again when the price has changed meanwhile, with both sums and at which line, and orders at the new one [5.5]', async () => {
    const { page, ids, words, submit } = await openConfirmation();
    const { discounts, ...fresh } = priceOf(ids, 60_000);
    const details = { ...fresh, totalDiscountAmount: fresh.totalDiscountAmount + 5000 };
    portal().refuses('order.place', 409, { code: 'PRICE_CHANGED', details });
    const { summary } = await cartWords.load('en');
    const discount = () => detailOf(page, summary.discount(discounts[0]?.discountProductName ?? ''));
    const discountBefore = discount();

    await submit();
    const told = page.textContent;
    await submit();

    expect(told).toContain(words.priceChangedText({ before: '¥1,000.00', now: '¥1,200.00' }));
    expect([discountBefore, discount()].map((each) => each !== undefined)).toEqual([true, false]);
    expect(told.split(words.changedLine).length - 1).toBe(2);
    expect(portal().sent.map(({ body }) => body)).toMatchObject([
      { totalPayAmount: 100_000 },
      { totalPayAmount: 120_000 },
    ]);
    expect(new Set(portal().sent.map(({ key }) => key)).size).toBe(2);
  });

  it.each([
    ['the same order is sent again after an answer that was lost', null, 1],
    ['the same order is sent again where nobody had time for it', 503, 1],
    ['another order is sent after a refusal', 409, 2],
  ])('%s [S-5]', async (_, status, orders) => {
    const { submit } = await openConfirmation();
    portal().says('order.place', () => {
      throw new TypeError('The connection was lost.');
    });
    if (status !== null) portal().refuses('order.place', status, { code: status === 409 ? 'SEATS' : 'BUSY' });

    await submit();
    await submit();

    const keys = portal().sent.map(({ key }) => key);
    expect([keys.length, new Set(keys).size, keys.includes(null)]).toEqual([2, orders, false]);
  });

  it('says at which line a seat is missing, and leads back to the cart', async () => {
    const { page, ids, words, submit } = await openConfirmation();
    portal().refuses('order.place', 409, { code: 'SEATS', fieldCodes: { [`applicationIds.${ids[1]}`]: 'SEATS' } });

    await submit();

    const rows = [...page.querySelectorAll('tbody tr')].map(({ textContent }) =>
      textContent.includes(words.lines.SEATS),
    );
    expect(rows).toEqual([false, true]);
    expect(named(page, words.leaveOut)?.getAttribute('href')).toBe(`/candidate/order/confirm?ids=${ids[0]}`);
    expect(named(page, words.toOrders)).toBeUndefined();
    expect(page.textContent).not.toContain(words.priceChanged);
    expect(named(page, words.back)?.getAttribute('href')).toBe('/candidate/shopping-cart');
  });

  it('is of what can be ordered: says how many have gone since, and orders each of the others once, however often it is pressed [S-5]', async () => {
    const { words } = await openConfirmation();
    const cart = portal().example('application.cart', { choice: 0, rows: 4 });
    const [full, ordered, stopped, ready] = cart.list.map((line) => ({
      ...line,
      applicationStatus: 'Initiated' as const,
      problem: null,
    }));
    const list = [
      { ...full!, problem: 'SESSION_FULL' },
      { ...ordered!, applicationStatus: wire.applicationStatus.Submitted },
      { ...stopped!, problem: 'SALES_ENDED' },
      ready!,
    ];
    const ids = list.map(({ applicationId }) => applicationId);
    portal().says('application.cart', () => ({ ...cart, list, pageCount: 1 }));
    portal().says('application.price', () => priceOf([ids[0]!, ids[3]!]));

    const page = await open(portal(), `/candidate/order/confirm?ids=${[...ids, ids[3], 'nothing'].join(',')}`);
    const told = page.textContent;
    named(page, words.submit)?.click();
    await pressNamed(portal(), page, words.submit);

    expect(told).toContain(words.some(2));
    expect(portal().sent.map(({ body }) => body)).toMatchObject([{ applicationIds: [ids[0], ids[3]] }]);
  });

  it('looks for its registrations on every page of the cart, until it has them all', async () => {
    const { words } = await openConfirmation();
    const cart = portal().example('application.cart');
    const list = cart.list.map((line) => ({ ...line, applicationStatus: 'Initiated' as const, problem: null }));
    const [first = '', second = ''] = list.map(({ applicationId }) => applicationId);
    portal().says('application.cart', ({ pageIndex }: Request<'application.cart'>['body']) => ({
      ...cart,
      list: list.slice((pageIndex ?? 1) - 1, pageIndex),
      pageCount: 3,
    }));
    const pages = async (...ids: string[]) => {
      portal().forget();
      const page = await open(portal(), `/candidate/order/confirm?ids=${ids.join(',')}`);
      const isWhole = page.textContent.includes(words.count(ids.length));
      return [isWhole, portal().read.filter((name) => name === 'application.cart').length];
    };

    expect([await pages(first), await pages(first, second), await pages(second)]).toEqual([
      [true, 1],
      [true, 2],
      [true, 2],
    ]);
  });

  it('of nothing that is still in the cart leads back to the cart or to the orders', async () => {
    const { words } = await openConfirmation();

    const page = await open(portal(), `/candidate/order/confirm?ids=${orderId}`);

    expect(page.textContent).toContain(words.nothingText);
    expect(page.textContent).not.toContain(words.intro);
    expect(named(page, words.toOrders)?.getAttribute('href')).toBe('/candidate/order');
  });

  it('says of too many unpaid orders where they are', async () => {
    const { page, words, submit } = await openConfirmation();
    portal().refuses('order.place', 409, { code: 'ORDER_LIMIT' });

    await submit();

    expect(named(page, words.toOrders)?.getAttribute('href')).toBe('/candidate/order?status=PaymentPending');
    expect(named(page, words.leaveOut)).toBeUndefined();
  });
});
