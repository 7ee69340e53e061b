import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chinaDateOf, plusSeconds, readNowAlone } from '#platform/clock';
import {
  ask,
  askStaff,
  expectExactly,
  givenCartLine,
  givenExam,
  givenOffice,
  givenSignedIn,
  givenStaff,
  type SignedInStaff,
} from '#testing';
import { booksProblems, givenUnpaidOrder, type Sale, startPaying, total } from '#testing/shopping';
import { auditsOf, givenPaidOrder, openMoneyDesk, orderPage, valueOf, work } from '#testing/orders-desk';
import { staffRoutes } from './index.ts';

let desk: Awaited<ReturnType<typeof openMoneyDesk>>;
let clerk: SignedInStaff;
beforeAll(async () => {
  desk = await openMoneyDesk(staffRoutes);
  clerk = await givenStaff(desk.server.consoleUrl, { roles: ['financeClerk'] });
});
afterAll(() => desk.close());
afterEach(async () => {
  await desk.bank.fault('gateway', { mode: 'ok' });
  await desk.bank.moveClock(0);
});

const reason = 'The payer asked for it by telephone.';
const later = async (minutes: number) => plusSeconds(await readNowAlone(), minutes * 60);
const given = (wishes = {}) => givenUnpaidOrder(desk.server.url, wishes);
const versionOf = async ({ orderId }: Pick<Sale, 'orderId'>) => Number((await orderPage(clerk, orderId))['version']);
const heldUntil = ({ orderId }: Sale) =>
  valueOf<Date>('(select held_until from seat_allocation where order_id = $1 limit 1)', [orderId]);

async function act(
  name: 'orders.extend' | 'orders.expireNow',
  sale: Pick<Sale, 'orderId'>,
  body: object = {},
  staff = clerk,
) {
  return await askStaff(staff, name, {
    params: { id: sale.orderId },
    body: { version: await versionOf(sale), reason, ...body },
  });
}

describe('more time to pay', () => {
  it('moves the end and the hold of the seats, and is written down with both ends [C15]', async () => {
    const sale = await given();
    const paymentEndAt = await later(26 * 60);

    const { status } = await act('orders.extend', sale, { paymentEndAt });

    expect(status).toBe(204);
    expect(await orderPage(clerk, sale.orderId)).toMatchObject({ paymentEndAt, status: 'PaymentPending' });
    expect(await heldUntil(sale)).toBe(paymentEndAt);
    expect(await auditsOf('orders.extend', sale.orderId)).toBe(1);
    await desk.bank.moveClock(25 * 3600);
    await work();
    expect(await valueOf('(select status from exam_order where id = $1)', [sale.orderId])).toBe('PaymentPending');
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('ends with the registration of whichever session closes first, and its half hour [C15 R-44]', async () => {
    const browser = await givenSignedIn(desk.server.url);
    const exams = [await givenExam({ closesInMinutes: 120 }), await givenExam()];
    const applicationIds = await Promise.all(exams.map((exam) => givenCartLine(browser.accountId, exam)));
    const { body } = await ask(browser, 'order.place', { body: { applicationIds, totalPayAmount: 2 * total } });
    const sale = { orderId: String(body['id']) };

    const closes = await valueOf<string>('(select publish_end_at from exam_session where id = $1)', [
      exams[0]?.sessionId,
    ]);
    const last = plusSeconds(closes ?? '', 30 * 60);
    const tooLong = await act('orders.extend', sale, { paymentEndAt: plusSeconds(last, 1) });
    const longest = await act('orders.extend', sale, { paymentEndAt: last });

    expect([tooLong.body['code'], longest.status]).toEqual(['PAY_END_AFTER_REGISTRATION', 204]);
  });

  it.each([
    ['an end before the present one', 1, 'PAY_END_EARLIER'],
    ['an end in the past', -5, 'PAY_END_PAST'],
    ['an end after registration and its grace', 24 * 60 * 31, 'PAY_END_AFTER_REGISTRATION'],
  ])('refuses %s', async (_, minutes, code) => {
    const answer = await act('orders.extend', await given(), { paymentEndAt: await later(minutes) });

    expect([answer.status, answer.body['code']]).toEqual([412, code]);
  });

  it('is paid by a new code once the one that was shown has run out [C15 C24]', async () => {
    const sale = await given();
    const shown = await startPaying(sale);
    await act('orders.extend', sale, { paymentEndAt: await later(26 * 60) });
    await desk.bank.moveClock(3600);

    const fresh = await startPaying(sale);
    await desk.bank.settle(fresh, 'paid');

    expect(fresh).not.toBe(shown);
    expect(await valueOf('(select status from exam_order where id = $1)', [sale.orderId])).toBe('PaymentSuccessful');
  });

  it('is given once when two do it at the same moment: the other is told [S-1]', async () => {
    const sale = await given();
    const version = await versionOf(sale);
    const other = await givenStaff(desk.server.consoleUrl, { roles: ['financeClerk'] });
    const extend = async (staff: SignedInStaff, minutes: number) =>
      await askStaff(staff, 'orders.extend', {
        params: { id: sale.orderId },
        body: { version, reason, paymentEndAt: await later(minutes) },
      });

    const answers = await Promise.all([extend(clerk, 2000), extend(other, 3000)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });

  it('is not to be had for an order of another office [T32]', async () => {
    const sale = await given();
    const stranger = await givenStaff(desk.server.consoleUrl, { offices: [await givenOffice()] });

    const answer = await act('orders.extend', sale, { paymentEndAt: await later(2000) }, stranger);

    expect(answer.status).toBe(404);
  });
});

describe('an order that staff end now', () => {
  it('expires after its trade is closed at the channel, and its seats are free [9.4#6 C12]', async () => {
    const sale = await given();
    const tradeNo = await startPaying(sale);

    const { status } = await act('orders.expireNow', sale);

    expect(status).toBe(204);
    expect(await orderPage(clerk, sale.orderId)).toMatchObject({
      status: 'PaymentExpired',
      attempts: [{ tradeNo, status: 'Closed' }],
    });
    expect(await valueOf('(select registered from exam_session where id = $1)', [sale.sessionId])).toBe(0);
    expect(await auditsOf('orders.expireNow', sale.orderId)).toBe(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('stays when its payer has paid meanwhile, and is paid [C12]', async () => {
    const sale = await given();
    const tradeNo = await startPaying(sale);
    const version = await versionOf(sale);
    await desk.bank.fault('notify', { mode: 'down' });
    await desk.bank.settle(tradeNo, 'paid');

    const answer = await askStaff(clerk, 'orders.expireNow', {
      params: { id: sale.orderId },
      body: { version, reason },
    });

    expect(answer.status).toBe(409);
    expect(await orderPage(clerk, sale.orderId)).toMatchObject({ status: 'PaymentSuccessful', actualPayAmount: total });
    await desk.bank.fault('notify', { mode: 'ok' });
  });

  it('gives back a wrong amount that the channel took [C18 T15]', async () => {
    const sale = await given();
    const tradeNo = await startPaying(sale);
    await desk.bank.settle(tradeNo, 'wrong-amount');

    const { status } = await act('orders.expireNow', sale);
    await work();

    expect(status).toBe(204);
    expect((await desk.bank.trade(tradeNo))?.refunds.map(({ amountFen }) => amountFen)).toEqual([total - 1]);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('stays while the channel is silent', async () => {
    const sale = await given();
    await startPaying(sale);
    await desk.bank.fault('gateway', { mode: 'down' });

    const answer = await act('orders.expireNow', sale);

    expect(answer.body['code']).toBe('PAYMENT_CHANNEL_DOWN');
    expect(await orderPage(clerk, sale.orderId)).toMatchObject({ status: 'PaymentPending' });
  });
});

describe('the list of orders', () => {
  it('finds an order by its code, the channel’s number and the candidate’s name, with its state', async () => {
    const sale = await givenPaidOrder(desk.server.url, desk.bank);
    const page = await orderPage(clerk, sale.orderId);
    const [payment] = page['payments'] as { channelTradeNo: string; paidAt: string }[];
    const search = async (body: object) => (await askStaff(clerk, 'orders.search', { body })).body;

    for (const word of [sale.code, payment?.channelTradeNo ?? '?'])
      expect(await search({ search: word })).toMatchObject({ recordCount: 1, list: [{ code: sale.code }] });
    expect(await search({ search: sale.code, status: 'PaymentExpired' })).toMatchObject({ recordCount: 0 });
    expect(await search({ search: '%' })).toMatchObject({ recordCount: 0 });
    expect(page).toMatchObject({
      messages: [{ kind: 'paid', tradeNo: sale.tradeNo, outcome: 'complete' }],
      timeline: [{ event: 'place' }, { event: 'pay', actor: 'gateway' }],
    });
    expect(JSON.stringify(page)).not.toMatch(/buyer_|"phone":"1\d{10}"/);
    const day = chinaDateOf(payment?.paidAt ?? '');
    const payments = await askStaff(clerk, 'payments.search', { body: { search: sale.code, from: day, to: day } });
    expect(payments.body).toMatchObject({
      recordCount: 1,
      list: [{ amount: total, isSettling: true, channel: 'alipay' }],
    });
  });

  it('asks the channel about every trade on wish, and applies what it says [C22]', async () => {
    const sale = await given();
    const tradeNo = await startPaying(sale);
    await desk.bank.fault('notify', { mode: 'down' });
    await desk.bank.settle(tradeNo, 'paid');

    const { body } = await askStaff(clerk, 'orders.queryChannel', { params: { id: sale.orderId }, body: {} });
    await desk.bank.fault('notify', { mode: 'ok' });

    expect(body).toMatchObject({ status: 'PaymentSuccessful', actualPayAmount: total });
  });
});
