// @vitest-environment jsdom
import type { Request } from '@exam/contract/client';
import { wire } from '@exam/contract/wire';
import { named, press } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { cartWords } from '../../messages/cart.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
const confirm = '/candidate/order/confirm';
const texts = (place: ParentNode, selector: string) =>
  [...place.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** A cart of two registrations that cost 1,000 each, and 900 each when they are ordered together. @returns their ids. */
function givenTwoInCart(problem: string | null = null): string[] {
  const cart = portal().example('application.cart');
  const list = cart.list.map((line, at) => ({ ...line, problem: at === 0 ? problem : null, payAmount: 100_000 }));
  portal().says('application.cart', () => ({ ...cart, list }));
  const price = portal().example('application.price', { choice: 0, rows: 1 });
  portal().says('application.price', ({ applicationIds }: Request<'application.price'>['body']) => {
    const payAmount = applicationIds.length > 1 ? 90_000 : 100_000;
    const lines = applicationIds.map((applicationId) => ({ ...price.lines[0]!, applicationId, payAmount }));
    return { ...price, lines, totalPayAmount: payAmount * lines.length };
  });
  return list.map(({ applicationId }) => applicationId);
}

describe('the cart', () => {
  it('leads to an order of the chosen registrations alone, each at what it costs among them [R-51]', async () => {
    const words = await cartWords.load('en');
    const [first, second] = givenTwoInCart();
    const page = await open(portal(), '/candidate/shopping-cart');
    const look = () => ({
      lines: texts(page, 'li .font-bold.text-lg'),
      total: texts(page, 'dd .text-xl'),
      order: named(page, words.summary.confirm)?.getAttribute('href'),
    });

    const both = look();
    await press(portal(), page.querySelector<HTMLElement>('li input[type=checkbox]')!);
    const one = look();
    await press(portal(), page.querySelectorAll<HTMLElement>('li input[type=checkbox]')[1]!);

    expect(both).toEqual({
      lines: ['¥900.00', '¥900.00'],
      total: ['¥1,800.00'],
      order: `${confirm}?ids=${first},${second}`,
    });
    expect(one).toEqual({ lines: ['¥1,000.00', '¥1,000.00'], total: ['¥1,000.00'], order: `${confirm}?ids=${second}` });
    expect([look().order, page.textContent.includes(words.summary.none)]).toEqual([undefined, true]);
  });

  it('orders nothing that has something in its way, and says what', async () => {
    const words = await cartWords.load('en');
    const [, second] = givenTwoInCart('SESSION_FULL');
    const page = await open(portal(), '/candidate/shopping-cart');

    expect(page.querySelectorAll('li input[type=checkbox]')).toHaveLength(1);
    expect(page.textContent).toContain(words.problems.SESSION_FULL);
    expect(named(page, words.summary.confirm)?.getAttribute('href')).toBe(`${confirm}?ids=${second}`);
  });
});

describe('a registration of the cart', () => {
  const address = '/candidate/shopping-cart/application/0b6f0a52-6a2e-4c1a-9c55-2f5a3d1e7a10';

  it.each([
    ['en', 'Bring a pencil.'],
    ['zh', '请自备铅笔。'],
  ] as const)('shows the notice of its exam in the language of the reader, %s', async (language, notice) => {
    const given = portal().example('application.get');
    const examInfo = { ...given.examInfo, specialNoticeEn: 'Bring a pencil.', specialNoticeCn: '请自备铅笔。' };
    portal().says('application.get', () => ({ ...given, status: 'Initiated', examInfo }));

    const page = await open(portal(), address, language);

    expect(['Bring a pencil.', '请自备铅笔。'].filter((each) => page.textContent.includes(each))).toEqual([notice]);
  });

  it('that was ordered leads to its registration and to its order, and cannot be changed any more', async () => {
    const words = await cartWords.load('en');
    const given = portal().example('application.get');
    const payment = { orderId: '0b6f0a52-6a2e-4c1a-9c55-0000000000aa', orderCode: 'O1', paidAt: null };
    portal().says('application.get', () => ({ ...given, status: wire.applicationStatus.Submitted, payment }));

    const page = await open(portal(), address);

    const ways = [words.page.toExam, words.page.toOrder].map((name) => named(page, name)?.getAttribute('href'));
    expect(ways).toEqual([`/candidate/application/${given.id}`, `/candidate/order/${payment.orderId}`]);
    expect(page.textContent).toContain(words.page.notInCart);
    expect(named(page, words.page.againAction)).toBeUndefined();
  });
});
