// @vitest-environment jsdom
import type { Request } from '@exam/contract/client';
import { wire } from '@exam/contract/wire';
import { detailOf, named, press, pressNamed } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { cartWords } from '../../messages/cart.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
const confirm = '/candidate/order/confirm';
const texts = (place: ParentNode, selector: string) =>
  [...place.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** A cart of two registrations that cost 1,000 each alone, and 900 and 800 when they are ordered together. @returns their ids. */
function givenTwoInCart(problem: string | null = null): string[] {
  const cart = portal().example('application.cart');
  const list = cart.list.map((line, at) => ({ ...line, problem: at === 0 ? problem : null, payAmount: 100_000 }));
  portal().says('application.cart', () => ({ ...cart, list }));
  const price = portal().example('application.price', { choice: 0, rows: 1 });
  portal().says('application.price', ({ applicationIds }: Request<'application.price'>['body']) => {
    const amounts = applicationIds.length > 1 ? [90_000, 80_000] : [100_000];
    const lines = applicationIds.map((id, at) => ({ ...price.lines[0]!, applicationId: id, payAmount: amounts[at]! }));
    return { ...price, lines, totalPayAmount: amounts.reduce((sum, each) => sum + each, 0) };
  });
  return list.map(({ applicationId }) => applicationId);
}

describe('the cart', () => {
  it('says of a guardian with a number of their own that they are asked, and of no other [PIPL-31]', async () => {
    const words = await cartWords.load('en');
    const cart = portal().example('application.cart');
    const told = [];
    for (const asksGuardian of [true, false]) {
      portal().says('application.cart', () => ({
        ...cart,
        list: cart.list.map((line) => ({ ...line, asksGuardian })),
      }));
      told.push((await open(portal(), '/candidate/shopping-cart')).textContent.includes(words.asksGuardian));
    }

    expect(told).toEqual([true, false]);
  });

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
    const none = [look().order, page.textContent.includes(words.summary.none)];
    await pressNamed(portal(), page, words.chooseAll);

    expect(both).toEqual({
      lines: ['¥900.00', '¥800.00'],
      total: ['¥1,700.00'],
      order: `${confirm}?ids=${first},${second}`,
    });
    expect(one).toEqual({ lines: ['¥1,000.00', '¥1,000.00'], total: ['¥1,000.00'], order: `${confirm}?ids=${second}` });
    expect(none).toEqual([undefined, true]);
    expect(look()).toEqual(both);
  });

  it('says what is short and what is late: few seats, until when, a charge, a discount', async () => {
    const words = await cartWords.load('en');
    const cart = portal().example('application.cart');
    const [line] = cart.list;
    const list = [0, 1, 3, 4].map((freeSeats, at) => ({
      ...line!,
      applicationId: `0b6f0a52-6a2e-4c1a-9c55-00000000000${at}`,
      problem: null,
      publishEndTime: '2026-12-01T09:00:00.000Z',
      lateEntryChargeAmount: at === 0 ? 0 : 5000,
      freeSeats,
    }));
    const price = portal().example('application.price');
    const discounts = [0, 1].map((discountAmount, at) => ({
      ...price.discounts[0]!,
      discountProductName: `Exam ${at}`,
      discountAmount,
    }));
    portal().says('application.cart', () => ({ ...cart, list }));
    portal().says('application.price', () => ({ ...price, discounts, totalLateEntryChargeAmount: 0 }));

    const page = await open(portal(), '/candidate/shopping-cart');

    const lines = [...page.querySelectorAll('li')].filter((each) => each.querySelector('input') !== null);
    const read = (at: number) => lines[at]?.textContent ?? '';
    expect([0, 1, 2, 3].map((at) => /\d seats? left/.exec(read(at))?.[0])).toEqual([
      undefined,
      '1 seat left',
      '3 seats left',
      undefined,
    ]);
    expect(read(0)).toContain('Registration ends');
    expect([0, 1].map((at) => read(at).includes(words.lateEntry('¥50.00')))).toEqual([false, true]);
    expect(read(0)).not.toContain(words.lateEntry(''));
    expect(texts(page, 'dt')).not.toContain(words.summary.lateEntry);
    expect([0, 1].map((at) => detailOf(page, words.summary.discount(`Exam ${at}`)))).toEqual([undefined, '-¥0.01']);
  });

  it('deletes a registration once that was said again; one that cannot be deleted is asked about no more [R-51]', async () => {
    const words = await cartWords.load('en');
    const [first] = givenTwoInCart();
    const page = await open(portal(), '/candidate/shopping-cart');
    const question = () => document.querySelector('dialog[open]');
    const remove = async () => {
      await press(portal(), page.querySelector<HTMLElement>(`li [aria-label^="${words.remove}"]`)!);
      const before = portal().sent.length;
      await pressNamed(portal(), question()!, words.remove);
      return [before, portal().sent.length, question()];
    };

    portal().refuses('application.delete', 409, { code: 'ILLEGAL_STATE', userMessage: 'It was ordered.' });
    expect(await remove()).toEqual([0, 1, null]);
    expect(document.body.textContent).toContain('It was ordered.');
    portal().says('application.delete', () => null);
    expect(await remove()).toEqual([1, 2, null]);
    expect(portal().sent.map(({ address }) => address.includes(first!))).toEqual([true, true]);
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
