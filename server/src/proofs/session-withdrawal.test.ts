import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tasks as deskTasks } from '#desk/sessions';
import { readBooksProblems } from '#books/ledger';
import { databasePool, reading } from '#platform/database';
import { ask, askStaff, givenExam, givenSignedIn, givenStaff, type SignedIn, type TestExam } from '#testing';
import { addCandidate, openWorld, payOrder, placeOrder, price, submission, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const reason = 'the school needs its hall on that day';

async function row(text: string, values: unknown[]): Promise<Record<string, unknown>> {
  return (await databasePool().query<Record<string, unknown>>(text, values)).rows[0] ?? {};
}

async function inCart(browser: SignedIn, exam: TestExam): Promise<string> {
  const candidateId = await addCandidate(browser);
  const submitted = await ask(browser, 'application.submit', { body: submission(exam, candidateId) });
  return String(submitted.body['id']);
}

async function ordered(browser: SignedIn, exam: TestExam): Promise<{ applicationId: string; orderId: string }> {
  const applicationId = await inCart(browser, exam);
  const orderId = await placeOrder(browser, { exam, candidateId: '', applicationId });
  return { applicationId, orderId };
}

const jobsOf = async (sessionId: string) =>
  (
    await databasePool().query<{ task: string; payload: { orderId?: string } }>(
      `select task.identifier as task, job.payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       where job.payload::text like '%' || $1 || '%' and task.identifier like 'sessionDesk.%'`,
      [sessionId],
    )
  ).rows;

async function runJobs(sessionId: string): Promise<void> {
  for (const { task, payload } of await jobsOf(sessionId)) await deskTasks[task]?.(payload);
}

describe('a session that is withdrawn', () => {
  it('is first shown with whom it concerns, then ends for everybody when a second person agrees: paid ones refunded in full, unpaid orders ended, the rest back in the cart [9.7 9.1#15 9.1#16 S-16 C33]', async () => {
    const [exam, other] = [await givenExam(), await givenExam()];
    const { sessionId } = exam;
    const [payer, waiter] = [await givenSignedIn(world.url), await givenSignedIn(world.url)];
    const paid = await ordered(payer, exam);
    await payOrder(payer, world.bank, paid.orderId);
    const [mine, elsewhere] = [await inCart(waiter, exam), await inCart(waiter, other)];
    const placed = await ask(waiter, 'order.place', {
      body: { applicationIds: [mine, elsewhere], totalPayAmount: 2 * price },
    });
    const unpaidId = String(placed.body['id']);
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
    const approver = await givenStaff(world.consoleUrl, { roles: ['financeApprover'] });

    const preview = await askStaff(officer, 'sessions.previewWithdrawal', { params: { id: sessionId } });
    expect(preview.body).toMatchObject({ registrations: 1, refundTotal: price, unpaidOrders: 1 });
    expect(preview.body['people']).toMatchObject([{ applicationId: paid.applicationId, paid: price, refund: price }]);

    const proposed = await askStaff(officer, 'sessions.proposeWithdrawal', {
      params: { id: sessionId },
      body: { version: preview.body['version'], reason },
    });
    const status = () => row('select status from exam_session where id = $1', [sessionId]);
    expect(await status()).toEqual({ status: 'Published' });
    const approval = { params: { id: proposed.body['proposalId'] }, body: {} };
    expect((await askStaff(officer, 'approvals.approve', approval)).status).toBe(403);
    expect((await askStaff(approver, 'approvals.approve', approval)).status).toBe(204);
    expect(await status()).toEqual({ status: 'Withdrawn' });
    await runJobs(sessionId);
    await runJobs(sessionId);

    const application = (id: string) => row('select status, withdraw_reason from application where id = $1', [id]);
    expect(await application(paid.applicationId)).toEqual({ status: 'Withdrawn', withdraw_reason: 'SessionWithdrawn' });
    expect(
      await row('select amount, status, cause, policy_row from refund where order_id = $1', [paid.orderId]),
    ).toEqual({
      amount: price,
      status: 'Approved',
      cause: 'sessionWithdrawn',
      policy_row: 'P0',
    });
    expect(await row('select status from exam_order where id = $1', [unpaidId])).toEqual({ status: 'PaymentExpired' });
    expect(await application(mine)).toMatchObject({ status: 'Expired' });
    expect(await row('select registered from exam_session where id = $1', [sessionId])).toEqual({ registered: 0 });
    const clones = `select count(*)::int as n from application where cloned_from = $1 and status = 'Initiated'`;
    expect([await row(clones, [mine]), await row(clones, [elsewhere])]).toEqual([{ n: 0 }, { n: 1 }]);
    const told = `select count(distinct kind)::int as n from message where kind in ('registrationWithdrawn', 'orderSessionWithdrawn') and object_id = any($1)`;
    expect(await row(told, [[paid.applicationId, unpaidId]])).toEqual({ n: 2 });
    expect(await reading(readBooksProblems)).toEqual([]);
  });

  it('is withdrawn by one person where nobody has a place, and asks a second as soon as an order waits for its payment [S-16 S-21]', async () => {
    const [empty, held] = [await givenExam(), await givenExam()];
    await ordered(await givenSignedIn(world.url), held);
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
    const withdraw = async ({ sessionId }: typeof empty) => {
      const body = { version: 1, reason };
      const { body: said } = await askStaff(officer, 'sessions.proposeWithdrawal', { params: { id: sessionId }, body });
      return [said['proposalId'], await row('select status from exam_session where id = $1', [sessionId])];
    };

    expect([await withdraw(empty), await withdraw(held)]).toEqual([
      [null, { status: 'Withdrawn' }],
      [expect.any(String), { status: 'Published' }],
    ]);
  });

  it('sweeps up whoever’s payment arrived afterwards, once [9.1#16 9.1#15]', async () => {
    const exam = await givenExam();
    const payer = await givenSignedIn(world.url);
    const late = await ordered(payer, exam);
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
    const approver = await givenStaff(world.consoleUrl, { roles: ['financeApprover'] });
    const params = { id: exam.sessionId };
    const proposed = await askStaff(officer, 'sessions.proposeWithdrawal', { params, body: { version: 1, reason } });
    await askStaff(approver, 'approvals.approve', { params: { id: proposed.body['proposalId'] }, body: {} });

    await payOrder(payer, world.bank, late.orderId);
    await deskTasks['sessionDesk.sweep']?.({});
    await deskTasks['sessionDesk.sweep']?.({});

    expect(await row('select status from application where id = $1', [late.applicationId])).toEqual({
      status: 'Withdrawn',
    });
    expect(
      await row('select count(*)::int as n, sum(amount)::int as total from refund where order_id = $1', [late.orderId]),
    ).toEqual({
      n: 1,
      total: price,
    });
    expect(await reading(readBooksProblems)).toEqual([]);
  });
});
