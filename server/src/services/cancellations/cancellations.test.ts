import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { instantOf, policyWith, termsOf } from '@exam/contract/rules';
import { loadKnownCalendar } from '#office/working-days';
import { databasePool, inTransaction } from '#platform/database';
import { theSystem } from '#platform/transition';
import { ask, askStaff, expectExactly, givenStaff, moveClockTo, type SignedInStaff } from '#testing';
import { withdrawApplications } from './index.ts';
import {
  booksProblems,
  givenPaid,
  openDesk,
  pageOf,
  type Registration,
  request,
  schedule,
  valueOf,
  work,
} from '#testing/cancellations-desk';

let desk: Awaited<ReturnType<typeof openDesk>>;
let approver: SignedInStaff;
let second: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
  approver = await givenStaff(desk.server.consoleUrl);
  second = await givenStaff(desk.server.consoleUrl);
});
afterAll(() => desk.close());
afterEach(async () => {
  await desk.bank.moveClock(0);
  await desk.bank.fault('gateway', { mode: 'ok' });
});

const paid = (wishes = {}) => givenPaid(desk.server.url, desk.bank, wishes);
const quoteOf = ({ browser, applicationId }: Registration) =>
  ask(browser, 'application.cancellationQuote', { params: { id: applicationId } });
const requestIdOf = ({ applicationId }: Registration) =>
  valueOf<string>(
    '(select request_id from cancellation_item where application_id = $1 order by is_open desc limit 1)',
    [applicationId],
  );
const decide = async (
  one: Registration,
  {
    what = 'approve',
    version = 1,
    body = {},
    staff = approver,
  }: { what?: 'approve' | 'reject'; version?: number; body?: object; staff?: SignedInStaff } = {},
) =>
  askStaff(staff, `cancellations.${what}`, {
    params: { id: (await requestIdOf(one)) ?? '' },
    body: { version, ...(what === 'reject' ? { reason: 'The papers do not show it.' } : {}), ...body },
  });
const seatOf = ({ applicationId }: Registration) =>
  valueOf<string>('(select state from seat_allocation where application_id = $1)', [applicationId]);
const refundOf = ({ applicationId }: Registration) =>
  valueOf<string>('(select status from refund where application_id = $1 order by submitted_at desc limit 1)', [
    applicationId,
  ]);
const told = (one: Registration, kind: string) =>
  valueOf<number>('(select count(*)::integer from message where account_id = $1 and kind = $2)', [
    one.browser.accountId,
    kind,
  ]);

describe('asking for a cancellation', () => {
  it('shows the quote before, freezes it, keeps the seat and tells staff [9.1#10 9.5#1 R-72 C33 call:POST /api/application/cancelpublicexam call:GET /api/application/{id}/cancellation-quote]', async () => {
    const one = await paid();

    const quote = await quoteOf(one);
    const asked = await request(one, { expectedAmount: quote.body['amount'] });

    // 45,000 + 9,666 x 45,000 / 140,334 = 48,099.5; 80 % of it = 38,479.6
    expect(quote.body).toMatchObject({ policyRow: 'P1', percent: 80, amount: 38_480, paidAmount: 150_000, attempt: 1 });
    expect(asked.body).toMatchObject({
      status: 'RegisteredCancellationRequested',
      refundStatus: 'Pending',
      cancellation: { outcome: null, quotedAmount: 38_480, canTakeBack: true },
      canRequestCancellation: false,
    });
    expect(await seatOf(one)).toBe('Taken');
    expect(
      await valueOf<number>(
        `(select count(*)::integer from work_item where kind = 'cancellationToDecide' and object_id = $1 and closed_at is null)`,
        [await requestIdOf(one)],
      ),
    ).toBe(1);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('refuses a reason that is too short, another quote than the one seen, and a second request [9.1#10]', async () => {
    const one = await paid();

    const short = await request(one, { reason: ' ill ' });
    const changed = await request(one, { expectedAmount: 1 });
    await request(one);
    const again = await request(one);

    expect([short.status, short.body['code']]).toEqual([412, 'FIELDS']);
    expect([changed.status, changed.body['code']]).toEqual([412, 'CANCELLATION_QUOTE_CHANGED']);
    expect([again.status, again.body['code']]).toEqual([412, 'CANCELLATION_NOT_POSSIBLE']);
  });

  it('has one request of twenty parallel ones [C28 S-5]', async () => {
    const one = await paid();

    const answers = await Promise.all(Array.from({ length: 20 }, () => request(one)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      await valueOf<number>('(select count(*)::integer from refund where application_id = $1)', [one.applicationId]),
    ).toBe(1);
  });

  it.each([
    ['in the last seconds of registration', '2026-12-01T09:59:50.000Z', 'P1'],
    ['after its end', '2026-12-01T10:00:00.000Z', 'P2'],
    ['in the last seconds of the fifth working day before', '2026-12-11T15:59:50.000Z', 'P2'],
    ['after that day', '2026-12-11T16:00:00.000Z', 'P3'],
  ])('is quoted %s by the row of that second [R-72 R-73 5.3]', async (...[, at, row]) => {
    const one = await paid();
    // Friday 18 December; five working days before is Friday 11 December.
    await schedule(one, '2026-12-18', '2026-12-01T09:59:59.999Z');
    await moveClockTo(at);
    await databasePool().query(
      `update account_session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'`,
    );

    const { body } = await quoteOf(one);

    expect(body['policyRow']).toBe(row);
  });

  it('counts across the make-up Saturday of National Day [5.3 R-74]', async () => {
    const one = await paid();
    await schedule(one, '2027-06-01', '2027-01-01T00:00:00.000Z');
    await databasePool().query(
      `insert into calendar_day (date, kind, name_en, name_zh, source) values
        ('2026-12-03', 'Holiday', 'A', 'A', 'Official'), ('2026-12-04', 'Holiday', 'A', 'A', 'Official'),
        ('2026-12-05', 'MakeupWorkday', 'B', 'B', 'Official') on conflict do nothing`,
    );
    await moveClockTo(instantOf('2026-12-02', '12:00'));
    await databasePool().query(
      `update account_session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'`,
    );

    const { body } = await quoteOf(one);

    await databasePool().query(`delete from calendar_day where date between '2026-12-03' and '2026-12-05'`);
    // Thursday and Friday off, Saturday worked: Saturday, Monday, Tuesday.
    expect(body['documentsDueDate']).toBe('2026-12-08');
  });

  it('says that its end is provisional until the holidays it counts over are announced [3-domain:5.2 Q5]', async () => {
    const one = await paid();
    await schedule(one, '2027-01-08', '2026-12-01T00:00:00.000Z');
    await moveClockTo(instantOf('2026-12-20', '12:00'));
    await databasePool().query(
      `update account_session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'`,
    );
    await inTransaction(loadKnownCalendar);

    const before = await quoteOf(one);
    await databasePool().query(`update calendar_day set source = 'Official'`);
    const after = await quoteOf(one);
    await databasePool().query('delete from calendar_day');

    const end = { policyRow: 'P2', holdsUntil: instantOf('2027-01-01') };
    expect(before.body).toMatchObject({ ...end, isProvisional: true });
    expect(after.body).toMatchObject({ ...end, isProvisional: false });
  });

  it('is closed when the exam starts [R-72]', async () => {
    const one = await paid();
    await databasePool().query(
      `update exam_session set exam_date = (app_now() at time zone 'Asia/Shanghai')::date - 1 where id = $1`,
      [one.sessionId],
    );

    const [quote, asked] = [await quoteOf(one), await request(one)];

    expect([quote.body['code'], asked.body['code']]).toEqual(['CANCELLATION_CLOSED', 'CANCELLATION_CLOSED']);
  });

  it('follows the policy of the product [R-72]', async () => {
    const one = await paid();
    const own = { percent: 33, workingDaysBefore: 9, documentsRequired: true };
    await databasePool().query('update product set refund_policy = $2 where id = $1', [
      one.productId,
      JSON.stringify(policyWith({ ...termsOf(), P1: own })),
    ]);

    const { body } = await quoteOf(one);

    // 33 % of 48,099.5 fen
    expect(body).toMatchObject({ percent: 33, amount: 15_873, isDocumentRequired: true, workingDaysBefore: 9 });
  });
});

describe('taking a request back', () => {
  it('makes the registration what it was and closes the refund; it may be asked for again [9.1#11 9.5#3 R-78 call:POST /api/application/{id}/cancellation-withdrawal]', async () => {
    const one = await paid();
    await request(one);

    const back = await ask(one.browser, 'application.takeBackCancellation', { params: { id: one.applicationId } });
    const twice = await ask(one.browser, 'application.takeBackCancellation', { params: { id: one.applicationId } });
    const again = await request(one);

    expect(back.body).toMatchObject({
      status: 'Registered',
      refundStatus: 'Closed',
      cancellation: { outcome: 'TakenBack' },
    });
    expect([twice.status, twice.body['code']]).toEqual([412, 'ILLEGAL_STATE']);
    expect(again.body).toMatchObject({ cancellation: { attempt: 2 } });
    expectExactly(await booksProblems()).toEqual([]);
  });
});

describe('the decision', () => {
  it('approved: seat free, refund through the channel with the frozen amount, letter gone, person told [9.1#12 9.5#4 9.5#6 9.5#7 C28 C29 C30]', async () => {
    const one = await paid();
    await request(one);

    const { status, body } = await decide(one);
    const before = await pageOf(one);
    await work();

    expect([status, body['isProposed']]).toEqual([200, false]);
    expect(before).toMatchObject({
      status: 'Cancelled',
      refundStatus: 'Approved',
      letter: { isAvailable: false, availableFrom: null },
    });
    expect(await seatOf(one)).toBe('Released');
    expect((await desk.bank.trade(one.tradeNo))?.refunds.map((refund) => refund.amountFen)).toEqual([38_480]);
    expect(await pageOf(one)).toMatchObject({ refundStatus: 'Completed', refund: { amount: 38_480, isByHand: false } });
    expect(
      [await told(one, 'cancellationApproved'), await told(one, 'refundCompleted')].every((count) => (count ?? 0) > 0),
    ).toBe(true);
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('rejected three times with a reason: it stays valid, and no fourth request is taken [9.1#13 9.5#2 R-77 R-79]', async () => {
    const one = await paid();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await request(one);
      await decide(one, { what: 'reject' });
    }

    const page = await pageOf(one);
    const fourth = await request(one);

    expect(page).toMatchObject({
      status: 'RegisteredCancellationRejected',
      cancellationRejectReason: 'The papers do not show it.',
      refundStatus: 'Rejected',
      cancellationProblem: 'CANCELLATION_ATTEMPTS_USED',
    });
    expect(fourth.body['code']).toBe('CANCELLATION_ATTEMPTS_USED');
    expect(await seatOf(one)).toBe('Taken');
  });

  it('of two staff who decide at once one wins and the other is told [C28 T18]', async () => {
    const one = await paid();
    await request(one);

    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => decide(one)),
      ...Array.from({ length: 10 }, () => decide(one, { what: 'reject', staff: second })),
    ]);

    const won = answers.filter(({ status }) => status < 300);
    expect(won).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status >= 300).map(({ body }) => body['code']))).toEqual(
      new Set(['VERSION_CONFLICT']),
    );
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('waits for a second person above the limit, and the first cannot be the second [S-16 T18 T32 ASVS-2.3.5]', async () => {
    const one = await paid({ fees: { localFee: 300_000, boardFee: 0, vat: 0 } });
    await request(one);

    const first = await decide(one);
    const proposalId = await valueOf<string>('(select id from proposal where object_id = $1)', [
      await requestIdOf(one),
    ]);
    const same = await askStaff(approver, 'approvals.approve', { params: { id: proposalId ?? '' }, body: {} });
    const between = await refundOf(one);
    const other = await askStaff(second, 'approvals.approve', { params: { id: proposalId ?? '' }, body: {} });

    expect(first.body).toEqual({ isProposed: true });
    expect(same.body['code']).toBe('SECOND_PERSON_NEEDED');
    expect(between).toBe('Pending');
    expect(other.status).toBeLessThan(300);
    const page = await pageOf(one);
    expect(page).toMatchObject({ status: 'Cancelled', refund: { amount: 240_000, status: 'Approved' } });
    // The first gave no reason: the family reads none.
    expect(JSON.stringify(page)).not.toContain('frozen');
  });

  it('may give another amount with a reason, above the quote by two persons, never more than was paid, and the audit keeps both [R-72 C29 S-21]', async () => {
    const one = await paid();
    await request(one);
    const overrides = (amount: number) => ({ overrides: [{ applicationId: one.applicationId, amount }] });

    const silent = await decide(one, { body: overrides(150_000) });
    const tooMuch = await decide(one, { body: { ...overrides(150_001), reason: 'A kind exception.' } });
    const kind = await decide(one, { body: { ...overrides(150_000), reason: 'A kind exception.' } });
    const proposalId = await valueOf<string>('(select id from proposal where object_id = $1)', [
      await requestIdOf(one),
    ]);
    const agreed = await askStaff(second, 'approvals.approve', { params: { id: proposalId ?? '' }, body: {} });

    expect(silent.body['code']).toBe('FIELDS');
    expect(tooMuch.body['code']).toBe('REFUND_TOO_MUCH');
    expect([kind.body['isProposed'], agreed.status]).toEqual([true, 204]);
    expect(
      await valueOf<string>(
        `(select reason from audit_entry where action = 'cancellations.approve' and object_id = $1)`,
        [await requestIdOf(one)],
      ),
    ).toBe('A kind exception.');
    expectExactly(await booksProblems()).toEqual([]);
  });

  it('with nothing to give back completes without money and says so [9.5#11]', async () => {
    const one = await paid();
    await databasePool().query('update product set refund_policy = $2 where id = $1', [
      one.productId,
      JSON.stringify([
        {
          row: 'P3',
          cause: 'Candidate',
          origin: null,
          untilRegistrationEnds: false,
          workingDaysBefore: 0,
          documentsRequired: false,
          percent: 0,
          of: 'LocalFee',
        },
      ]),
    ]);
    await request(one);
    await decide(one);

    await work();

    expect(await pageOf(one)).toMatchObject({ status: 'Cancelled', refundStatus: 'Completed', refund: { amount: 0 } });
    expect((await desk.bank.trade(one.tradeNo))?.refunds).toEqual([]);
    expect(await told(one, 'cancelledWithoutRefund')).toBeGreaterThan(0);
  });
});

describe('a withdrawal by us', () => {
  it('frees the seat and gives everything back, also over an open request, once [9.1#14 9.1#15 9.5#5 R-64]', async () => {
    const [one, other] = [await paid(), await paid()];
    await request(other);
    const withdrawal = {
      ids: [one.applicationId, other.applicationId],
      reason: 'The venue is flooded.',
      refund: 'everything',
      cause: 'sessionWithdrawn',
    } as const;

    const moved = await inTransaction((tx) => withdrawApplications(tx, theSystem, withdrawal));
    const again = await inTransaction((tx) => withdrawApplications(tx, theSystem, withdrawal));
    await work();

    expect([moved.length, again.length]).toEqual([2, 0]);
    for (const each of [one, other]) {
      expect(await pageOf(each)).toMatchObject({
        status: 'Withdrawn',
        withdrawReason: 'The venue is flooded.',
        refund: { amount: 150_000, status: 'Completed', policyRow: 'P0' },
      });
      expect(await seatOf(each)).toBe('Released');
    }
    expect(await pageOf(other)).toMatchObject({ cancellation: { outcome: 'Overtaken' } });
    expectExactly(await booksProblems()).toEqual([]);
  });
});
