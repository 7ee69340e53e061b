// @vitest-environment jsdom
import type { Reply } from '@exam/contract/client';
import { named, press, pressNamed } from '@exam/ui/testing';
import { act } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { paymentWords } from '../../messages/payment.ts';
import { givenPayable, headingsOf } from '../../testing/payment.ts';
import { open, usePortal } from '../../testing/site.ts';
import type { Order } from '../../page/order-data.ts';

const portal = usePortal();
const options: Reply<'payment.types'> = [
  { paymentType: 'ALI_SCANCODE_PAY', group: 'Scan', flow: 'qr' },
  { paymentType: 'B2C', group: 'Bank', flow: 'page' },
];

/** Opens the payment of an order of 1,000 that can be paid, or as told. */
const openPayment = async (order: Partial<Order> = {}, ways = options): Promise<HTMLElement> =>
  await open(portal(), givenPayable(portal(), ways, order));

describe('the payment of an order', () => {
  it('is started by the way that was chosen; without a choice nothing is sent', async () => {
    const words = await paymentWords.load('en');
    const page = await openPayment();

    const isComplaining = page.textContent.includes(words.chooseFirst);
    await pressNamed(portal(), page, words.pay('¥1,000.00'));
    const before = [isComplaining, portal().sent.length, page.textContent.includes(words.chooseFirst)];
    await press(portal(), page.querySelector<HTMLElement>('input[value=B2C]')!);
    await pressNamed(portal(), page, words.pay('¥1,000.00'));

    expect(before).toEqual([false, 0, true]);
    expect(portal().sent).toMatchObject([{ name: 'payment.start', wrong: null, body: { paymentType: 'B2C' } }]);
    expect(portal().sent[0]?.key).not.toBeNull();
  });

  it('begins with the way that was used last on this device, where it is offered', async () => {
    localStorage.removeItem('pay-way');
    const words = await paymentWords.load('en');
    const chosen = (page: ParentNode) =>
      [...page.querySelectorAll<HTMLInputElement>('input[name=way]')]
        .filter(({ checked }) => checked)
        .map(({ value }) => value);
    const first = await openPayment();
    const atFirst = chosen(first);
    await press(portal(), first.querySelector<HTMLElement>('input[value=B2C]')!);
    await pressNamed(portal(), first, words.pay('¥1,000.00'));

    const again = chosen(await openPayment());
    const elsewhere = chosen(
      await openPayment({}, [...options.slice(0, 1), { ...options[0]!, paymentType: 'WEIXIN_SCANCODE_PAY' }]),
    );
    localStorage.removeItem('pay-way');

    expect([atFirst, again, elsewhere]).toEqual([[], ['B2C'], []]);
  });

  it('has the usual ways in sight, with the group that was used last before them, and folds the others', async () => {
    localStorage.removeItem('pay-way');
    const { groups: words } = await paymentWords.load('en');
    const all: Reply<'payment.types'> = [...options, { paymentType: 'B2B', group: 'Company', flow: 'page' }];
    const shown = async () =>
      [...(await openPayment({}, all)).querySelectorAll('fieldset')].map((each) => {
        const title = each.querySelector('legend')?.textContent ?? '';
        return each.closest('details:not([open])') === null ? title : `(${title})`;
      });

    const atFirst = await shown();
    localStorage.setItem('pay-way', 'B2B');
    const again = await shown();
    localStorage.removeItem('pay-way');

    expect(atFirst).toEqual([words.Scan, `(${words.Bank})`, `(${words.Company})`]);
    expect(again).toEqual([words.Company, words.Scan, `(${words.Bank})`]);
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

  it('says of each way what it does, of a company’s transfer what it brings, and keeps them in their groups', async () => {
    const words = await paymentWords.load('en');
    const page = await openPayment({}, [
      { paymentType: 'B2B', group: 'Company', flow: 'page' },
      { paymentType: 'B2C', group: 'Bank', flow: 'page' },
      { paymentType: 'ALI_SCANCODE_PAY', group: 'Scan', flow: 'qr' },
    ]);
    const groups = [...page.querySelectorAll('fieldset')].map((each) => [
      each.querySelector('legend')?.textContent,
      each.textContent.includes(words.transfer),
    ]);

    expect(groups).toEqual([
      [words.groups.Scan, false],
      [words.groups.Bank, false],
      [words.groups.Company, true],
    ]);
    expect(page.querySelector('fieldset')?.textContent).toContain(words.flows.qr);
  });

  it('names what it is for, how many more, and the time left while there is any', async () => {
    const words = await paymentWords.load('en');
    const [item] = portal().example('order.get').orderItems;
    const two = ['0', '1'].map((at) => ({ ...item!, id: `0b6f0a52-6a2e-4c1a-9c55-00000000000${at}` }));
    const read = async (order: Partial<Order>) => {
      const page = await openPayment(order);
      return [page.textContent.includes('1 more'), page.textContent.includes(words.keeps.Public)];
    };

    expect(await read({ orderItems: two, secondsRemaining: 300 })).toEqual([true, true]);
    expect(await read({ orderItems: two.slice(1), secondsRemaining: 300 })).toEqual([false, true]);
    expect(await read({ orderItems: two.slice(1), secondsRemaining: 0 })).toEqual([false, false]);
    expect(await read({ orderItems: [], secondsRemaining: 300 })).toEqual([false, true]);
  });

  it.each(['en', 'zh'] as const)(
    'names it in the language of the reader, with its day where it has one, %s',
    async (language) => {
      const [item] = portal().example('order.get').orderItems;
      const names = {
        productNameEn: 'Speaking',
        productNameCn: '口语',
        subjectNameEn: 'Part one',
        subjectNameCn: '第一部分',
      };
      const texts = [];
      for (const testDate of ['2026-12-20', null]) {
        const address = givenPayable(portal(), options, { orderItems: [{ ...item!, ...names, testDate }] });
        texts.push((await open(portal(), address, language)).textContent);
      }

      const name = { en: 'Speaking · Part one', zh: '口语 · 第一部分' }[language];
      const day = { en: '20 Dec', zh: '12月20日' }[language];
      expect(texts.map((each) => [each.includes(name), each.includes(day)])).toEqual([
        [true, true],
        [true, false],
      ]);
    },
  );

  /** The seconds after the first answer at which it is asked again, of 140. */
  const everSeldomer = [2, 5, 8, 12, 17, 24, 34, 49, 69, 99, 129];
  it.each([
    ['ever more seldom while it is under way', {}, everSeldomer],
    ['ever more seldom when an answer was lost', { status: 503 }, everSeldomer],
    ['each half minute before it is begun', { isBegun: false }, [30, 60, 90, 120]],
    ['no more once it is paid', { state: 'PaymentSuccessful' }, []],
    ['no more when the order is nobody’s', { status: 404 }, []],
  ] as const)('is asked about %s', async (_, told, times) => {
    onTestFinished(() => void vi.useRealTimers());
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
    vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true, advanceTimeDelta: 1 });
    const { state, status, isBegun } = { state: 'PaymentPending', status: undefined, isBegun: true, ...told } as const;
    portal().says('payment.query', () => ({
      ...portal().example('payment.query'),
      status: state,
      isInProgress: isBegun,
    }));
    if (status !== undefined) portal().refuses('payment.query', status);
    const asked = () => portal().read.filter((name) => name === 'payment.query').length;

    await openPayment({ canPay: !isBegun, isPaymentInProgress: isBegun });
    vi.setTimerTickMode('manual');
    const [first, at] = [asked(), [] as number[]];
    await act(async () => await vi.advanceTimersByTimeAsync(500));
    for (let second = 1; second <= 140; second++) {
      const before = asked();
      await act(async () => await vi.advanceTimersByTimeAsync(1000));
      if (asked() > before) at.push(second);
    }

    expect([first, at]).toEqual([1, times]);
  });

  it('that is paid while the page is open leads to its result, and is asked to sign in whose session has ended', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
    vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true, advanceTimeDelta: 1 });
    const waiting = { ...portal().example('payment.query'), status: 'PaymentPending', isInProgress: true } as const;
    const later = async (isPaid: boolean) => {
      portal().says('payment.query', () => waiting);
      await openPayment({ canPay: false, isPaymentInProgress: true });
      const order = { ...portal().example('order.get'), status: 'PaymentSuccessful' as const };
      portal().says('order.get', () => order);
      portal().says('payment.query', () => ({ ...waiting, status: 'PaymentSuccessful' }));
      if (!isPaid) {
        portal().user = null;
        for (const call of ['order.get', 'payment.query'] as const) portal().refuses(call, 401);
      }
      // The next question, then the toast that says so.
      await act(async () => await vi.advanceTimersByTimeAsync(7000));
      return location.pathname;
    };

    expect([await later(true), await later(false)]).toEqual(['/payment-success', '/auth/signin']);
  });

  it('of a paid order is its result', async () => {
    await openPayment({ status: 'PaymentSuccessful', canPay: false });

    expect(location.pathname).toBe('/payment-success');
  });
});

describe('a payment that has been started', () => {
  const bare = { isNocharge: false, qrCode: null, redirectUrl: null, redirectFields: null, expiresAt: null };
  const channel = 'https://channel.example/pay';
  const left = vi.fn();
  beforeEach(() => {
    left.mockReset();
    // A link that is pressed outside the document would leave it.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      left(this.href, this.referrerPolicy);
    });
    vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => left('form'));
  });

  /** Chooses the only way, which the server answers as told. */
  async function start(answer: Partial<Reply<'payment.start'>>) {
    const words = await paymentWords.load('en');
    portal().says('payment.start', () => ({ ...portal().example('payment.start'), ...bare, ...answer }));
    const page = await openPayment({}, options.slice(0, 1));
    await pressNamed(portal(), page, words.pay('¥1,000.00'));
    return { page, words };
  }

  it('by a code shows it, until when, and the page for this computer; another way can be chosen', async () => {
    const { page, words } = await start({
      qrCode: 'https://qr.example/1',
      redirectUrl: channel,
      expiresAt: '2026-12-01T01:30:00Z',
    });

    expect(page.querySelector(`[aria-label="${words.qr.picture}"]`)).not.toBeNull();
    expect(page.textContent).toContain(words.qr.title('Alipay'));
    expect(page.textContent).toContain('The code is valid until 09:30');
    expect(named(page, words.qr.here)?.getAttribute('href')).toBe(channel);
    expect(page.textContent).not.toContain(words.app.text);
    expect(left).not.toHaveBeenCalled();
    await pressNamed(portal(), page, words.qr.other);
    expect(headingsOf(page)).toEqual([words.order(portal().example('order.get').code), words.choose]);
  });

  it('on a phone leaves for the channel’s page, which is told where from, and has a button for it', async () => {
    const { page, words } = await start({ redirectUrl: channel });

    expect(left.mock.calls).toEqual([[channel, 'origin']]);
    expect(page.textContent).toContain(words.app.text);
    expect([...page.querySelectorAll('a')].map((each) => each.getAttribute('href'))).toContain(channel);
  });

  it('by a form posts it to the channel at once, and says when the browser does not', async () => {
    const { page, words } = await start({ redirectUrl: channel, redirectFields: [{ name: 'orderId', value: '1' }] });

    const form = page.querySelector<HTMLFormElement>('form[method=post]')!;
    expect([form.action, form.elements.namedItem('orderId')]).toMatchObject([channel, { value: '1' }]);
    expect(left.mock.calls).toEqual([['form']]);
    expect(page.textContent).not.toContain(words.app.blocked);
    await act(async () => {
      for (const effectiveDirective of ['img-src', 'form-action'])
        document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective }));
    });
    expect(page.textContent).toContain(words.app.blocked);
  });

  it('never leads to what is no page of a channel [T10]', async () => {
    const { page } = await start({ redirectUrl: 'javascript:alert(1)' });

    expect(left).not.toHaveBeenCalled();
    expect(page.innerHTML).not.toContain('javascript:');
  });

  it('of an order that costs nothing is its result', async () => {
    await start({ isNocharge: true });

    expect(location.pathname).toBe('/payment-success');
  });
});

describe('the result of a payment', () => {
  /** Opens the result of an order in a state. */
  async function openResult(order: Partial<Order>): Promise<HTMLElement> {
    const given = portal().example('order.get');
    const plain = { isPaymentInProgress: false, isFullyRefunded: false, refundInfo: null, canPay: false };
    portal().says('order.get', () => ({ ...given, ...plain, category: 'Public', ...order }));
    return await open(portal(), `/payment-success?orderId=${given.id}`);
  }

  const services = { way: '/candidate/posttestservice', at: '/post-test-payment-success' };
  const exams = { way: '/candidate/application', at: '/payment-success' };
  it.each([
    ['an exam', { category: 'Public', payAmount: 100_000 }, { text: 'paidText', ...exams }],
    ['an exam that is free', { category: 'Public', payAmount: 0 }, { text: 'noCharge', ...exams }],
    ['a service', { category: 'PostTest', payAmount: 100_000 }, { text: 'paidService', ...services }],
    ['a service that is free', { category: 'PostTest', payAmount: 0 }, { text: 'noChargeService', ...services }],
  ] as const)('of %s says what follows, leads there, and is at its address', async (_, order, { text, way, at }) => {
    const { result } = await paymentWords.load('en');
    const page = await openResult({ status: 'PaymentSuccessful', ...order });

    const texts = ['paidText', 'noCharge', 'paidService', 'noChargeService'] as const;
    expect(texts.filter((each) => page.textContent.includes(result[each]))).toEqual([text]);
    const ways = [named(page, result.toExams), named(page, result.toServices)].flatMap((each) => each ?? []);
    expect(ways.map((each) => each.getAttribute('href'))).toEqual([way]);
    expect(named(page, result.allDates) !== undefined).toBe(order.category === 'Public');
    expect(location.pathname).toBe(at);
  });

  it('is asked for as somebody who has come back, and says of what is not paid whether it still waits or has ended [S-13]', async () => {
    const { result, expired, inProgress } = await paymentWords.load('en');
    const texts = [result.pendingText, expired.text, inProgress.title];
    const told = [];
    for (const order of [
      { status: 'PaymentPending' },
      { status: 'PaymentExpired' },
      { status: 'PaymentPending', isPaymentInProgress: true },
    ] as const) {
      const page = await openResult(order);
      told.push(texts.map((each) => page.textContent.includes(each)));
    }

    expect(told).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
    expect(new Set(portal().read.filter((name) => name.startsWith('payment.')))).toEqual(new Set(['payment.returned']));
  });

  it('leads back to paying only what can be paid, and a stranger to signing in', async () => {
    const { result } = await paymentWords.load('en');
    const ways = [];
    for (const canPay of [true, false])
      ways.push(named(await openResult({ status: 'PaymentPending', canPay }), result.toPay));
    portal().user = null;
    const stranger = await openResult({});

    expect(ways.map((way) => way?.getAttribute('href')?.split('?')[0])).toEqual(['/payment/pay', undefined]);
    expect(named(stranger, result.signInAction)?.getAttribute('href')).toMatch(/^\/auth\/signin\?callbackUrl=/);
  });

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
