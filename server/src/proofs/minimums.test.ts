import { addSeconds, addWorkingHours, instantOf, workingCalendar, officialCalendar2026 } from '@exam/contract/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tasks as minimumTasks } from '#desk/session-minimums';
import { tasks as paymentTasks } from '#checkout/payments';
import { randomId } from '#platform/chance';
import { databasePool, reading } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { readBooksProblems } from '#books/ledger';
import { ask, givenExam, givenSignedIn, secondsTo, type SignedIn, type TestExam } from '#testing';
import { askStaff, givenStaff, type SignedInStaff } from '#testing';
import { addCandidate, meddle, openWorld, payOrder, submission, type World } from './world.testing.ts';

let world: World;
let browser: SignedIn;
/** Registration closes on a Thursday at 17:00. */
const closes = instantOf('2026-12-03', '17:00');
const opened = addSeconds(closes, -3600);
const grace = 30 * 60;
const calendar = workingCalendar(officialCalendar2026);

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await jumpTo(opened);
  browser = await givenSignedIn(world.url);
});

/** Moves the clocks of server and channel together. */
async function jumpTo(instant: string): Promise<void> {
  await world.bank.moveClock(await secondsTo(instant));
}

/** A session with a minimum of two whose registration closes at `closes`. */
async function givenMinimum(wishes: Parameters<typeof givenExam>[0] = {}): Promise<TestExam> {
  const exam = await givenExam(wishes);
  await meddle('update product set minimum_candidates = 2 where id = $1', [exam.productId]);
  await meddle('update exam_session set publish_end_at = $1 where id = $2', [closes, exam.sessionId]);
  return exam;
}

/** Another session of the same exam with this many seats. */
async function givenAnother({ sessionId }: TestExam, seats: number): Promise<string> {
  const id = randomId();
  await meddle(
    `insert into exam_session (id, product_id, office_id, city_id, exam_date, start_time, end_time, starts_at, ends_at, status, seat,
       publish_start_at, publish_end_at, created_at)
     select $2, product_id, office_id, city_id, exam_date + 14, start_time, end_time, starts_at + interval '14 days',
       ends_at + interval '14 days', 'Published', $3, publish_start_at, publish_end_at + interval '14 days', created_at
     from exam_session where id = $1`,
    [sessionId, id, seats],
  );
  await meddle(
    `insert into session_subject (id, session_id, subject_id, start_time, end_time, starts_at, ends_at, local_fee, board_fee, vat, total, sort)
     select gen_random_uuid(), $2, subject_id, start_time, end_time, starts_at + interval '14 days', ends_at + interval '14 days',
       local_fee, board_fee, vat, total, sort from session_subject where session_id = $1`,
    [sessionId, id],
  );
  return id;
}

async function register(exam: TestExam): Promise<{ applicationId: string; orderId: string }> {
  const candidateId = await addCandidate(browser);
  const submitted = await ask(browser, 'application.submit', { body: submission(exam, candidateId) });
  const applicationId = String(submitted.body['id']);
  const total = exam.fees.localFee + exam.fees.boardFee + exam.fees.vat;
  const placed = await ask(browser, 'order.place', {
    body: { applicationIds: [applicationId], totalPayAmount: total },
  });
  return { applicationId, orderId: String(placed.body['id']) };
}

async function registerAndPay(exam: TestExam): Promise<{ applicationId: string; orderId: string }> {
  const registered = await register(exam);
  await payOrder(browser, world.bank, registered.orderId);
  return registered;
}

const find = async () => await minimumTasks['minimums.find']?.({});
const withdraw = async () => await minimumTasks['minimums.withdraw']?.({});

async function one<Row extends object>(text: string, ...values: unknown[]): Promise<Row | undefined> {
  return (await databasePool().query<Row>(text, values)).rows[0];
}

const decisionOf = ({ paperIds: [paperId] }: TestExam) =>
  one<{ outcome: string | null; registered: number; decide_by: string | null }>(
    'select outcome, registered, decide_by from minimum_decision where session_subject_id = $1',
    paperId,
  );
const itemOf = ({ paperIds: [paperId] }: TestExam) =>
  one<{ due_at: string; closed: boolean }>(
    `select due_at, closed_at is not null as closed from work_item where kind = 'sessionUnderMinimum' and object_id = $1`,
    paperId,
  );
const statusOf = ({ applicationId }: { applicationId: string }) =>
  one('select status, withdraw_reason, session_id from application where id = $1', applicationId);
const refundOf = ({ orderId }: { orderId: string }) =>
  one('select cause, policy_row, amount from refund where order_id = $1', orderId);

/** Found under its minimum, its registration closed. */
async function givenUnderMinimum(): Promise<{ exam: TestExam; paid: { applicationId: string; orderId: string } }> {
  const exam = await givenMinimum();
  const paid = await registerAndPay(exam);
  await jumpTo(addSeconds(closes, grace + 1));
  await find();
  return { exam, paid };
}

/** Signs in again, for sessions idle out when the clock jumps. */
async function officerNow(): Promise<SignedInStaff> {
  return await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
}

const decide = async (exam: TestExam, act: 'runAnyway' | 'move' | 'withdraw', body: object = {}) =>
  askStaff(await officerNow(), `sessionMinimums.${act}`, {
    params: { id: exam.paperIds[0] },
    body: { reason: 'agreed with the centre', ...body },
  });

describe('a paper that too few registered for', () => {
  it('is found at the end of publication and grace, not a moment before, with 24 working hours to decide [R-54]', async () => {
    const exam = await givenMinimum();
    await registerAndPay(exam);

    await jumpTo(addSeconds(closes, grace - 2));
    await find();
    expect(await decisionOf(exam)).toBeUndefined();

    await jumpTo(addSeconds(closes, grace + 1));
    await find();
    await find();

    const decision = await decisionOf(exam);
    expect(decision).toMatchObject({ outcome: null, registered: 1 });
    const due = addWorkingHours(addSeconds(closes, grace), 24, calendar);
    expect(String(decision?.decide_by).slice(0, 16)).toBe(due.slice(0, 16));
    expect(await itemOf(exam)).toEqual({ due_at: decision?.decide_by, closed: false });
  });

  it('is not counted while an unpaid order holds a place [R-54]', async () => {
    const exam = await givenMinimum();
    await registerAndPay(exam);
    await jumpTo(addSeconds(closes, -60));
    browser = await givenSignedIn(world.url);
    const { orderId } = await register(exam);
    await jumpTo(addSeconds(closes, grace + 1));
    await find();
    expect(await decisionOf(exam)).toBeUndefined();

    await paymentTasks['payments.deadline']?.({ orderId });
    await find();

    expect(await decisionOf(exam)).toMatchObject({ outcome: null, registered: 1 });
  });

  it('needs nobody when enough registered, when nobody did, or when the exam has no minimum [R-54]', async () => {
    const [enough, nobody, without] = [await givenMinimum(), await givenMinimum(), await givenMinimum()];
    await registerAndPay(enough);
    await registerAndPay(enough);
    await registerAndPay(without);
    await meddle('update product set minimum_candidates = 1 where id = $1', [without.productId]);

    await jumpTo(addSeconds(closes, grace + 1));
    await find();

    expect(await decisionOf(enough)).toMatchObject({ outcome: 'NotNeeded', registered: 2, decide_by: null });
    expect(await decisionOf(nobody)).toMatchObject({ outcome: 'NotNeeded', registered: 0 });
    expect(await decisionOf(without)).toBeUndefined();
    expect([await itemOf(enough), await itemOf(nobody), await itemOf(without)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is withdrawn and refunded in full when its time is up, not a moment before [R-54 9.1#15 rule:exam.TKT_minimum_2]', async () => {
    const { exam, paid } = await givenUnderMinimum();
    const decideBy = String((await decisionOf(exam))?.decide_by);

    await jumpTo(addSeconds(decideBy, -2));
    await withdraw();
    expect(await statusOf(paid)).toMatchObject({ status: 'Registered' });

    await jumpTo(addSeconds(decideBy, 1));
    await withdraw();
    await withdraw();

    expect(await statusOf(paid)).toMatchObject({ status: 'Withdrawn', withdraw_reason: 'UnderSubscribed' });
    expect(await refundOf(paid)).toEqual({ cause: 'underSubscribed', policy_row: 'P0', amount: 150_000 });
    expect(await decisionOf(exam)).toMatchObject({ outcome: 'Withdrawn' });
    expect(await itemOf(exam)).toMatchObject({ closed: true });
    expect(await one('select registered from exam_session where id = $1', exam.sessionId)).toEqual({ registered: 0 });
    expect(await reading(readBooksProblems)).toEqual([]);
  });

  it('takes place when staff say so, and the job leaves it alone [R-54 call:POST /api/staff/session-minimums/{id}/run]', async () => {
    const { exam, paid } = await givenUnderMinimum();

    expect(await decide(exam, 'runAnyway')).toMatchObject({ status: 204 });
    await jumpTo(addSeconds(closes, 7 * 86_400));
    await withdraw();

    expect(await statusOf(paid)).toMatchObject({ status: 'Registered' });
    expect(await itemOf(exam)).toMatchObject({ closed: true });
    expect(await one(`select reason from audit_entry where object_id = $1`, exam.paperIds[0])).toEqual({
      reason: 'agreed with the centre',
    });
  });

  it('is withdrawn at once when a second person agrees, not before [R-54 S-16 call:POST /api/staff/session-minimums/{id}/withdraw]', async () => {
    const { exam, paid } = await givenUnderMinimum();

    const { body } = await decide(exam, 'withdraw');
    expect(await statusOf(paid)).toMatchObject({ status: 'Registered' });
    const approval = { params: { id: body['proposalId'] }, body: {} };
    expect((await askStaff(await officerNow(), 'approvals.approve', approval)).status).toBe(403);
    const approver = await givenStaff(world.consoleUrl, { roles: ['financeApprover'] });
    expect((await askStaff(approver, 'approvals.approve', approval)).status).toBe(204);

    expect(await statusOf(paid)).toMatchObject({ status: 'Withdrawn' });
    expect(await refundOf(paid)).toMatchObject({ amount: 150_000 });
  });

  it('has its people moved to another session at the same price, seats and all [R-54 call:POST /api/staff/session-minimums/{id}/move]', async () => {
    const { exam, paid } = await givenUnderMinimum();
    const [another, full] = [await givenAnother(exam, 3), await givenAnother(exam, 0)];
    const { body } = await askStaff(await officerNow(), 'sessionMinimums.get', { params: { id: exam.paperIds[0] } });
    expect(body['moveTo']).toMatchObject([{ sessionId: another, free: 3 }]);

    expect(await decide(exam, 'move', { sessionId: full })).toMatchObject({
      status: 412,
      body: { code: 'NOT_ENOUGH_FREE_SEATS' },
    });
    const elsewhere = await givenExam();
    expect(await decide(exam, 'move', { sessionId: elsewhere.sessionId })).toMatchObject({ status: 404 });
    expect((await decide(exam, 'move', { sessionId: another })).body).toEqual({ moved: 1 });

    expect(await statusOf(paid)).toMatchObject({ status: 'Registered', session_id: another });
    expect(await one('select id, registered from exam_session where id = $1', exam.sessionId)).toMatchObject({
      registered: 0,
    });
    expect(await one('select registered from exam_session where id = $1', another)).toEqual({ registered: 1 });
    expect(await refundOf(paid)).toBeUndefined();
    expect(
      await one(
        `select count(*)::int as told from message where kind = 'registrationMoved' and object_id = $1`,
        paid.applicationId,
      ),
    ).toEqual({ told: 1 });
    expect(await reading(readBooksProblems)).toEqual([]);
    browser = await givenSignedIn(world.url);
  });

  it('whoever’s cancellation is approved while the move waits stays away, and is not told of a move [R-54 9.1#12]', async () => {
    const exam = await givenMinimum();
    const paid = await registerAndPay(exam);
    const staying = await registerAndPay(exam);
    await meddle('update product set minimum_candidates = 3 where id = $1', [exam.productId]);
    const query = { applicationId: paid.applicationId };
    const asked = await ask(browser, 'application.requestCancellation', {
      query,
      body: { reason: 'I am ill that day.' },
    });
    expect(asked.status, asked.text).toBe(200);
    await jumpTo(addSeconds(closes, grace + 1));
    await find();
    const another = await givenAnother(exam, 3);
    const approver = await givenStaff(world.consoleUrl);
    const request = await one<{ id: string }>(
      'select request_id as id from cancellation_item where application_id = $1',
      paid.applicationId,
    );
    const holder = await databasePool().connect();
    await holder.query('begin');
    await holder.query('select from exam_order where id = $1 for no key update', [paid.orderId]);
    const approving = askStaff(approver, 'cancellations.approve', {
      params: { id: request?.id },
      body: { version: 1 },
    });
    await expect.poll(locksAwaited).toBe(1);
    const moving = decide(exam, 'move', { sessionId: another });
    await expect.poll(locksAwaited).toBe(2);
    await holder.query('commit');
    holder.release();

    expect((await approving).status).toBe(200);
    expect((await moving).body).toEqual({ moved: 1 });

    expect(await statusOf(paid)).toMatchObject({ status: 'Cancelled', session_id: exam.sessionId });
    expect(await statusOf(staying)).toMatchObject({ status: 'Registered', session_id: another });
    expect(await one('select registered from exam_session where id = $1', another)).toEqual({ registered: 1 });
    const told = `select count(*)::int as told from message where kind = 'registrationMoved' and object_id = $1`;
    expect([await one(told, paid.applicationId), await one(told, staying.applicationId)]).toEqual([
      { told: 0 },
      { told: 1 },
    ]);
    expect(await reading(readBooksProblems)).toEqual([]);
  });

  it('has enough once the people of another sitting have come: nobody withdraws them when the time is up [R-54]', async () => {
    const exam = await givenMinimum();
    const other = await givenExam({ anotherDayOf: exam });
    await meddle(
      'update exam_session set publish_end_at = $1, office_id = (select office_id from exam_session where id = $3) where id = $2',
      [closes, other.sessionId, exam.sessionId],
    );
    const [here, there] = [await registerAndPay(exam), await registerAndPay(other)];
    await jumpTo(addSeconds(closes, grace + 1));
    await find();
    const decideBy = String((await decisionOf(exam))?.decide_by);

    expect((await decide(other, 'move', { sessionId: exam.sessionId })).body).toEqual({ moved: 1 });
    const counted = [await decisionOf(exam), await itemOf(exam), await decisionOf(other)];
    await jumpTo(addSeconds(decideBy, 60));
    await find();
    await withdraw();

    expect(counted).toMatchObject([{ outcome: 'NotNeeded', registered: 2 }, { closed: true }, { outcome: 'Moved' }]);
    for (const paid of [here, there]) {
      expect(await statusOf(paid)).toMatchObject({ status: 'Registered', session_id: exam.sessionId });
      expect(await refundOf(paid)).toBeUndefined();
    }
    expect(await reading(readBooksProblems)).toEqual([]);
  });

  it('is counted again when staff move one of its people away, and when one comes [R-54 call:POST /api/staff/applications/{id}/move]', async () => {
    const exam = await givenMinimum();
    const other = await givenExam({ anotherDayOf: exam });
    await meddle(
      'update exam_session set publish_end_at = $1, office_id = (select office_id from exam_session where id = $3) where id = $2',
      [closes, other.sessionId, exam.sessionId],
    );
    const [first] = [await registerAndPay(exam), await registerAndPay(exam), await registerAndPay(other)];
    await jumpTo(addSeconds(closes, grace + 1));
    await find();
    expect([await decisionOf(exam), await decisionOf(other)]).toMatchObject([
      { outcome: 'NotNeeded' },
      { outcome: null },
    ]);
    const officer = await officerNow();
    const params = { id: first?.applicationId };
    const { version } = (await askStaff(officer, 'applications.get', { params })).body;
    const body = { version, sessionId: other.sessionId, reason: 'They asked for it' };

    expect((await askStaff(officer, 'applications.move', { params, body })).status).toBeLessThan(300);
    const after = await decisionOf(other);
    await find();

    expect(after).toMatchObject({ outcome: 'NotNeeded', registered: 2 });
    expect(await decisionOf(exam)).toMatchObject({ outcome: null, registered: 1, decide_by: expect.any(String) });
  });

  it('is decided by one of two colleagues; the other is told, and after the time it is too late [S-1]', async () => {
    const { exam } = await givenUnderMinimum();
    const answers = await Promise.all([decide(exam, 'runAnyway'), decide(exam, 'runAnyway')]);
    expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);

    const late = await givenUnderMinimum2();
    const decideBy = String((await decisionOf(late))?.decide_by);
    await jumpTo(addSeconds(decideBy, 1));
    expect(await decide(late, 'runAnyway')).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } });
  });

  it('is another office’s affair: absent there [T32 call:GET /api/staff/session-minimums/{id}]', async () => {
    const { exam } = await givenUnderMinimum();
    const stranger = await givenStaff(world.consoleUrl, { roles: ['examOfficer'], offices: [] });
    const params = { id: exam.paperIds[0] };

    expect(await askStaff(stranger, 'sessionMinimums.get', { params })).toMatchObject({ status: 404 });
    expect(
      await askStaff(stranger, 'sessionMinimums.runAnyway', { params, body: { reason: 'why not' } }),
    ).toMatchObject({
      status: 404,
    });
    expect((await askStaff(stranger, 'sessionMinimums.search', { body: {} })).body).toMatchObject({ recordCount: 0 });
    expect(
      (await askStaff(await officerNow(), 'sessionMinimums.search', { body: { sessionId: exam.sessionId } })).body,
    ).toMatchObject({ recordCount: 1 });
  });
});

/** The same with clock and browser set back, for a second one in a test. */
async function givenUnderMinimum2(): Promise<TestExam> {
  await jumpTo(opened);
  browser = await givenSignedIn(world.url);
  return (await givenUnderMinimum()).exam;
}
