import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tasks } from '#checkout/payments';
import { setClockOffset } from '#platform/clock';
import { ask, expectExactly } from '#testing';
import {
  booksProblems,
  count,
  fillSession,
  givenUnpaidOrder,
  moneyOf,
  openMoneyShop,
  orderOf,
  reachDeadline,
  type Sale,
  secondsPastDeadline,
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
  await shop.bank.fault('notify', { mode: 'ok' });
});

const url = () => shop.server.url;
const bank = () => shop.bank;

async function seatsHeld({ orderId }: Sale): Promise<number> {
  return await count(`seat_allocation where order_id = $1 and state in ('Held', 'Taken')`, [orderId]);
}

describe('at the deadline', () => {
  it('an order that nobody pays expires and its seats are free again [9.4#6 9.1#7 C5 C12 I8]', async () => {
    const sale = await givenUnpaidOrder(url());
    await startPaying(sale);
    await bank().moveClock(await secondsPastDeadline(sale));

    await work();

    expect(await orderOf(sale)).toMatchObject({
      status: 'PaymentExpired',
      secondsRemaining: 0,
      canPay: false,
      canReorder: true,
    });
    expectExactly(await seatsHeld(sale)).toBe(0);
    expectExactly(
      await count(`seat_event where session_id = $1 and kind = 'freed' and seats = 1`, [sale.sessionId]),
    ).toBe(1);
    expectExactly(await count(`application where id = $1 and status = 'Expired'`, [sale.applicationId])).toBe(1);
    expectExactly(
      await count(`seat_allocation where order_id = $1 and released_reason = 'expired'`, [sale.orderId]),
    ).toBe(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('its owner is told that an order ended unpaid, once by each way [9.4#6]', async () => {
    const sale = await givenUnpaidOrder(url());
    await bank().moveClock(await secondsPastDeadline(sale));

    await work();
    await work();

    const told = `message where kind = 'orderExpired' and object_id = $1`;
    expectExactly(await count(`(select distinct channel from ${told}) ways`, [sale.orderId])).toBeGreaterThan(0);
    expectExactly(await count(`(select from ${told} group by channel having count(*) > 1) twice`, [sale.orderId])).toBe(
      0,
    );
  });

  it('nothing happens a second before it [R-45]', async () => {
    const sale = await givenUnpaidOrder(url());
    await bank().moveClock(await secondsPastDeadline(sale, -2));

    await reachDeadline(sale);

    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentPending' });
    expectExactly(await seatsHeld(sale)).toBe(1);
  });

  it('an order that was paid silently is found to be paid, not expired [C12 9.4#6 T16]', async () => {
    const sale = await givenUnpaidOrder(url());
    await bank().settle(await startPaying(sale), 'paid-silent');
    await bank().moveClock(await secondsPastDeadline(sale));

    await reachDeadline(sale);

    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentSuccessful' });
    expectExactly(await seatsHeld(sale)).toBe(1);
  });

  it('a payment is found soon though the clock was put back since it was planned to be asked about [C23]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);
    await bank().settle(tradeNo, 'pending');
    await setClockOffset(300);
    await tasks['payments.poll']?.({ tradeNo });
    await setClockOffset(0);
    await bank().settle(tradeNo, 'paid-silent');

    await tasks['payments.sweep']?.({});
    await work();

    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentSuccessful' });
  });

  it('a payment that began before the clock was put back is asked about in seconds, not when the clock has caught up [C23]', async () => {
    const sale = await givenUnpaidOrder(url());
    await setClockOffset(300);
    const tradeNo = await startPaying(sale);
    await setClockOffset(0);
    await bank().settle(tradeNo, 'pending');

    await tasks['payments.poll']?.({ tradeNo });

    expect(
      await count(`payment_attempt where trade_no = $1 and next_poll_at < app_now() + interval '1 minute'`, [tradeNo]),
    ).toBe(1);
  });

  it('an open trade is closed at the channel before the seats are freed [C11 C12 T16]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);
    await bank().settle(tradeNo, 'pending');
    // Only our clock reaches the deadline: at the channel the trade is still open.
    await setClockOffset(await secondsPastDeadline(sale));

    await reachDeadline(sale);

    expect(await bank().trade(tradeNo)).toMatchObject({ status: 'TRADE_CLOSED', closedBy: 'merchant' });
    await setClockOffset(0);
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentExpired' });
  });

  it('a silent channel keeps the seats for thirty minutes, then they are freed and staff are told [C12]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);
    await bank().settle(tradeNo, 'pending');
    await bank().fault('gateway', { mode: 'down' });
    await bank().fault('notify', { mode: 'down' });
    const past = await secondsPastDeadline(sale);

    await bank().moveClock(past + 29 * 60);
    await reachDeadline(sale);
    const kept = [await orderOf(sale), await seatsHeld(sale)];
    await bank().moveClock(past + 30 * 60);
    await reachDeadline(sale);

    expect(kept).toMatchObject([{ status: 'PaymentPending' }, 1]);
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentExpired' });
    expectExactly(await count(`payment_exception where order_id = $1 and kind = 'channelSilent'`, [sale.orderId])).toBe(
      1,
    );
    expectExactly(await count(`payment_attempt where order_id = $1 and ended_at is null`, [sale.orderId])).toBe(0);
    expectExactly(await seatsHeld(sale)).toBe(0);
  });

  it('a payment that the channel is working on gets ten minutes more, six times at most [9.4#7 R-45]', async () => {
    const sale = await givenUnpaidOrder(url());
    await bank().settle(await startPaying(sale), 'pending');
    await bank().fault('gateway', { mode: 'error', code: 'ACQ.TRADE_STATUS_ERROR', only: 'alipay.trade.close' });
    const past = await secondsPastDeadline(sale);

    const seen: unknown[] = [];
    for (let extension = 0; extension <= 6; extension++) {
      await setClockOffset(past + extension * 600);
      await reachDeadline(sale);
      seen.push(
        (await count('exam_order where id = $1 and extensions = $2', [sale.orderId, Math.min(extension + 1, 6)])) === 1,
      );
      if (extension === 0) await expectInProgress(sale);
    }

    expect(seen).toEqual(Array.from({ length: 7 }, () => true));
    expectExactly(await count(`exam_order where id = $1 and status = 'PaymentExpired'`, [sale.orderId])).toBe(1);
    expectExactly(await seatsHeld(sale)).toBe(0);
  });

  it('a payment that the channel is working on gets its ten minutes once, however many workers come [F5 R-45]', async () => {
    const sale = await givenUnpaidOrder(url());
    await bank().settle(await startPaying(sale), 'pending');
    await bank().fault('gateway', { mode: 'error', code: 'ACQ.TRADE_STATUS_ERROR', only: 'alipay.trade.close' });
    await setClockOffset(await secondsPastDeadline(sale));

    await Promise.all(Array.from({ length: 5 }, () => reachDeadline(sale)));

    expectExactly(await count('exam_order where id = $1 and extensions = 1', [sale.orderId])).toBe(1);
  });

  it('is reached once, however many workers come [F5 C12]', async () => {
    const sales = await Promise.all(Array.from({ length: 5 }, () => givenUnpaidOrder(url())));
    await bank().moveClock(Math.max(...(await Promise.all(sales.map((sale) => secondsPastDeadline(sale))))));

    await Promise.all([...sales, ...sales, ...sales, ...sales].map(reachDeadline));

    for (const sale of sales) {
      expectExactly(await count(`history where object_id = $1 and event = 'expire'`, [sale.orderId])).toBe(1);
      expectExactly(await count(`seat_event where order_id = $1 and kind = 'freed'`, [sale.orderId])).toBe(1);
    }
    expectExactly(await booksProblems()).toEqual([]);
  });
});

async function expectInProgress(sale: Sale): Promise<void> {
  await bank().moveClock(0);
  const order = await orderOf(sale);
  const start = await ask(sale.browser, 'payment.start', {
    body: { orderId: sale.orderId, paymentType: 'ALI_SCANCODE_PAY' },
  });
  const giveUp = await ask(sale.browser, 'order.giveUp', { params: { id: sale.orderId, status: 'PaymentExpired' } });
  expect(order).toMatchObject({ isPaymentInProgress: true, canPay: false, canGiveUp: false, canDelete: false });
  expect([start.body['code'], giveUp.body['code']]).toEqual(['PAYMENT_IN_PROGRESS', 'PAYMENT_IN_PROGRESS']);
}

describe('money and the deadline at the same moment', () => {
  it('always end as a seat or as a refund, never as both or neither [F4 S-3 T16]', async () => {
    const outcomes = new Set<string>();
    for (let trial = 0; trial < 12; trial++) {
      const sale = await givenUnpaidOrder(url());
      const tradeNo = await startPaying(sale);
      await bank().settle(tradeNo, 'pending');
      await bank().moveClock(await secondsPastDeadline(sale));
      const pay = () => bank().settle(tradeNo, 'late');
      const rivals = trial % 3 === 0 ? [fillSession(sale)] : [];

      await Promise.all(
        trial % 2 === 0 ? [pay(), reachDeadline(sale), ...rivals] : [reachDeadline(sale), ...rivals, pay()],
      );
      await work();

      const { status, refundInfo } = await orderOf(sale);
      const held = await seatsHeld(sale);
      const money = await moneyOf(bank(), sale);
      if (status === 'PaymentSuccessful') expect([held, money.channel]).toEqual([1, total]);
      else expect([held, money.channel, refundInfo]).toMatchObject([0, 0, { status: 'Completed' }]);
      expect(money.ours).toBe(money.channel);
      outcomes.add(String(status));
      await bank().moveClock(0);
    }
    expect(outcomes.has('PaymentSuccessful')).toBe(true);
    expectExactly(await booksProblems()).toEqual([]);
  });
});
