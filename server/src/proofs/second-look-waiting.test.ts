import type { PoolClient } from 'pg';
import { addDays, addSeconds } from '@exam/contract/rules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readBooksProblems } from '#books/ledger';
import { databasePool, reading } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import {
  ask,
  askStaff,
  expectExactly,
  givenExam,
  givenSignedIn,
  givenStaff,
  givenVenue,
  type SignedIn,
  type SignedInStaff,
  type TestExam,
} from '#testing';
import {
  addToCart,
  type CartLine,
  meddle,
  openWorld,
  payOrder,
  placeOrder,
  price,
  type World,
} from './world.testing.ts';

let world: World;
let officer: SignedInStaff;
beforeAll(async () => {
  world = await openWorld();
  officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
});
afterAll(() => world.close());

const begun = new Set<PoolClient>();
// A test that broke off leaves them: the pool would wait for them for ever.
afterEach(() => {
  for (const client of begun) client.release(true);
  begun.clear();
});

/** Somebody's transaction that has done this, and holds what it locked. @returns its end. */
async function holding(statement: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = await databasePool().connect();
  begun.add(client);
  await client.query('begin');
  await client.query(statement, values);
  return async () => {
    await client.query('commit');
    begun.delete(client);
    client.release();
  };
}

/** The acts in this sequence, each of which waits before the next begins, and then the end of what the first waits for. */
async function queued<Answers extends unknown[]>(
  end: () => Promise<void>,
  ...acts: { [At in keyof Answers]: () => Promise<Answers[At]> }
): Promise<Answers> {
  const answers: unknown[] = [];
  for (const [at, act] of acts.entries()) {
    answers.push(act());
    await expect.poll(locksAwaited).toBe(at + 1);
  }
  await end();
  return (await Promise.all(answers)) as Answers;
}

async function valueOf(text: string, values: unknown[]): Promise<unknown> {
  const { rows } = await databasePool().query<{ value: unknown }>(text, values);
  return rows[0]?.value;
}

const heldSession = (exam: TestExam) =>
  holding('select from exam_session where id = $1 for no key update', [exam.sessionId]);

type Paid = CartLine & { browser: SignedIn; orderId: string };

async function givenPaid(): Promise<Paid> {
  const browser = await givenSignedIn(world.url);
  const line = await addToCart(browser);
  const orderId = await placeOrder(browser, line);
  await payOrder(browser, world.bank, orderId);
  await givenVenue(line.exam.sessionId);
  return { ...line, browser, orderId };
}

/** The exam is today, in an hour. */
const toToday = ({ exam }: Paid) =>
  meddle(
    `update exam_session set exam_date = (app_now() at time zone 'Asia/Shanghai')::date, starts_at = app_now() + interval '1 hour',
       ends_at = app_now() + interval '3 hours', publish_end_at = app_now() where id = $1`,
    [exam.sessionId],
  );

/** Staff move the session by two weeks. */
async function moveSession({ exam: { sessionId } }: Paid) {
  const date = String(await valueOf('select exam_date::text as value from exam_session where id = $1', [sessionId]));
  const version = await valueOf('select version as value from exam_session where id = $1', [sessionId]);
  const body = { version, reason: 'The school needs its hall on that day', examDate: addDays(date, 14) };
  return await askStaff(officer, 'sessions.move', { params: { id: sessionId }, body });
}

const mark = ({ exam, applicationId }: Paid) =>
  askStaff(officer, 'examDay.mark', {
    params: { id: exam.sessionId, applicationId },
    body: { mark: 'Present', version: 0 },
  });

const requestCancellation = ({ browser, applicationId }: Paid) =>
  ask(browser, 'application.requestCancellation', {
    query: { applicationId },
    body: { reason: 'I am ill on that day.' },
  });

/** The row that a mark writes, on its way: whoever marks now waits for it. */
const markOnItsWay = ({ applicationId }: Paid) =>
  holding(`insert into attendance (id, status) values ($1, 'Expected')`, [applicationId]);

describe('a session that is moved to another day', () => {
  it('comes before a cancellation that waited for it: everything may be had back, so nothing is quoted by the old day [9.7 9.1#10]', async () => {
    const paid = await givenPaid();

    const [moved, requested] = await queued(
      await heldSession(paid.exam),
      () => moveSession(paid),
      () => requestCancellation(paid),
    );

    expect([moved.status, requested.status, requested.body['code']]).toEqual([200, 412, 'MOVE_CHOICE_OPEN']);
    expectExactly(
      await valueOf('select count(*)::integer as value from cancellation_item where application_id = $1', [
        paid.applicationId,
      ]),
    ).toBe(0);
  });

  it('comes before a mark that waited for it: nobody came to an exam that is not today any more [9.7 9.1#12]', async () => {
    const paid = await givenPaid();
    await toToday(paid);

    const [moved, marked] = await queued(
      await heldSession(paid.exam),
      () => moveSession(paid),
      () => mark(paid),
    );

    expect([moved.status, marked.status, marked.body['code']]).toEqual([200, 412, 'EXAM_NOT_TODAY']);
  });
});

describe('who is marked as present', () => {
  it('does not get the money back by a cancellation that waited for the mark [9.1#14]', async () => {
    const paid = await givenPaid();
    expect((await requestCancellation(paid)).status).toBeLessThan(300);
    await toToday(paid);
    const approver = await givenStaff(world.consoleUrl, { roles: ['financeApprover', 'examOfficer'] });
    const id = await valueOf('select request_id as value from cancellation_item where application_id = $1', [
      paid.applicationId,
    ]);

    const [marked, approved] = await queued(
      await markOnItsWay(paid),
      () => mark(paid),
      () => askStaff(approver, 'cancellations.approve', { params: { id: String(id) }, body: { version: 1 } }),
    );

    expect([marked.status, approved.status, approved.body['code']]).toEqual([200, 412, 'EXAM_TAKEN']);
    expectExactly(await reading(readBooksProblems)).toEqual([]);
  });

  it('is not withdrawn by a second person who waited for the mark [9.1#14]', async () => {
    const paid = await givenPaid();
    await toToday(paid);
    const version = await valueOf('select desk_version as value from application where id = $1', [paid.applicationId]);
    const proposed = await askStaff(officer, 'applications.withdraw', {
      params: { id: paid.applicationId },
      body: { version, refund: 'Everything', reason: 'The family asked by telephone' },
    });
    expect(proposed.status, proposed.text).toBe(200);
    const second = await givenStaff(world.consoleUrl, { roles: ['financeApprover', 'examOfficer'] });

    const [marked, withdrawn] = await queued(
      await markOnItsWay(paid),
      () => mark(paid),
      () => askStaff(second, 'approvals.approve', { params: { id: String(proposed.body['proposalId']) }, body: {} }),
    );

    expect([marked.status, withdrawn.status, withdrawn.body['code']]).toEqual([200, 412, 'EXAM_TAKEN']);
  });
});

it('an order does not take a line whose consent was withdrawn while the order waited [PIPL-15 3-domain 6.1]', async () => {
  const browser = await givenSignedIn(world.url);
  const { applicationId } = await addToCart(browser);
  const id = await valueOf(
    `select id as value from consent where application_id = $1 and statement_id = 'awardingBody' limit 1`,
    [applicationId],
  );

  const [withdrawn, ordered] = await queued(
    await holding('select from consent where id = $1 for no key update', [id]),
    () => ask(browser, 'consent.withdraw', { params: { id: String(id) } }),
    () => ask(browser, 'order.place', { body: { applicationIds: [applicationId], totalPayAmount: price } }),
  );

  expect([withdrawn.status, ordered.status, ordered.body['code']]).toEqual([200, 412, 'CONSENT_WITHDRAWN']);
});

it('a paper that has been withdrawn itself takes nobody in: it is not offered, and nobody would count it again [R-54]', async () => {
  const paid = await givenPaid();
  const [paperId, { sessionId, paperIds }] = [
    paid.exam.paperIds[0] ?? '',
    await givenExam({ anotherDayOf: paid.exam }),
  ];
  const count = `insert into minimum_decision (session_subject_id, session_id, minimum, registered, found_at, decide_by, outcome, decided_at)
    values ($1, $2, 2, 1, app_now(), app_now() + interval '1 day', $3::text, case when $3 is not null then app_now() end)`;
  await meddle(count, [paperId, paid.exam.sessionId, null]);
  await meddle(count, [paperIds[0], sessionId, 'Withdrawn']);
  const params = { id: paperId };
  const reason = 'the family asked';

  const { body } = await askStaff(officer, 'sessionMinimums.get', { params });
  const together = await askStaff(officer, 'sessionMinimums.move', { params, body: { reason, sessionId } });
  const alone = await askStaff(officer, 'applications.move', {
    params: { id: paid.applicationId },
    body: { version: 1, sessionId, reason },
  });

  expect(body['moveTo']).toEqual([]);
  expect([together, alone].map((answer) => answer.body['code'])).toEqual(['SESSION_WITHDRAWN', 'SESSION_WITHDRAWN']);
});

it('a window that changes while everybody of another paper moves in waits for the counts before the session [F1 R-54]', async () => {
  const paid = await givenPaid();
  const target = await givenExam({ anotherDayOf: paid.exam });
  for (const { sessionId, paperIds } of [paid.exam, target])
    await meddle(
      `insert into minimum_decision (session_subject_id, session_id, minimum, registered, found_at, decide_by)
       values ($1, $2, 2, 1, app_now(), app_now() + interval '1 day')`,
      [paperIds[0], sessionId],
    );
  const { rows } = await databasePool().query<{ version: number; start: string; end: string }>(
    'select version, publish_start_at as start, publish_end_at as end from exam_session where id = $1',
    [target.sessionId],
  );
  const [{ version, start, end } = { version: 0, start: '', end: '' }] = rows;
  const reason = 'Agreed with the centre';

  const [moved, changed] = await queued(
    await holding('select from exam_order where id = $1 for no key update', [paid.orderId]),
    () =>
      askStaff(officer, 'sessionMinimums.move', {
        params: { id: paid.exam.paperIds[0] ?? '' },
        body: { reason, sessionId: target.sessionId },
      }),
    () =>
      askStaff(officer, 'sessions.changeWindow', {
        params: { id: target.sessionId },
        body: { version, reason, publishStartAt: start, publishEndAt: addSeconds(end, 3600) },
      }),
  );

  expect([moved.status, changed.status], `${moved.text} ${changed.text}`).toEqual([200, 200]);
  expectExactly(
    await valueOf('select deadlocks::integer as value from pg_stat_database where datname = current_database()', []),
  ).toBe(0);
});
