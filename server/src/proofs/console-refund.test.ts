import { addSeconds } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBooksProblems } from '#books/ledger';
import { tasks as minimumTasks } from '#desk/session-minimums';
import { tasks as paymentTasks } from '#checkout/payments';
import { tasks as refundTasks } from '#books/refunds';
import { readNowAlone } from '#platform/clock';
import { reading } from '#platform/database';
import { runDueJobs, type Tasks } from '#platform/worker';
import { tasks as deskTasks } from '#desk/sessions';
import { ask, askStaff, givenExam, givenSignedIn, givenStaff, type SignedIn, type TestExam, rowsOf } from '#testing';
import { addCandidate, meddle, openWorld, price, submission, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const reason = 'the school needs its hall on that day';
const quiet: Tasks = Object.fromEntries(
  ['letters.plan', 'messages.send', 'letters.mail', 'orders.tellPlaced'].map((name) => [name, async () => undefined]),
);
const work = () => runDueJobs({ ...quiet, ...paymentTasks, ...refundTasks, ...deskTasks });

type Paid = { browser: SignedIn; orderId: string; tradeNo: string; applicationIds: string[] };

/** A person who has paid one order with a line of each exam. */
async function givenPaid(...exams: TestExam[]): Promise<Paid> {
  const browser = await givenSignedIn(world.url);
  const applicationIds: string[] = [];
  for (const exam of exams) {
    const body = submission(exam, await addCandidate(browser));
    applicationIds.push(String((await ask(browser, 'application.submit', { body })).body['id']));
  }
  const totalPayAmount = exams.reduce((sum, { fees }) => sum + fees.localFee + fees.boardFee + fees.vat, 0);
  const sent = { applicationIds, totalPayAmount };
  const orderId = String((await ask(browser, 'order.place', { body: sent })).body['id']);
  const { body } = await ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
  await world.bank.settle(String(body['tradeNo']), 'paid');
  return { browser, orderId, tradeNo: String(body['tradeNo']), applicationIds };
}

async function giveInConsole({ tradeNo }: Paid, amount: number): Promise<void> {
  await world.bank.refundInConsole(tradeNo, amount);
  await work();
}

async function withdraw({ sessionId }: TestExam): Promise<void> {
  const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
  const approver = await givenStaff(world.consoleUrl, { roles: ['financeApprover'] });
  const [session] = await rowsOf<{ version: number }>('select version from exam_session where id = $1', [sessionId]);
  const proposed = await askStaff(officer, 'sessions.proposeWithdrawal', {
    params: { id: sessionId },
    body: { version: session?.version, reason },
  });
  await askStaff(approver, 'approvals.approve', { params: { id: proposed.body['proposalId'] }, body: {} });
  await work();
}

const statusesOf = async ({ applicationIds }: Paid) =>
  (
    await rowsOf<{ status: string }>(
      'select status from application where id = any($1) order by array_position($1, id)',
      [applicationIds],
    )
  ).map(({ status }) => status);
const refundsOf = ({ orderId }: Paid) =>
  rowsOf<{ cause: string; amount: number; status: string }>(
    'select cause, amount, status from refund where order_id = $1 order by submitted_at, amount',
    [orderId],
  );
const openOf = ({ orderId }: Paid, kind: string) =>
  rowsOf<{ id: string; amount: number | null }>(
    'select id, amount from payment_exception where order_id = $1 and kind = $2 and closed_at is null',
    [orderId, kind],
  );
const backOf = async ({ tradeNo }: Paid) =>
  (await world.bank.trade(tradeNo))?.refunds.reduce((sum, { amountFen }) => sum + amountFen, 0);
const problems = () => reading(readBooksProblems);

describe('a session that is withdrawn after somebody got money back in the channel’s console', () => {
  it('ends for everybody; nobody gets a fen more than they paid, and staff see what was counted [9.1#15 C29 C32]', async () => {
    const exam = await givenExam();
    const [part, whole, none] = [await givenPaid(exam), await givenPaid(exam), await givenPaid(exam)];
    await giveInConsole(part, 40_000);
    await giveInConsole(whole, price);

    await withdraw(exam);

    expect([await statusesOf(part), await statusesOf(whole), await statusesOf(none)]).toEqual([
      ['Withdrawn'],
      ['Withdrawn'],
      ['Withdrawn'],
    ]);
    expect([await backOf(part), await backOf(whole), await backOf(none)]).toEqual([price, price, price]);
    expect(await openOf(part, 'refundShort')).toMatchObject([{ amount: 40_000 }]);
    expect(await openOf(whole, 'refundShort')).toMatchObject([{ amount: price }]);
    expect(await openOf(none, 'refundShort')).toEqual([]);
    expect(await rowsOf('select registered from exam_session where id = $1', [exam.sessionId])).toEqual([
      { registered: 0 },
    ]);
    expect(await problems()).toEqual([]);
  });

  it('does not pay a line twice that the console paid; staff give the rest when it was for another line [T18 C29 S-16]', async () => {
    const [exam, other] = [await givenExam(), await givenExam()];
    const both = await givenPaid(exam, other);
    await giveInConsole(both, price);
    await withdraw(exam);
    const counted = await backOf(both);
    const [short] = await openOf(both, 'refundShort');
    const clerk = await givenStaff(world.consoleUrl, { roles: ['financeClerk'] });
    const approver = await givenStaff(world.consoleUrl, { roles: ['financeApprover'] });
    const asking = {
      params: { id: short?.id ?? '' },
      body: { reason: 'The console gave back the other registration.' },
    };

    const page = await askStaff(clerk, 'paymentExceptions.get', { params: { id: short?.id ?? '' } });
    const proposed = await askStaff(clerk, 'paymentExceptions.refund', asking);
    const again = await askStaff(clerk, 'paymentExceptions.refund', asking);
    const decided = await askStaff(approver, 'approvals.approve', {
      params: { id: String(proposed.body['proposalId']) },
      body: {},
    });
    await work();

    expect([counted, page.body['refundable']]).toEqual([price, price]);
    expect([again.body['code'], decided.status]).toEqual(['PROPOSAL_OPEN', 204]);
    expect(await backOf(both)).toBe(2 * price);
    expect(await statusesOf(both)).toEqual(['Withdrawn', 'Registered']);
    expect(await refundsOf(both)).toMatchObject([
      { cause: 'outside', amount: price, status: 'Completed' },
      { cause: 'sessionWithdrawn', amount: 0 },
      { cause: 'rest', amount: price, status: 'Completed' },
    ]);
    expect(await openOf(both, 'refundShort')).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it('counts what the console gave back against one line alone, and staff still see it when the other has gone back [C29 C32]', async () => {
    const [exam, other] = [await givenExam(), await givenExam()];
    const both = await givenPaid(exam, other);
    await giveInConsole(both, 40_000);

    await withdraw(exam);
    await withdraw(other);

    expect(await backOf(both)).toBe(2 * price);
    expect(await openOf(both, 'refundShort')).toMatchObject([{ amount: 40_000 }]);
    expect(await problems()).toEqual([]);
  });

  it.each([
    ['by one person up to the limit', 200_000, null],
    ['by two persons above it', 200_001, expect.any(String)],
  ])('gives the rest %s, who may both prepare and approve [C29 S-16]', async (_, localFee, proposalId) => {
    const fees = { localFee, boardFee: 0, vat: 0 };
    const [exam, other] = [await givenExam({ fees }), await givenExam({ fees })];
    const both = await givenPaid(exam, other);
    await giveInConsole(both, localFee);
    await withdraw(exam);
    const [short] = await openOf(both, 'refundShort');
    const staff = await givenStaff(world.consoleUrl);

    const { body } = await askStaff(staff, 'paymentExceptions.refund', {
      params: { id: short?.id ?? '' },
      body: { reason: 'The console gave back the other registration.' },
    });
    await work();

    expect(body).toEqual({ proposalId });
    expect(await backOf(both)).toBe(proposalId === null ? 2 * localFee : localFee);
    expect(await problems()).toEqual([]);
  });

  it('has the rest decided again when the console gives back more before the second person decides [C29 S-16]', async () => {
    const [exam, other] = [await givenExam(), await givenExam()];
    const both = await givenPaid(exam, other);
    await giveInConsole(both, price);
    await withdraw(exam);
    const [short] = await openOf(both, 'refundShort');
    const params = { id: short?.id ?? '' };
    const clerk = await givenStaff(world.consoleUrl, { roles: ['financeClerk'] });
    const approver = await givenStaff(world.consoleUrl, { roles: ['financeApprover'] });
    const asked = { params, body: { reason: 'The console gave back the other registration.' } };
    const proposed = await askStaff(clerk, 'paymentExceptions.refund', asked);
    const proposal = { params: { id: String(proposed.body['proposalId']) } };
    await giveInConsole(both, 1);

    const decided = await askStaff(approver, 'approvals.approve', { ...proposal, body: {} });
    const page = await askStaff(clerk, 'paymentExceptions.get', { params });
    await askStaff(approver, 'approvals.reject', { ...proposal, body: { reason: 'The sum is another one now.' } });
    const again = await askStaff(clerk, 'paymentExceptions.refund', asked);
    await askStaff(approver, 'approvals.approve', { params: { id: String(again.body['proposalId']) }, body: {} });
    await work();

    expect(decided.body['code']).toBe('VERSION_CONFLICT');
    expect(page.body).toMatchObject({ refundable: price - 1, proposalId: proposed.body['proposalId'] });
    expect(await backOf(both)).toBe(2 * price);
    expect(await openOf(both, 'refundShort')).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it('goes on past an order that cannot be withdrawn, tells staff once, and takes it up again when it can be [9.1#15]', async () => {
    const exam = await givenExam();
    const [stuck, fine] = [await givenPaid(exam), await givenPaid(exam)];
    await meddle(`alter table refund add constraint stuck check (order_id <> '${stuck.orderId}')`);

    await withdraw(exam);
    await deskTasks['sessionDesk.sweep']?.({});
    const meanwhile = [await statusesOf(stuck), await statusesOf(fine), await openOf(stuck, 'withdrawalStuck')];
    await meddle('alter table refund drop constraint stuck');
    await deskTasks['sessionDesk.sweep']?.({});
    await work();

    expect(meanwhile).toEqual([['Registered'], ['Withdrawn'], [expect.objectContaining({ amount: null })]]);
    expect(await statusesOf(stuck)).toEqual(['Withdrawn']);
    expect(await backOf(stuck)).toBe(price);
    expect(await openOf(stuck, 'withdrawalStuck')).toEqual([]);
    expect(await problems()).toEqual([]);
  });
});

describe('a registration that staff withdraw after the console gave back a part', () => {
  it('is shown with what really goes back, which is what goes back, and the second person reads the same sum [9.1#14 C29 C32 S-16]', async () => {
    const paid = await givenPaid(await givenExam());
    await giveInConsole(paid, 40_000);
    const params = { id: paid.applicationIds[0] };
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
    const approver = await givenStaff(world.consoleUrl, { roles: ['financeApprover'] });

    const quote = await askStaff(officer, 'applications.quoteWithdrawal', { params });
    const { body } = await askStaff(officer, 'applications.withdraw', {
      params,
      body: { version: 1, refund: 'Everything', reason },
    });
    const proposal = { id: body['proposalId'] };
    const page = await askStaff(approver, 'approvals.get', { params: proposal });
    await askStaff(approver, 'approvals.approve', { params: proposal, body: {} });
    await work();

    expect(quote.body).toMatchObject({ paidAmount: price, outsideAmount: 40_000, everythingAmount: price - 40_000 });
    expect(page.body).toMatchObject({ payload: { total: price - 40_000 } });
    expect(await refundsOf(paid)).toMatchObject([
      { cause: 'outside' },
      { cause: 'withdrawal', amount: price - 40_000 },
    ]);
    expect(await backOf(paid)).toBe(price);
    expect(await problems()).toEqual([]);
  });
});

describe('a paper under its minimum', () => {
  it('is withdrawn for everybody although the console gave one of them their money back before [R-54 C29]', async () => {
    const exam = await givenExam();
    const [back, other] = [await givenPaid(exam), await givenPaid(exam)];
    await giveInConsole(back, 1);
    const now = await readNowAlone();
    await meddle(
      `insert into minimum_decision (session_subject_id, session_id, minimum, registered, found_at, decide_by)
       values ($1, $2, 5, 2, $3, $3)`,
      [exam.paperIds[0], exam.sessionId, addSeconds(now, -1)],
    );

    await minimumTasks['minimums.withdraw']?.({});
    await work();

    expect([await statusesOf(back), await statusesOf(other)]).toEqual([['Withdrawn'], ['Withdrawn']]);
    expect([await backOf(back), await backOf(other)]).toEqual([price, price]);
    expect(await openOf(back, 'refundShort')).toMatchObject([{ amount: 1 }]);
    expect(await problems()).toEqual([]);
  });
});

describe('money that came too late, of which the console gave back a part', () => {
  it('goes back for the rest when the order ends, and not twice [C18 C29 9.4#10]', async () => {
    const exam = await givenExam();
    const browser = await givenSignedIn(world.url);
    const body = submission(exam, await addCandidate(browser));
    const applicationId = String((await ask(browser, 'application.submit', { body })).body['id']);
    const sent = { applicationIds: [applicationId], totalPayAmount: price };
    const orderId = String((await ask(browser, 'order.place', { body: sent })).body['id']);
    const started = await ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
    const tradeNo = String(started.body['tradeNo']);
    await meddle('update payment_attempt set amount = amount + 1 where trade_no = $1', [tradeNo]);
    await world.bank.settle(tradeNo, 'paid');
    const sale = { browser, orderId, tradeNo, applicationIds: [applicationId] };
    await giveInConsole(sale, 500);

    await ask(browser, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' } });
    await work();

    expect(await backOf(sale)).toBe(price);
    expect(await refundsOf(sale)).toMatchObject([
      { cause: 'outside', amount: 500 },
      { cause: 'latePayment', amount: price - 500, status: 'Completed' },
    ]);
    expect(await problems()).toEqual([]);
  });
});
