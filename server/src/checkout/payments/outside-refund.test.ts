import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { tasks as refundTasks } from '#books/refunds';
import { ask, expectExactly } from '#testing';
import {
  booksProblems,
  count,
  fillSession,
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

async function givenPaidOrder(): Promise<{ sale: Sale; tradeNo: string }> {
  const sale = await givenUnpaidOrder(shop.server.url);
  const tradeNo = await startPaying(sale);
  await shop.bank.settle(tradeNo, 'paid');
  return { sale, tradeNo };
}

const refundsOf = async ({ orderId }: Sale) => {
  const { rows } = await databasePool().query<{ cause: string; status: string; amount: number }>(
    'select cause, status, amount from refund where order_id = $1 order by submitted_at, amount',
    [orderId],
  );
  return rows;
};
const exceptionsOf = ({ orderId }: Sale) =>
  count(`payment_exception where order_id = $1 and kind = 'refundOutside' and closed_at is null`, [orderId]);

/** What staff see of an order: its money on the board, and what of its money does not fit. */
const waitingFor = async ({ orderId }: Sale) => ({
  board: await count(
    `work_item where closed_at is null and object_id in (
       select id from refund where order_id = $1 union all select id from payment_exception where order_id = $1)`,
    [orderId],
  ),
  exceptions: await count('payment_exception where order_id = $1 and closed_at is null', [orderId]),
});

/** Money that came too late for its seat, whose refund the channel refuses to the last. */
async function givenFailedRefund(): Promise<{ sale: Sale; tradeNo: string }> {
  const sale = await givenUnpaidOrder(shop.server.url);
  const tradeNo = await startPaying(sale);
  await shop.bank.settle(tradeNo, 'pending');
  await ask(sale.browser, 'order.giveUp', { params: { id: sale.orderId, status: 'PaymentExpired' } });
  await fillSession(sale);
  await shop.bank.fault('gateway', {
    mode: 'error',
    code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH',
    only: 'alipay.trade.refund',
  });
  await shop.bank.settle(tradeNo, 'late');
  let seconds = 0;
  for (const hours of [0, 1, 6, 24]) {
    seconds += hours * 3600 + 60;
    await shop.bank.moveClock(seconds);
    await refundTasks['refunds.sweep']?.({});
    await work();
  }
  await shop.bank.fault('gateway', { mode: 'ok' });
  return { sale, tradeNo };
}

describe('a refund in the channel’s own console', () => {
  it('is found out, booked once however often it is told, balances the books, and staff look at it [C32 C29 C27]', async () => {
    const { sale, tradeNo } = await givenPaidOrder();

    await shop.bank.refundInConsole(tradeNo, 40_000);
    await work();
    const trade = await shop.bank.trade(tradeNo);
    const told = trade?.notifications.find(({ kind }) => kind === 'refunded');
    await Promise.all(
      Array.from({ length: 5 }, () =>
        globalThis.fetch(`${shop.server.url}/api/payment/notify/alipay`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(told?.fields).toString(),
        }),
      ),
    );
    await work();

    expect(await refundsOf(sale)).toEqual([{ cause: 'outside', status: 'Completed', amount: 40_000 }]);
    expectExactly(await moneyOf(shop.bank, sale)).toEqual({
      channel: total - 40_000,
      ours: total - 40_000,
      customer: 0,
    });
    expect(await exceptionsOf(sale)).toBe(1);
    expect(await orderOf(sale)).toMatchObject({
      status: 'PaymentSuccessful',
      refunds: [{ cause: 'outside', status: 'Completed', amount: 40_000, applicationCode: null }],
    });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('of one payment may be several, to the last fen of it [C32]', async () => {
    const { sale, tradeNo } = await givenPaidOrder();

    await shop.bank.refundInConsole(tradeNo, 1);
    await shop.bank.refundInConsole(tradeNo, 1);
    await shop.bank.refundInConsole(tradeNo, total - 2);
    await work();

    expect((await refundsOf(sale)).map(({ amount }) => amount)).toEqual([1, 1, total - 2]);
    expect(await orderOf(sale)).toMatchObject({ isFullyRefunded: true });
    expectExactly(await moneyOf(shop.bank, sale)).toEqual({ channel: 0, ours: 0, customer: 0 });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('is the refund of ours that had failed, when its sum is the same: nothing is paid twice [C32 C31 9.5#9]', async () => {
    const { sale, tradeNo } = await givenFailedRefund();
    const before = await refundsOf(sale);
    const waiting = await waitingFor(sale);

    await shop.bank.refundInConsole(tradeNo, total);
    await work();
    await refundTasks['refunds.sweep']?.({});
    await work();

    expect(before).toEqual([{ cause: 'latePayment', status: 'Failed', amount: total }]);
    expect(await refundsOf(sale)).toEqual([{ cause: 'latePayment', status: 'Completed', amount: total }]);
    expect((await shop.bank.trade(tradeNo))?.refunds).toHaveLength(1);
    expectExactly([waiting, await waitingFor(sale)]).toEqual([
      { board: 2, exceptions: 2 },
      { board: 0, exceptions: 0 },
    ]);
    expectExactly(await moneyOf(shop.bank, sale)).toEqual({ channel: 0, ours: 0, customer: 0 });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('of a smaller sum is not the refund of ours that had failed: staff decide [C32 C31]', async () => {
    const { sale, tradeNo } = await givenFailedRefund();

    await shop.bank.refundInConsole(tradeNo, total - 1);
    await work();

    expectExactly(await refundsOf(sale)).toEqual([{ cause: 'latePayment', status: 'Failed', amount: total }]);
    expect(await exceptionsOf(sale)).toBe(1);
  });

  it('waits for a channel that is silent when it is asked for the sum [C32 F17]', async () => {
    const { sale, tradeNo } = await givenPaidOrder();
    await shop.bank.fault('gateway', { mode: 'down' });

    await shop.bank.refundInConsole(tradeNo, 500);
    await work();
    const early = await refundsOf(sale);
    await shop.bank.fault('gateway', { mode: 'ok' });
    await databasePool().query(`update graphile_worker._private_jobs set run_at = now() where key like 'outside:%'`);
    await work();

    expect(early).toEqual([]);
    expect(await refundsOf(sale)).toEqual([{ cause: 'outside', status: 'Completed', amount: 500 }]);
  });
});
