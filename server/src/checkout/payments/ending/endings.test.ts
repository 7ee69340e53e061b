import { wire } from '@exam/contract/wire';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, expectExactly, givenSignedIn } from '#testing';
import {
  booksProblems,
  count,
  expire,
  givenUnpaidOrder,
  moneyOf,
  openMoneyShop,
  orderOf,
  type Sale,
  startPaying,
  total,
  work,
} from '#testing/shopping';

let shop: Awaited<ReturnType<typeof openMoneyShop>>;
beforeAll(async () => {
  shop = await openMoneyShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.bank.moveClock(0);
  await shop.bank.fault('gateway', { mode: 'ok' });
});

const url = () => shop.server.url;
const bank = () => shop.bank;
const giveUp = (sale: Sale, status = 'PaymentExpired') =>
  ask(sale.browser, 'order.giveUp', { params: { id: sale.orderId, status } });
const remove = (sale: Sale) => ask(sale.browser, 'order.delete', { params: { id: sale.orderId } });
const start = (sale: Sale) =>
  ask(sale.browser, 'payment.start', { body: { orderId: sale.orderId, paymentType: 'ALI_SCANCODE_PAY' } });

async function givenPaidOrder(): Promise<Sale> {
  const sale = await givenUnpaidOrder(url());
  await bank().settle(await startPaying(sale), 'paid');
  return sale;
}

async function givenExpiredOrder(): Promise<Sale> {
  const sale = await givenUnpaidOrder(url());
  await expire(bank(), sale);
  return sale;
}

describe('giving up an order', () => {
  it('closes the trade at the channel and frees the seats [9.4#8 R-47 C12 call:POST /api/order/{id}/status/{status}]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);
    await bank().settle(tradeNo, 'pending');

    const { status, body } = await giveUp(sale);

    expect([status, body]).toMatchObject([200, { status: 'PaymentExpired', canReorder: true }]);
    expect(await bank().trade(tradeNo)).toMatchObject({ status: 'TRADE_CLOSED' });
    expectExactly(
      await count(`seat_allocation where order_id = $1 and released_reason = 'givenUp'`, [sale.orderId]),
    ).toBe(1);
    // Who gave it up knows.
    expectExactly(await count(`message where kind = 'orderExpired' and object_id = $1`, [sale.orderId])).toBe(0);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('finds out that it was paid meanwhile and keeps it paid [C12 T16]', async () => {
    const sale = await givenUnpaidOrder(url());
    await bank().settle(await startPaying(sale), 'paid-silent');

    const { body } = await giveUp(sale);

    expect(body).toMatchObject({ code: 'ILLEGAL_STATE' });
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentSuccessful', actualPayAmount: total });
  });

  it('waits when the channel does not answer: no seat is freed on a guess [C12 F17]', async () => {
    const sale = await givenUnpaidOrder(url());
    await startPaying(sale);
    await bank().fault('gateway', { mode: 'down' });

    const { body } = await giveUp(sale);

    expect(body).toMatchObject({ code: 'PAYMENT_CHANNEL_DOWN' });
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentPending' });
  });

  it('gives back the money that comes all the same, with the seats free [C17 9.4#10 Q3]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);
    await bank().settle(tradeNo, 'pending');
    await giveUp(sale);

    await bank().settle(tradeNo, 'late');
    await work();

    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentExpired', refundInfo: { status: 'Completed' } });
    expect((await bank().trade(tradeNo))?.refunds).toMatchObject([
      { reason: '订单已失效，付款退回 Paid after order ended' },
    ]);
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: 0, ours: 0, customer: 0 });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it.each(['PaymentSuccessful', 'PaymentPending', 'paid', wire.applicationStatus.Submitted])(
    'never sets the status %s [R-47]',
    async (status) => {
      const sale = await givenUnpaidOrder(url());

      const { body } = await giveUp(sale, status);

      expect(body).toMatchObject({ code: 'ORDER_STATUS_REFUSED' });
      expect(await orderOf(sale)).toMatchObject({ status: 'PaymentPending', actualPayAmount: 0 });
    },
  );
});

describe('deleting an order', () => {
  it('gives a pending one up and hides it; the list loses it, staff do not [R-48 9.4#8 C14 call:POST /api/order/{id}]', async () => {
    const sale = await givenUnpaidOrder(url());

    const { status } = await remove(sale);

    expect(status).toBe(204);
    expect((await ask(sale.browser, 'order.search')).body).toMatchObject({ recordCount: 0 });
    expectExactly(
      await count(`exam_order where id = $1 and status = 'PaymentExpired' and is_hidden`, [sale.orderId]),
    ).toBe(1);
  });

  it('hides an expired one, also by the method DELETE [R-48 R-02 9.4#12]', async () => {
    const sale = await givenExpiredOrder();

    const { status } = await sale.browser.send('DELETE', `/api/order/${sale.orderId}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    });

    expect(status).toBe(204);
    expect((await ask(sale.browser, 'order.search')).body).toMatchObject({ recordCount: 0 });
  });

  it('is refused for a paid one, whose refund trail would be lost [R-48]', async () => {
    const sale = await givenPaidOrder();

    const { body } = await remove(sale);

    expect(body).toMatchObject({ code: 'ORDER_PAID_NOT_DELETABLE' });
    expect((await ask(sale.browser, 'order.search')).body).toMatchObject({ recordCount: 1 });
  });

  it.each([
    { when: 'before its time was over', comes: 'given back', status: 'PaymentExpired', kept: 0 },
    {
      when: 'after its time was over',
      comes: 'taken, for the seats are free',
      status: 'PaymentSuccessful',
      kept: total,
    },
  ])(
    'brings it back to the list when money arrives late: deleted $when, it is $comes [S-3 R-48 Q3]',
    async ({ when, status, kept }) => {
      const sale = await givenUnpaidOrder(url());
      const tradeNo = await startPaying(sale);
      await bank().settle(tradeNo, 'pending');
      if (when.startsWith('after')) await expire(bank(), sale);
      await remove(sale);

      await bank().settle(tradeNo, 'late');
      await work();

      expect((await ask(sale.browser, 'order.search')).body).toMatchObject({ recordCount: 1, list: [{ status }] });
      expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: kept, ours: kept, customer: 0 });
    },
  );
});

describe('everything that is not in the order table', () => {
  it.each([
    {
      state: 'a paid',
      given: givenPaidOrder,
      deed: 'giving up',
      act: (sale: Sale) => giveUp(sale),
      code: 'ILLEGAL_STATE',
    },
    { state: 'a paid', given: givenPaidOrder, deed: 'deleting', act: remove, code: 'ORDER_PAID_NOT_DELETABLE' },
    { state: 'a paid', given: givenPaidOrder, deed: 'paying', act: start, code: 'ORDER_NOT_PAYABLE' },
    {
      state: 'an expired',
      given: givenExpiredOrder,
      deed: 'giving up',
      act: (sale: Sale) => giveUp(sale),
      code: 'ILLEGAL_STATE',
    },
    { state: 'an expired', given: givenExpiredOrder, deed: 'paying', act: start, code: 'ORDER_NOT_PAYABLE' },
  ])('refuses $deed $state order and changes nothing [9.4 C10]', async ({ given, act, code }) => {
    const sale = await given();
    const before = await orderOf(sale);
    const attempts = await count('payment_attempt where order_id = $1', [sale.orderId]);

    const answer = await act(sale);

    expect([answer.status, answer.body['code']]).toEqual([412, code]);
    expect(await orderOf(sale)).toEqual(before);
    expectExactly(await count('payment_attempt where order_id = $1', [sale.orderId])).toBe(attempts);
  });

  it("is answered as absent for somebody else's order [S-1]", async () => {
    const sale = await givenUnpaidOrder(url());
    const thief = { ...sale, browser: await givenSignedIn(url()) };
    const body = { orderId: sale.orderId };

    const answers = [
      await giveUp(thief),
      await giveUp(thief, 'PaymentSuccessful'),
      await remove(thief),
      await start(thief),
      await ask(thief.browser, 'payment.query', { body }),
      await ask(thief.browser, 'payment.returned', { body }),
      await ask(thief.browser, 'payment.types', { params: body }),
      await ask(thief.browser, 'payment.mayStart', { params: body }),
    ];

    expect(answers.map((answer) => [answer.status, answer.body['code']])).toEqual(
      answers.map(() => [404, 'NOT_FOUND']),
    );
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentPending' });
  });
});
