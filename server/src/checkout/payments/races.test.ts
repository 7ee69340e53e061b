import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { ask, expectExactly } from '#testing';
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
  await shop.bank.fault('gateway', { mode: 'ok' });
});

const url = () => shop.server.url;
const bank = () => shop.bank;
const giveUp = (sale: Sale) =>
  ask(sale.browser, 'order.giveUp', { params: { id: sale.orderId, status: 'PaymentExpired' } });
const remove = (sale: Sale) => ask(sale.browser, 'order.delete', { params: { id: sale.orderId } });
const start = (sale: Sale) =>
  ask(sale.browser, 'payment.start', { body: { orderId: sale.orderId, paymentType: 'ALI_SCANCODE_PAY' } });

/** Keeps an order's row locked, so that whoever comes queues up behind it in the order of coming. */
async function holdOrder({
  orderId,
}: Sale): Promise<{ queued: (waiters: number) => Promise<void>; free: () => Promise<void> }> {
  const client = await databasePool().connect();
  await client.query('begin');
  await client.query('select from exam_order where id = $1 for update', [orderId]);
  return {
    queued: async (waiters) => {
      await expect.poll(locksAwaited, { interval: 10 }).toBe(waiters);
    },
    free: async () => {
      await client.query('commit');
      client.release();
    },
  };
}

const liveAttempts = ({ orderId }: Sale) =>
  count(`payment_attempt where order_id = $1 and status in ('Started', 'Accepted')`, [orderId]);

describe('an order that is given up', () => {
  it('leaves no open payment behind that was started at the same moment [C12 C24 R-47]', async () => {
    const sale = await givenUnpaidOrder(url());
    const hold = await holdOrder(sale);
    const starting = start(sale);
    await hold.queued(1);
    const givingUp = giveUp(sale);
    await hold.queued(2);
    await hold.free();

    const [started, givenUp] = await Promise.all([starting, givingUp]);

    expectExactly([200, 412]).toContain(started.status);
    expectExactly(givenUp.status).toBe(200);
    expectExactly(await orderOf(sale)).toMatchObject({ status: 'PaymentExpired' });
    expectExactly(await liveAttempts(sale)).toBe(0);
  });

  it('hands out no code of a trade that it has closed [C12 C24]', async () => {
    const sale = await givenUnpaidOrder(url());
    await bank().fault('gateway', { mode: 'slow', delayMs: 500, only: 'alipay.trade.precreate' });
    const starting = start(sale);
    await expect.poll(() => liveAttempts(sale), { interval: 10 }).toBe(1);

    const givenUp = await giveUp(sale);
    const started = await starting;

    expectExactly(givenUp.status).toBe(200);
    expectExactly(started.body['code']).toBe('ORDER_NOT_PAYABLE');
  });
});

describe('an order that is deleted', () => {
  it('stays in the list when its late money revives it meanwhile [R-48 S-3]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);
    await bank().settle(tradeNo, 'pending');
    await expire(bank(), sale);
    // The channel tells that it has closed the trade as well: that is to be over, so that it does not stand in the queue below.
    await expect.poll(() => count(`payment_event where trade_no = $1 and outcome = 'closed'`, [tradeNo])).toBe(1);
    const hold = await holdOrder(sale);
    const paying = bank().settle(tradeNo, 'late');
    await hold.queued(1);
    const deleting = remove(sale);
    await hold.queued(2);
    await hold.free();

    const [deleted] = await Promise.all([deleting, paying]);

    expectExactly(deleted.body).toMatchObject({ code: 'ORDER_PAID_NOT_DELETABLE' });
    expectExactly((await ask(sale.browser, 'order.search')).body).toMatchObject({ recordCount: 1 });
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: total, ours: total, customer: 0 });
  });

  it('twice at the same moment is simply deleted [R-48]', async () => {
    const sale = await givenUnpaidOrder(url());
    const hold = await holdOrder(sale);
    const twice = [remove(sale), remove(sale)];
    await hold.queued(2);
    await hold.free();

    const answers = await Promise.all(twice);

    expectExactly(answers.map(({ status }) => status)).toEqual([204, 204]);
    expectExactly(await count(`seat_event where order_id = $1 and kind = 'freed'`, [sale.orderId])).toBe(1);
  });

  it('is kept while the channel works on a payment of it [R-48 9.4#8 C12]', async () => {
    const sale = await givenUnpaidOrder(url());
    await bank().settle(await startPaying(sale), 'pending');
    await bank().fault('gateway', { mode: 'error', code: 'ACQ.TRADE_STATUS_ERROR', only: 'alipay.trade.close' });

    const { body } = await remove(sale);

    expectExactly(body).toMatchObject({ code: 'PAYMENT_IN_PROGRESS' });
    expectExactly((await ask(sale.browser, 'order.search')).body).toMatchObject({
      recordCount: 1,
      list: [{ status: 'PaymentPending' }],
    });
    await work();
    expectExactly(await booksProblems()).toEqual([]);
  });
});
