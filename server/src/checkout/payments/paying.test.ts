import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
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

/** How often the payer was told that money is on its way back. */
const returnsToldOf = ({ orderId }: Sale) =>
  count(
    `message join payment on payment.id = message.object_id where payment.order_id = $1 and message.kind = 'paymentReturned'`,
    [orderId],
  );

describe('starting a payment', () => {
  it('gives a code and a page on a computer, the wap page on a phone, for the same trade [9.4#3 C24 call:POST /api/payment/query]', async () => {
    const sale = await givenUnpaidOrder(url());
    const body = { orderId: sale.orderId, paymentType: 'ALI_SCANCODE_PAY' };

    const desktop = await ask(sale.browser, 'payment.start', { body });
    const again = await ask(sale.browser, 'payment.start', { body });
    const phone = await ask(sale.browser, 'payment.start', {
      body,
      headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile' },
    });

    expect(desktop.body).toMatchObject({ amount: total, isNocharge: false, isIcc: false });
    expect(String(desktop.body['qrCode'])).toContain('/pay/');
    expect(String(desktop.body['redirectUrl'])).toContain('alipay.trade.page.pay');
    expect(again.body).toEqual(desktop.body);
    expect(phone.body).toMatchObject({ tradeNo: desktop.body['tradeNo'], qrCode: null });
    expect(String(phone.body['redirectUrl'])).toContain('alipay.trade.wap.pay');
    expectExactly(await count('payment_attempt where order_id = $1', [sale.orderId])).toBe(1);
  });

  it('makes one attempt of twenty parallel starts [C24 T17]', async () => {
    const sale = await givenUnpaidOrder(url());

    const trades = await Promise.all(Array.from({ length: 20 }, () => startPaying(sale)));

    expect(new Set(trades).size).toBe(1);
    expectExactly(await count('payment_attempt where order_id = $1', [sale.orderId])).toBe(1);
  });

  it('offers only what is configured [call:GET /api/payment/order/{orderId}/types]', async () => {
    const sale = await givenUnpaidOrder(url());

    const types = await ask(sale.browser, 'payment.types', { params: { orderId: sale.orderId } });
    const other = await ask(sale.browser, 'payment.start', { body: { orderId: sale.orderId, paymentType: 'B2C' } });

    expect(JSON.parse(types.text)).toEqual([{ paymentType: 'ALI_SCANCODE_PAY', group: 'Scan', flow: 'qr' }]);
    expect(other.body).toMatchObject({ code: 'PAYMENT_TYPE_UNAVAILABLE' });
  });

  it('is refused in the last minute, and the channel stops a minute before us [C11 call:GET /api/payment/order/{orderId}/is-valid-for-booking]', async () => {
    const sale = await givenUnpaidOrder(url());
    const before = await ask(sale.browser, 'payment.mayStart', { params: { orderId: sale.orderId } });
    await bank().moveClock(await secondsPastDeadline(sale, -58));

    const after = await ask(sale.browser, 'payment.mayStart', { params: { orderId: sale.orderId } });
    const { body } = await ask(sale.browser, 'payment.start', {
      body: { orderId: sale.orderId, paymentType: 'ALI_SCANCODE_PAY' },
    });

    expect([before.body, after.body]).toEqual([{ isValid: true }, { isValid: false }]);
    expect(body).toMatchObject({ code: 'ORDER_NOT_PAYABLE' });
  });

  it('keeps the order when the channel is silent, and speaks of the same trade the next time [C3 F17]', async () => {
    const sale = await givenUnpaidOrder(url());
    await bank().fault('gateway', { mode: 'lost' });

    const { body } = await ask(sale.browser, 'payment.start', {
      body: { orderId: sale.orderId, paymentType: 'ALI_SCANCODE_PAY' },
    });

    expect(body).toMatchObject({ code: 'PAYMENT_CHANNEL_DOWN' });
    await bank().fault('gateway', { mode: 'ok' });
    await startPaying(sale);
    expectExactly(await count('payment_attempt where order_id = $1', [sale.orderId])).toBe(1);
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentPending' });
  });

  it('believes no answer of the channel that is not signed rightly [T13]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);
    await bank().settle(tradeNo, 'paid-silent');
    await bank().fault('gateway', { mode: 'bad-signature' });

    const { body } = await ask(sale.browser, 'payment.query', { body: { orderId: sale.orderId } });

    expect(body).toMatchObject({ status: 'PaymentPending', actualPayAmount: 0 });
  });
});

describe('a confirmed payment', () => {
  it('pays a pending order: seats taken, application Registered, books balanced [C17 9.4#4 9.1#6 I3 I4]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);

    await bank().settle(tradeNo, 'paid');

    expect(await orderOf(sale)).toMatchObject({
      status: 'PaymentSuccessful',
      actualPayAmount: total,
      paymentType: 'ALI_SCANCODE_PAY',
    });
    expectExactly(await count(`application where id = $1 and status = 'Registered'`, [sale.applicationId])).toBe(1);
    expectExactly(await count(`seat_allocation where order_id = $1 and state = 'Taken'`, [sale.orderId])).toBe(1);
    expect((await bank().trade(tradeNo))?.notifications[0]).toMatchObject({ delivered: true });
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: total, ours: total, customer: 0 });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('pays it also when nobody tells us, by asking [C22 C23 call:POST /api/payment/order/query call:POST /api/payment/paycompleted]', async () => {
    const [asked, returned, polled] = [
      await givenUnpaidOrder(url()),
      await givenUnpaidOrder(url()),
      await givenUnpaidOrder(url()),
    ];
    for (const sale of [asked, returned, polled]) await bank().settle(await startPaying(sale), 'paid-silent');

    const query = await ask(asked.browser, 'payment.query', { body: { orderId: asked.orderId } });
    const back = await ask(returned.browser, 'payment.returned', {
      body: { orderId: returned.orderId },
      query: { isIcc: 'false' },
    });
    await bank().moveClock(6);
    await work();

    expect([query.body, back.body]).toMatchObject([{ status: 'PaymentSuccessful' }, { status: 'PaymentSuccessful' }]);
    expect(await orderOf(polled)).toMatchObject({ status: 'PaymentSuccessful' });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('is asked about at the next step when an earlier one came late, as after a slow channel [C23]', async () => {
    const sale = await givenUnpaidOrder(url());
    await bank().settle(await startPaying(sale), 'paid-silent');
    await bank().fault('gateway', { mode: 'error', code: 'SYSTEM_ERROR' });
    const nextAfter = async (seconds: number) => {
      await bank().moveClock(seconds);
      await work();
      const { rows } = await databasePool().query<{ seconds: number }>(
        `select round(extract(epoch from next_poll_at - created_at))::int as seconds from payment_attempt where order_id = $1`,
        [sale.orderId],
      );
      return rows[0]?.seconds;
    };

    const planned = [await nextAfter(31), await nextAfter(130)];
    await bank().fault('gateway', { mode: 'ok' });
    await bank().moveClock(241);
    await work();

    expect(planned).toEqual([60, 240]);
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentSuccessful' });
  });

  it('pays once, however many tell us at once [C20 C22 T14]', async () => {
    const sale = await givenUnpaidOrder(url());
    const tradeNo = await startPaying(sale);

    await Promise.all([
      bank().settle(tradeNo, 'duplicate-notify'),
      ...Array.from({ length: 10 }, () => ask(sale.browser, 'payment.query', { body: { orderId: sale.orderId } })),
    ]);
    await bank().settle(tradeNo, 'duplicate-notify');

    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentSuccessful', actualPayAmount: total });
    expectExactly(await count('payment where order_id = $1', [sale.orderId])).toBe(1);
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: total, ours: total, customer: 0 });
  });

  it('goes back in full when it is the second for the order [C17 9.4#11 9.5#5 T15]', async () => {
    const sale = await givenUnpaidOrder(url());

    await bank().settle(await startPaying(sale), 'twice');
    await work();

    expectExactly(await returnsToldOf(sale)).toBe(1);
    expect(await orderOf(sale)).toMatchObject({
      status: 'PaymentSuccessful',
      actualPayAmount: total,
      isFullyRefunded: false,
    });
    expect(await orderOf(sale)).toMatchObject({ refundInfo: { status: 'Completed', totalRefundAmount: total } });
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: total, ours: total, customer: 0 });
    expect(
      await count(`payment_exception where order_id = $1 and kind = 'double' and closed_at is not null`, [
        sale.orderId,
      ]),
    ).toBe(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('of a wrong amount never pays, is kept for staff, and goes back at the deadline [T15 C18]', async () => {
    const sale = await givenUnpaidOrder(url());

    await bank().settle(await startPaying(sale), 'wrong-amount');

    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentPending', actualPayAmount: 0 });
    expectExactly(
      await count(`payment_exception where order_id = $1 and kind = 'amountMismatch'`, [sale.orderId]),
    ).toBe(1);
    await bank().moveClock(await secondsPastDeadline(sale));
    await reachDeadline(sale);
    await work();
    expect(await orderOf(sale)).toMatchObject({
      status: 'PaymentExpired',
      refundInfo: { status: 'Completed', totalRefundAmount: total - 1 },
    });
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: 0, ours: 0, customer: 0 });
    expectExactly(await booksProblems()).toEqual([]);
  });
});

describe('money for an expired order', () => {
  async function givenExpiredOrder() {
    const sale = await givenUnpaidOrder(url(), { closesInMinutes: 24 * 60 });
    const tradeNo = await startPaying(sale);
    await bank().settle(tradeNo, 'pending');
    await bank().moveClock(await secondsPastDeadline(sale));
    await reachDeadline(sale);
    return { sale, tradeNo };
  }

  it('takes the seats again when all are free and registration is not over [S-3 C17 9.4#9 9.1#8]', async () => {
    const { sale, tradeNo } = await givenExpiredOrder();
    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentExpired', canReorder: true });

    await bank().settle(tradeNo, 'late');

    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentSuccessful', actualPayAmount: total });
    expectExactly(await count(`application where id = $1 and status = 'Registered'`, [sale.applicationId])).toBe(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('goes back in full by itself when a seat is gone [S-3 C17 9.4#10 9.5#5 9.5#6 9.5#7]', async () => {
    const { sale, tradeNo } = await givenExpiredOrder();
    await fillSession(sale);

    await bank().settle(tradeNo, 'late');
    await work();

    expect(await orderOf(sale)).toMatchObject({
      status: 'PaymentExpired',
      refundInfo: { status: 'Completed', totalRefundAmount: total },
    });
    expectExactly(await returnsToldOf(sale)).toBe(1);
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: 0, ours: 0, customer: 0 });
    expect(
      await count(`payment_exception where order_id = $1 and kind = 'late' and closed_at is not null`, [sale.orderId]),
    ).toBe(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('goes back in full when registration and its grace are over [S-3]', async () => {
    const { sale, tradeNo } = await givenExpiredOrder();
    await bank().moveClock(25 * 3600);

    await bank().settle(tradeNo, 'late');
    await work();

    expect(await orderOf(sale)).toMatchObject({ status: 'PaymentExpired', refundInfo: { status: 'Completed' } });
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: 0, ours: 0, customer: 0 });
  });

  it('is refunded once when the channel did it but its answer was lost [C30 F2]', async () => {
    const { sale, tradeNo } = await givenExpiredOrder();
    await fillSession(sale);
    await bank().settle(tradeNo, 'late');
    await bank().fault('gateway', { mode: 'lost', only: 'alipay.trade.refund' });

    await work();
    // On a slow machine the channel has been asked what became of it by now.
    const underWay = { status: expect.stringMatching(/^(Processing|Completed)$/) };
    expect(await orderOf(sale)).toMatchObject({ refundInfo: underWay });
    await bank().fault('gateway', { mode: 'ok' });
    await refundAgain(sale.orderId);

    expect(await orderOf(sale)).toMatchObject({ refundInfo: { status: 'Completed' } });
    expect((await bank().trade(tradeNo))?.refunds).toHaveLength(1);
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: 0, ours: 0, customer: 0 });
  });

  it('waits for staff when the channel refuses the refund, under the same serial number [9.5#8 9.5#9 C30 C31]', async () => {
    const { sale, tradeNo } = await givenExpiredOrder();
    await fillSession(sale);
    await bank().settle(tradeNo, 'late');
    await bank().fault('gateway', {
      mode: 'error',
      code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH',
      only: 'alipay.trade.refund',
    });

    await work();
    const failed = await orderOf(sale);
    await bank().fault('gateway', { mode: 'ok' });
    await refundAgain(sale.orderId);
    const done = await orderOf(sale);

    expect(failed).toMatchObject({ refundInfo: { status: 'Failed' } });
    expect(done).toMatchObject({ refundInfo: { status: 'Completed', serialNumber: serialOf(failed) } });
    expectExactly(await moneyOf(bank(), sale)).toEqual({ channel: 0, ours: 0, customer: 0 });
  });
});

function serialOf(order: Record<string, unknown>): unknown {
  const info = order['refundInfo'];
  return typeof info === 'object' && info !== null && 'serialNumber' in info ? info.serialNumber : null;
}

async function refundAgain(orderId: string): Promise<void> {
  const { databasePool } = await import('#platform/database');
  const { tasks } = await import('#books/refunds');
  const { rows } = await databasePool().query<{ id: string }>('select id from refund where order_id = $1', [orderId]);
  for (const { id } of rows) await tasks['refunds.send']?.({ refundId: id });
}
