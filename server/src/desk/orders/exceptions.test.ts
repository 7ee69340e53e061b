import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
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
import { auditsOf, givenPaidOrder, openMoneyDesk, orderPage, valueOf, work as workOfMoney } from '#testing/orders-desk';
import { staffRoutes, tasks } from './index.ts';

let desk: Awaited<ReturnType<typeof openMoneyDesk>>;
let clerk: SignedInStaff;
let approver: SignedInStaff;
let all: SignedInStaff;
beforeAll(async () => {
  desk = await openMoneyDesk(staffRoutes, { REFUND_SECOND_APPROVAL_FEN: String(total) });
  clerk = await givenStaff(desk.server.consoleUrl, { roles: ['financeClerk'] });
  approver = await givenStaff(desk.server.consoleUrl, { roles: ['financeApprover'] });
  all = await givenStaff(desk.server.consoleUrl);
});
afterAll(() => desk.close());
afterEach(() => desk.bank.fault('gateway', { mode: 'ok' }));

const work = () => workOfMoney(tasks);
const reason = 'Settled with the payer by telephone.';
const given = () => givenUnpaidOrder(desk.server.url);
type Kind = 'late' | 'double' | 'amountMismatch' | 'unknownTrade';

/** The latest exception of a kind, of an order when there is one. */
async function exceptionOf(kind: Kind, orderId: string | null = null): Promise<string> {
  const id = await valueOf<string>(
    '(select id from payment_exception where kind = $1 and order_id is not distinct from $2 order by opened_at desc limit 1)',
    [kind, orderId],
  );
  return id ?? '';
}

const pageOf = async (id: string) => (await askStaff(clerk, 'paymentExceptions.get', { params: { id } })).body;
const act = (
  staff: SignedInStaff,
  name: 'paymentExceptions.refund' | 'paymentExceptions.close' | 'paymentExceptions.attach',
  id: string,
  body: object = {},
) => askStaff(staff, name, { params: { id }, body: { reason, ...body } });
const approve = (proposalId: unknown) =>
  askStaff(approver, 'approvals.approve', { params: { id: String(proposalId) }, body: {} });

/** Money at the channel for a trade that we know nothing of any more: its row was lost. */
async function givenUnknownTrade(): Promise<{ id: string; tradeNo: string }> {
  const sale = await given();
  const tradeNo = await startPaying(sale);
  await databasePool().query('delete from payment_attempt where trade_no = $1', [tradeNo]);
  await desk.bank.settle(tradeNo, 'paid');
  return { id: await exceptionOf('unknownTrade'), tradeNo };
}

/** An unpaid order of twice as much as one person may give back alone. */
async function givenOrderOfTwo() {
  const browser = await givenSignedIn(desk.server.url);
  const exams = [await givenExam(), await givenExam()];
  const applicationIds = await Promise.all(exams.map((exam) => givenCartLine(browser.accountId, exam)));
  const { body } = await ask(browser, 'order.place', { body: { applicationIds, totalPayAmount: 2 * total } });
  return { browser, orderId: String(body['id']), code: String(body['code']) };
}

/** An order that got a fen too little, which is kept until staff or the deadline decide. */
async function givenMismatch(unpaid: Pick<Sale, 'browser' | 'orderId' | 'code'> | null = null) {
  const sale = unpaid ?? (await given());
  const tradeNo = await startPaying(sale);
  await databasePool().query('update payment_attempt set amount = amount + 1 where trade_no = $1', [tradeNo]);
  await desk.bank.settle(tradeNo, 'paid');
  return { ...sale, tradeNo, id: await exceptionOf('amountMismatch', sale.orderId) };
}

describe('money whose amount differs', () => {
  it('waits, is given back on the word of two persons, and never above what came [C18 C29 S-16]', async () => {
    const { id, orderId, tradeNo } = await givenMismatch();
    const page = await pageOf(id);

    const proposed = await act(clerk, 'paymentExceptions.refund', id);
    const again = await act(clerk, 'paymentExceptions.refund', id);
    const approved = await approve(proposed.body['proposalId']);
    await work();
    const more = await act(all, 'paymentExceptions.refund', id);

    expect(page).toMatchObject({ kind: 'amountMismatch', refundable: total, order: { id: orderId }, closedAt: null });
    expect([again.body['code'], approved.status]).toEqual(['PROPOSAL_OPEN', 204]);
    expect((await desk.bank.trade(tradeNo))?.refunds.map(({ amountFen }) => amountFen)).toEqual([total]);
    expect([409, 412]).toContain(more.status);
    expect(await pageOf(id)).toMatchObject({ refundable: null, payment: { refundedAmount: total } });
    expect(await orderPage(clerk, orderId)).toMatchObject({ status: 'PaymentPending' });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('is given back at once by who may, up to the limit of the second person, and its payer is told [S-16 C18]', async () => {
    const { id, tradeNo } = await givenMismatch();

    const { body } = await act(all, 'paymentExceptions.refund', id);
    await work();

    expect(body).toEqual({ proposalId: null });
    expect((await desk.bank.trade(tradeNo))?.refunds).toHaveLength(1);
    expect(await pageOf(id)).toMatchObject({ closedAt: expect.any(String) });
    expect(
      await valueOf(
        `(select count(*)::integer from message where kind = 'paymentReturned' and object_id = (
           select payment_id from payment_exception where id = $1))`,
        [id],
      ),
    ).toBe(1);
  });

  it('needs a second person above the limit, also by who may approve [S-16]', async () => {
    const { id, tradeNo } = await givenMismatch(await givenOrderOfTwo());

    const { body } = await act(all, 'paymentExceptions.refund', id);
    await work();

    expect(body).toEqual({ proposalId: expect.any(String) });
    expect((await desk.bank.trade(tradeNo))?.refunds).toEqual([]);
  });

  it('goes back once when two give it back at the same moment [S-1 C29]', async () => {
    const { id, tradeNo } = await givenMismatch();
    const other = await givenStaff(desk.server.consoleUrl);

    const answers = await Promise.all([
      act(all, 'paymentExceptions.refund', id),
      act(other, 'paymentExceptions.refund', id),
    ]);
    await work();

    expectExactly((await desk.bank.trade(tradeNo))?.refunds).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expectExactly(await booksProblems()).toEqual([]);
  });
});

describe('a trade that nobody knows', () => {
  it('waits for a second person, and then pays the order that staff named, as the channel confirms it [C17 C19 S-16]', async () => {
    const { id, tradeNo } = await givenUnknownTrade();
    const buyer = await given();
    const asked = await askStaff(clerk, 'paymentExceptions.queryChannel', { params: { id }, body: {} });

    const proposed = await act(all, 'paymentExceptions.attach', id, { orderCode: buyer.code });
    const alone = await askStaff(all, 'approvals.approve', {
      params: { id: String(proposed.body['proposalId']) },
      body: {},
    });
    const waiting = await orderPage(clerk, buyer.orderId);
    const page = await pageOf(id);
    const approved = await approve(proposed.body['proposalId']);
    await work();

    expect(asked.body).toEqual({ answers: [{ tradeNo, state: 'paid' }] });
    expect([proposed.status, alone.body['code'], approved.status]).toEqual([200, 'SECOND_PERSON_NEEDED', 204]);
    expect([waiting['status'], page['proposalId']]).toEqual(['PaymentPending', proposed.body['proposalId']]);
    expect(await orderPage(clerk, buyer.orderId)).toMatchObject({
      status: 'PaymentSuccessful',
      actualPayAmount: total,
    });
    expect(await pageOf(id)).toMatchObject({ orderCode: buyer.code, closedAt: expect.any(String), resolution: reason });
    expect(await auditsOf('payments.attachException', id)).toBe(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('goes back to its payer when the order that staff named is paid already [9.4#11 S-3]', async () => {
    const { id, tradeNo } = await givenUnknownTrade();
    const buyer = await givenPaidOrder(desk.server.url, desk.bank);

    await approve((await act(clerk, 'paymentExceptions.attach', id, { orderCode: buyer.code })).body['proposalId']);
    await work();

    expect((await desk.bank.trade(tradeNo))?.refunds.map(({ amountFen }) => amountFen)).toEqual([total]);
    expect(await orderPage(clerk, buyer.orderId)).toMatchObject({ actualPayAmount: total });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('is proposed once when two name an order at the same moment, and the rejected one may be named anew [S-1]', async () => {
    const { id } = await givenUnknownTrade();
    const [one, two] = [await given(), await given()];

    const answers = await Promise.all([
      act(clerk, 'paymentExceptions.attach', id, { orderCode: one.code }),
      act(all, 'paymentExceptions.attach', id, { orderCode: two.code }),
    ]);
    const winner = answers.find(({ status }) => status === 200)?.body['proposalId'];
    await askStaff(approver, 'approvals.reject', { params: { id: String(winner) }, body: { reason } });
    await work();
    const anew = await act(clerk, 'paymentExceptions.attach', id, { orderCode: two.code });

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect(anew.status).toBe(200);
    const paid = await Promise.all([one, two].map(({ orderId }) => orderPage(clerk, orderId)));
    expectExactly(paid.filter(({ status }) => status === 'PaymentSuccessful')).toHaveLength(0);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('waits for a silent channel after the second person agreed, and is applied once when it speaks [F17]', async () => {
    const { id } = await givenUnknownTrade();
    const buyer = await given();
    const proposed = await act(clerk, 'paymentExceptions.attach', id, { orderCode: buyer.code });
    await desk.bank.fault('gateway', { mode: 'down' });

    await approve(proposed.body['proposalId']);
    await work();
    const early = await orderPage(clerk, buyer.orderId);
    await desk.bank.fault('gateway', { mode: 'ok' });
    await databasePool().query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
      `adopt:${id}`,
    ]);
    await work();

    expect(early).toMatchObject({ status: 'PaymentPending' });
    expect(await orderPage(clerk, buyer.orderId)).toMatchObject({ status: 'PaymentSuccessful' });
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('stays as it is when the channel does not confirm it, or no order has the code', async () => {
    const { id } = await givenUnknownTrade();
    const buyer = await given();

    const noOrder = await act(clerk, 'paymentExceptions.attach', id, { orderCode: 'E000000000' });
    await desk.bank.fault('gateway', { mode: 'down' });
    const silent = await act(clerk, 'paymentExceptions.attach', id, { orderCode: buyer.code });

    expect([noOrder.status, silent.body['code']]).toEqual([404, 'PAYMENT_CHANNEL_DOWN']);
    expect(await pageOf(id)).toMatchObject({ orderId: null, closedAt: null });
    expect(await orderPage(clerk, buyer.orderId)).toMatchObject({ status: 'PaymentPending' });
  });
});

describe('money that came twice or late', () => {
  it('goes back by itself, and its exception closes with it [C17]', async () => {
    const sale = await given();
    const tradeNo = await startPaying(sale);
    await desk.bank.settle(tradeNo, 'twice');
    const id = await exceptionOf('double', sale.orderId);
    const before = await pageOf(id);

    const twice = await act(clerk, 'paymentExceptions.refund', id);
    await work();

    expect(before).toMatchObject({ kind: 'double', refundable: null, payment: { refundedAmount: total } });
    expect(twice.body['code']).toBe('NOTHING_TO_REFUND');
    expect(await pageOf(id)).toMatchObject({ closedAt: expect.any(String) });
    expect((await desk.bank.trade(tradeNo))?.refunds).toHaveLength(1);
    expectExactly(await booksProblems()).toEqual([]);
  });
});

describe('an exception', () => {
  it('is closed once, with what was done about it and by whom [S-1]', async () => {
    const { id } = await givenMismatch();

    const answers = await Promise.all([
      act(clerk, 'paymentExceptions.close', id),
      act(all, 'paymentExceptions.close', id, { reason: 'The other was quicker?' }),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect(await auditsOf('payments.closeException', id)).toBe(1);
    expect(
      await valueOf('(select count(*)::integer from work_item where object_id = $1 and closed_at is null)', [id]),
    ).toBe(0);
    expect(await pageOf(id)).toMatchObject({ closedBy: 'Ding Yi' });
  });

  it('of another office is absent from list and page, and cannot be touched [T32]', async () => {
    const { id } = await givenMismatch();
    const stranger = await givenStaff(desk.server.consoleUrl, { offices: [await givenOffice()] });

    expect((await askStaff(stranger, 'paymentExceptions.get', { params: { id } })).status).toBe(404);
    expect((await act(stranger, 'paymentExceptions.close', id)).status).toBe(404);
    expect((await act(stranger, 'paymentExceptions.refund', id)).status).toBe(404);
    const { body } = await askStaff(stranger, 'paymentExceptions.search', { body: {} });
    expect(body).toMatchObject({ recordCount: 0 });
  });

  it('is found by its kind, whether it is open, and its words', async () => {
    const { id, code } = await givenMismatch();

    const { body } = await askStaff(clerk, 'paymentExceptions.search', {
      body: { kind: 'amountMismatch', isOpen: true, search: code },
    });
    const ordersWith = async () =>
      (await askStaff(clerk, 'orders.search', { body: { search: code, hasException: true } })).body['recordCount'];
    const before = await ordersWith();
    await act(clerk, 'paymentExceptions.close', id);

    expect(body).toMatchObject({ recordCount: 1, list: [{ id, orderCode: code }] });
    expect([before, await ordersWith()], 'a closed one makes its order no exception').toEqual([1, 0]);
  });
});
