// @vitest-environment jsdom
import { detailOf, named, pressNamed } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { fapiaoWords } from '../../messages/fapiao.ts';
import { orderWords } from '../../messages/order.ts';
import { open, usePortal } from '../../testing/site.ts';
import type { Order } from '../../page/order-data.ts';

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

  it('has a fapiao once something was paid, and the time left while it can be paid', async () => {
    const [fapiao, { payWithin }] = [await fapiaoWords.load('en'), await orderWords.load('en')];
    const read = async (order: Partial<Order>) => {
      const page = await openOrder(order);
      const titles = [...page.querySelectorAll('h2')].map(({ textContent }) => textContent);
      return [titles.includes(fapiao.title), page.textContent.includes(payWithin)];
    };

    expect(await read({ status: 'PaymentSuccessful', actualPayAmount: 1, secondsRemaining: 300 })).toEqual([
      true,
      false,
    ]);
    expect(await read({ status: 'PaymentSuccessful', actualPayAmount: 0 })).toEqual([false, false]);
    expect(await read({ actualPayAmount: 1, secondsRemaining: 300 })).toEqual([false, true]);
    expect(await read({ secondsRemaining: 0 })).toEqual([false, false]);
  });

  it('says why it cannot be paid: too late, ended, being paid; and of a service where it has gone', async () => {
    const { detail } = await orderWords.load('en');
    const reasons = [detail.tooLate, detail.inProgress, detail.expired, detail.expiredService];
    const states: [Partial<Order>, string[]][] = [
      [{ canPay: true }, []],
      [{}, [detail.tooLate]],
      [{ isPaymentInProgress: true }, [detail.inProgress]],
      [{ status: 'PaymentExpired' }, [detail.expired]],
      [{ status: 'PaymentExpired', category: 'PostTest' }, [detail.expiredService]],
      [{ status: 'PaymentSuccessful' }, []],
    ];
    for (const [order, told] of states) {
      const { textContent } = await openOrder(order);
      expect(reasons.filter((each) => textContent.includes(each))).toEqual(told);
    }
  });

  it('is given up or deleted once its owner has said so again, which tells what that means', async () => {
    const words = await orderWords.load('en');
    const dialog = () => document.querySelector('dialog[open]')!;

    const pending = await openOrder({ canGiveUp: true, canDelete: true });
    await pressNamed(portal(), pending, words.giveUp);
    const ofExam = dialog().textContent;
    await pressNamed(portal(), dialog(), words.giveUp);
    await pressNamed(portal(), pending, words.remove);
    const ofPending = dialog().textContent;
    const service = await openOrder({ canGiveUp: true, category: 'PostTest' });
    await pressNamed(portal(), service, words.giveUp);
    const ofService = dialog().textContent;
    const ended = await openOrder({ canDelete: true, status: 'PaymentExpired' });
    await pressNamed(portal(), ended, words.remove);
    const ofEnded = dialog().textContent;
    await pressNamed(portal(), dialog(), words.remove);

    const { id } = portal().example('order.get');
    expect(portal().sent).toMatchObject([
      { name: 'order.giveUp', address: expect.stringContaining(`${id}/status/PaymentExpired`) },
      { name: 'order.delete', address: expect.stringContaining(id) },
    ]);
    expect([ofExam, ofService].map((told) => told.includes(words.giveUpSure))).toEqual([true, false]);
    expect(ofService).toContain(words.giveUpSureService);
    expect([ofPending, ofEnded].map((told) => told.includes(words.removeHint))).toEqual([true, false]);
    expect(location.pathname).toBe('/candidate/order');
  });

  it.each([
    ['what is in the cart again, and why not the rest', 1],
    ['that nothing is', 0],
  ])('ordered again says %s [R-49]', async (_, count) => {
    const { reorder } = await orderWords.load('en');
    const outcome = portal().example('application.reorder');
    const { id } = portal().example('order.get');
    portal().says('application.reorder', () => ({
      cloned: outcome.cloned.slice(0, count),
      skipped: outcome.skipped.slice(count).map((each) => ({ ...each, userMessage: 'The exam is full.' })),
    }));
    const page = await openOrder({ canReorder: true });

    await pressNamed(portal(), page, reorder.action);

    const dialog = document.querySelector('dialog[open]')!;
    expect(dialog.textContent.includes(reorder.noneCloned)).toBe(count === 0);
    expect(dialog.textContent.includes(reorder.cloned(1))).toBe(count === 1);
    expect(named(dialog, reorder.toCart) === undefined).toBe(count === 0);
    expect(dialog.querySelectorAll('li')).toHaveLength(2 - count);
    expect(portal().sent).toMatchObject([
      { name: 'application.reorder', address: expect.stringContaining(`?orderId=${id}`) },
    ]);
  });

  it('has each line at its own fees, less the discount of its group, and leads to what has been paid', async () => {
    const { detail } = await orderWords.load('en');
    const [item] = portal().example('order.get').orderItems;
    const fees = { localFeeAmount: 80_000, boardFeeAmount: 0, otherFeeAmount: 0, vat: 4800, lateEntryChargeAmount: 0 };
    const orderItems = [0, 5000].map((tierDiscountAmount, at) => ({
      ...item!,
      ...fees,
      id: `0b6f0a52-6a2e-4c1a-9c55-00000000000${at}`,
      totalAmount: 84_800,
      tierDiscountAmount,
      tierCount: 5,
    }));
    const terms = [detail.localFee, detail.boardFee, detail.vat, detail.lateEntry, detail.lineTotal, detail.tier(5)];
    const linesOf = (page: ParentNode) => [...page.querySelectorAll('section li')];

    const unpaid = linesOf(await openOrder({ orderItems: orderItems.map((each) => ({ ...each, testDate: null })) }));
    const read = unpaid.map((line) => terms.map((term) => detailOf(line, term)));
    const ways = [unpaid[0]?.querySelector('a')];
    const [codes, dated] = [[] as unknown[], [unpaid[0]?.querySelector('time')]];
    for (const category of ['Public', 'PostTest'] as const) {
      const page = await openOrder({ orderItems, category, status: 'PaymentSuccessful' });
      const [line] = linesOf(page);
      ways.push(line?.querySelector('a'));
      dated.push(line?.querySelector('time'));
      codes.push([page.querySelector('#order-lines')?.textContent, ways.at(-1)?.textContent]);
    }

    const plain = ['¥800.00', undefined, '¥48.00', undefined];
    expect(read).toEqual([
      [...plain, '¥848.00', undefined],
      [...plain, '¥798.00', '¥50.00'],
    ]);
    const code = item?.applicationCode ?? '';
    expect(codes).toEqual([
      [detail.registrations, detail.examCode(code)],
      [detail.services, detail.requestCode(code)],
    ]);
    expect(dated.map((each) => each !== undefined && each !== null)).toEqual([false, true, true]);
    expect(ways.map((way) => way?.getAttribute('href'))).toEqual([
      undefined,
      `/candidate/application/${item?.applicationId}`,
      `/candidate/posttestservice/${item?.applicationId}`,
    ]);
  });
});
