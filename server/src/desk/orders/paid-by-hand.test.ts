import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { plusSeconds, readNowAlone } from '#platform/clock';
import { askStaff, expectExactly, givenStaff, type SignedInStaff } from '#testing';
import { booksProblems, givenUnpaidOrder, fillSession, type Sale, startPaying, total } from '#testing/shopping';
import { auditsOf, openMoneyDesk, orderPage, valueOf, work } from '#testing/orders-desk';
import { staffRoutes } from './index.ts';

let desk: Awaited<ReturnType<typeof openMoneyDesk>>;
let clerk: SignedInStaff;
let approver: SignedInStaff;
beforeAll(async () => {
  desk = await openMoneyDesk(staffRoutes);
  clerk = await givenStaff(desk.server.consoleUrl, { roles: ['financeClerk'] });
  approver = await givenStaff(desk.server.consoleUrl, { roles: ['financeApprover'] });
});
afterAll(() => desk.close());
afterEach(() => desk.bank.moveClock(0));

const later = async (minutes: number) => plusSeconds(await readNowAlone(), minutes * 60);
const given = (wishes = {}) => givenUnpaidOrder(desk.server.url, wishes);
const versionOf = async ({ orderId }: Sale) => Number((await orderPage(clerk, orderId))['version']);

async function expireNow(sale: Sale): Promise<void> {
  await askStaff(clerk, 'orders.expireNow', {
    params: { id: sale.orderId },
    body: { version: await versionOf(sale), reason: 'The payer asked for it by telephone.' },
  });
}

const voucherOf = ({ orderId }: Sale) => `BANK-${orderId.slice(0, 8)}`;

async function proposePaid(sale: Sale, body: object = {}) {
  return await askStaff(clerk, 'orders.proposePaid', {
    params: { id: sale.orderId },
    body: {
      version: await versionOf(sale),
      reason: 'Seen on the bank account.',
      voucher: voucherOf(sale),
      paidAt: await later(-5),
      ...body,
    },
  });
}

const approve = (staff: SignedInStaff, proposalId: unknown) =>
  askStaff(staff, 'approvals.approve', { params: { id: String(proposalId) }, body: {} });

describe('an order paid outside the channels', () => {
  it('is paid once a second person has confirmed it, and the ledger says where the money is [9.4#5 S-16]', async () => {
    const sale = await given();
    const { body } = await proposePaid(sale);
    const before = await orderPage(clerk, sale.orderId);

    const alone = await approve(clerk, body['proposalId']);
    const second = await approve(approver, body['proposalId']);
    await work();

    expect(before).toMatchObject({ status: 'PaymentPending', proposalId: body['proposalId'] });
    expect([alone.status, second.status]).toEqual([403, 204]);
    expect(await orderPage(clerk, sale.orderId)).toMatchObject({
      status: 'PaymentSuccessful',
      actualPayAmount: total,
      payments: [{ channel: 'manual', channelTradeNo: voucherOf(sale), amount: total, isSettling: true }],
      lines: [{ applicationStatus: 'Registered' }],
    });
    expect(
      await valueOf(`(select sum(amount)::integer from ledger_entry where order_id = $1 and account = 'bank')`, [
        sale.orderId,
      ]),
    ).toBe(total);
    expect(await auditsOf('payments.payByHand', sale.orderId)).toBe(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('cannot be approved by who proposed it, whatever their rights [S-16]', async () => {
    const sale = await given();
    const both = await givenStaff(desk.server.consoleUrl);
    const proposed = await askStaff(both, 'orders.proposePaid', {
      params: { id: sale.orderId },
      body: { version: 1, reason: 'Seen on the account.', voucher: voucherOf(sale), paidAt: await later(-5) },
    });

    expect((await approve(both, proposed.body['proposalId'])).body['code']).toBe('SECOND_PERSON_NEEDED');
  });

  it('is paid once when two approve at the same moment [S-1]', async () => {
    const sale = await given();
    const { body } = await proposePaid(sale);
    const other = await givenStaff(desk.server.consoleUrl, { roles: ['financeApprover'] });

    const answers = await Promise.all([approve(approver, body['proposalId']), approve(other, body['proposalId'])]);

    const payments = await valueOf('(select count(*)::integer from payment where order_id = $1)', [sale.orderId]);
    expectExactly(payments).toBe(1);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('gives back what the channel took as well [9.4#11 C18]', async () => {
    const sale = await given();
    const tradeNo = await startPaying(sale);
    const { body } = await proposePaid(sale);
    await desk.bank.settle(tradeNo, 'paid');

    const late = await approve(approver, body['proposalId']);

    expect(late.body['code']).toBe('ILLEGAL_STATE');
    expect(await orderPage(clerk, sale.orderId)).toMatchObject({
      actualPayAmount: total,
      payments: [{ channel: 'alipay' }],
    });
    const next = await given();
    const itsTrade = await startPaying(next);
    await approve(approver, (await proposePaid(next)).body['proposalId']);
    await desk.bank.settle(itsTrade, 'paid');
    await work();
    expect((await desk.bank.trade(itsTrade))?.refunds.map(({ amountFen }) => amountFen)).toEqual([total]);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('cannot be paid at the channel any more: the trade that was open there is closed [9.4#11 C24]', async () => {
    const sale = await given();
    const tradeNo = await startPaying(sale);

    await approve(approver, (await proposePaid(sale)).body['proposalId']);
    await work();

    expect(await orderPage(clerk, sale.orderId)).toMatchObject({ attempts: [{ tradeNo, status: 'Closed' }] });
  });

  it.each(['before', 'after'])('gives back a wrong amount that the channel took %s [9.4#5 C18 T15]', async (when) => {
    const sale = await given();
    const tradeNo = await startPaying(sale);

    if (when === 'before') await desk.bank.settle(tradeNo, 'wrong-amount');
    await approve(approver, (await proposePaid(sale)).body['proposalId']);
    if (when === 'after') await desk.bank.settle(tradeNo, 'wrong-amount');
    await work();

    expect((await desk.bank.trade(tradeNo))?.refunds.map(({ amountFen }) => amountFen)).toEqual([total - 1]);
    expect(await orderPage(clerk, sale.orderId)).toMatchObject({ status: 'PaymentSuccessful', actualPayAmount: total });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('needs a voucher of its own also when the same one was proposed twice before anybody decided [S-16]', async () => {
    const [one, two] = [await given(), await given()];
    const voucher = `${voucherOf(one)}-SAME`;
    const proposals = [(await proposePaid(one, { voucher })).body, (await proposePaid(two, { voucher })).body];

    const answers = [
      await approve(approver, proposals[0]?.['proposalId']),
      await approve(approver, proposals[1]?.['proposalId']),
    ];

    expectExactly(answers.map(({ status, body }) => body['code'] ?? status)).toEqual([204, 'VOUCHER_USED']);
    expect(await orderPage(clerk, two.orderId)).toMatchObject({ status: 'PaymentPending', payments: [] });
  });

  it('needs a voucher that is used once, and a payment that has happened', async () => {
    const [one, two] = [await given(), await given()];
    await approve(approver, (await proposePaid(one)).body['proposalId']);

    expect((await proposePaid(two, { voucher: voucherOf(one) })).body['code']).toBe('VOUCHER_USED');
    expect((await proposePaid(two, { paidAt: await later(5) })).body['code']).toBe('PAID_AT_FUTURE');
    expect((await proposePaid(one, { voucher: 'OTHER-1' })).body['code']).toBe('ILLEGAL_STATE');
  });
});

describe('an expired order', () => {
  it('is revived by money that came outside the channels while its seats can be had again [S-3 C15 9.4#9]', async () => {
    const sale = await given();
    await expireNow(sale);

    const answer = await approve(approver, (await proposePaid(sale)).body['proposalId']);

    expect(answer.status).toBe(204);
    expect(await orderPage(clerk, sale.orderId)).toMatchObject({
      status: 'PaymentSuccessful',
      lines: [{ applicationStatus: 'Registered' }],
    });
    expect(await valueOf('(select registered from exam_session where id = $1)', [sale.sessionId])).toBe(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('is not revived when somebody else has its seat, and nothing is recorded [S-3 9.4#10]', async () => {
    const sale = await given();
    await expireNow(sale);
    const { body } = await proposePaid(sale);
    await fillSession(sale);

    const answer = await approve(approver, body['proposalId']);

    expect(answer.body['code']).toBe('ORDER_NOT_REVIVABLE');
    expect(await orderPage(clerk, sale.orderId)).toMatchObject({ status: 'PaymentExpired', payments: [], ledger: [] });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('is not revived after registration has closed [S-3]', async () => {
    const sale = await given({ closesInMinutes: 120 });
    await expireNow(sale);
    const { body } = await proposePaid(sale);
    await desk.bank.moveClock(86_400);
    const fresh = await givenStaff(desk.server.consoleUrl, { roles: ['financeApprover'] });

    const answer = await approve(fresh, body['proposalId']);

    expect(answer.body['code']).toBe('ORDER_NOT_REVIVABLE');
  });
});
