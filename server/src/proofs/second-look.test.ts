import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBooksProblems } from '#books/ledger';
import { databasePool, inTransaction, reading } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import {
  ask,
  askStaff,
  expectExactly,
  givenExam,
  givenSignedIn,
  givenStaff,
  type SignedIn,
  type TestExam,
} from '#testing';
import { expire, startPaying } from '#testing/shopping';
import { addCandidate, meddle, openWorld, payOrder, price, submission, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const order = async (browser: SignedIn, ...ids: string[]) =>
  await ask(browser, 'order.place', { body: { applicationIds: ids, totalPayAmount: price * ids.length } });

/** A line of a person for one paper of an exam. */
async function givenLine(
  browser: SignedIn,
  exam: TestExam,
  { candidateId, paper = 0 }: { candidateId?: string; paper?: number } = {},
): Promise<string> {
  const person = candidateId ?? (await addCandidate(browser));
  const body = { ...submission(exam, person), subject: { id: exam.subjectIds[paper] ?? '' } };
  const { status, text, body: answer } = await ask(browser, 'application.submit', { body });
  expect(status, text).toBe(200);
  return String(answer['id']);
}

async function pay(browser: SignedIn, ...ids: string[]): Promise<void> {
  const { body, text, status } = await order(browser, ...ids);
  expect(status, text).toBe(200);
  await payOrder(browser, world.bank, String(body['id']));
}

const registeredOf = async ({ sessionId }: TestExam) => {
  const { rows } = await databasePool().query('select registered from exam_session where id = $1', [sessionId]);
  return rows[0]?.registered;
};

/** Staff give a registration the document of somebody else. */
async function correct(id: string) {
  const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer', 'supportAgent'] });
  const { version } = (await askStaff(officer, 'applications.get', { params: { id } })).body;
  const changes = { idType: 'Passport', idNo: `E${Math.trunc(performance.now() * 1000) % 90_000_000}`.padEnd(9, '7') };
  return await askStaff(officer, 'applications.correct', {
    params: { id },
    body: { version, changes, reason: 'The passport says so' },
  });
}

describe('a document that staff correct, where a session counts candidates', () => {
  it('makes two people of one, who weigh two seats: a third finds the session full [R-42 S-14]', async () => {
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam({ seats: 2, papers: 2, seatPer: 'Candidate' });
    const candidateId = await addCandidate(browser);
    const first = await givenLine(browser, exam, { candidateId });
    const second = await givenLine(browser, exam, { candidateId, paper: 1 });
    await pay(browser, first, second);
    expect(await registeredOf(exam)).toBe(1);

    const { status, text } = await correct(first);

    expect(status, text).toBeLessThan(300);
    expectExactly(await registeredOf(exam)).toBe(2);
    const other = await givenSignedIn(world.url);
    const third = await ask(other, 'application.submit', { body: submission(exam, await addCandidate(other)) });
    expect(third.body).toMatchObject({ code: 'SESSION_FULL' });
    expectExactly(await reading(readBooksProblems)).toEqual([]);
  });

  it('is refused where the second person has no seat, and nothing of it is written [R-42]', async () => {
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam({ seats: 1, papers: 2, seatPer: 'Candidate' });
    const candidateId = await addCandidate(browser);
    const first = await givenLine(browser, exam, { candidateId });
    await pay(browser, first, await givenLine(browser, exam, { candidateId, paper: 1 }));

    const { body } = await correct(first);

    expect(body).toMatchObject({ code: 'NOT_ENOUGH_FREE_SEATS' });
    expectExactly(await registeredOf(exam)).toBe(1);
    expectExactly(await reading(readBooksProblems)).toEqual([]);
  });
});

describe('the books', () => {
  it('tell of a person who weighs more than one seat, and of one who weighs none [R-42]', async () => {
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam({ seats: 5, papers: 2, seatPer: 'Candidate' });
    const candidateId = await addCandidate(browser);
    const lines = [
      await givenLine(browser, exam, { candidateId }),
      await givenLine(browser, exam, { candidateId, paper: 1 }),
    ];
    await pay(browser, ...lines);
    const found: string[][] = [];
    for (const weight of [1, 0]) {
      await meddle('update seat_allocation set weight = $2 where session_id = $1', [exam.sessionId, weight]);
      await meddle('update exam_session set registered = $2 where id = $1', [exam.sessionId, 2 * weight]);
      found.push((await reading(readBooksProblems)).map(({ problem }) => problem));
    }
    await meddle('update seat_allocation set weight = (application_id = $2)::int where session_id = $1', [
      exam.sessionId,
      lines[0],
    ]);
    await meddle('update exam_session set registered = 1 where id = $1', [exam.sessionId]);

    expect(found).toEqual([['R-42 person weighs not one seat'], ['R-42 person weighs not one seat']]);
    expect(await reading(readBooksProblems)).toEqual([]);
  });
});

describe('an order asks again what the cart asked', () => {
  /** Two lines of one person in two accounts, for two sessions of an exam that is taken once. */
  async function givenOnceTwice() {
    const [mother, father] = [await givenSignedIn(world.url), await givenSignedIn(world.url)];
    const exam = await givenExam();
    const other = await givenExam({ anotherDayOf: exam });
    const lines = [await givenLine(mother, exam), await givenLine(father, other)] as const;
    await meddle(
      `insert into form_template (id, number, version) values (gen_random_uuid(), 'rt1011', 1) on conflict do nothing`,
    );
    const form = `(select id from form_template where number = 'rt1011' order by version desc limit 1)`;
    await meddle(`update product set form_template_id = ${form} where id = $1`, [exam.productId]);
    await meddle(
      `update application set form_template_id = ${form}, person_key = (select person_key from application where id = $2) where id = any($1)`,
      [lines, lines[0]],
    );
    return { mother, father, lines };
  }

  it('whether the person has an exam already that is taken once, in whatever account [R-55 9.1#5]', async () => {
    const { mother, father, lines } = await givenOnceTwice();

    const first = await order(mother, lines[0]);
    const second = await order(father, lines[1]);

    expect([first.status, second.status, second.body['code']]).toEqual([200, 412, 'ALREADY_REGISTERED']);
    expect(second.body['fields']).toEqual({ [`applicationIds.${lines[1]}`]: expect.any(String) });
  });

  it('so that of two accounts at the same moment one gets it [R-55 C9]', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { mother, father, lines } = await givenOnceTwice();

      const answers = await Promise.all([order(mother, lines[0]), order(father, lines[1])]);

      expectExactly(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    }
  });

  it('and so does money that comes late: it goes back where the person has the exam meanwhile, or a consent is gone [R-55 S-3 3-domain 6.1]', async () => {
    const { mother, father, lines } = await givenOnceTwice();
    const withdrawn = await givenLine(mother, await givenExam());
    const late = [];
    for (const [browser, line] of [
      [mother, lines[0]],
      [mother, withdrawn],
    ] as const) {
      const orderId = String((await order(browser, line)).body['id']);
      late.push({ tradeNo: await startPaying({ browser, orderId }), orderId, line });
      await expire(world.bank, { orderId });
    }
    await pay(father, lines[1]);
    const [consent] = (
      await databasePool().query(
        `select id from consent where application_id = $1 and statement_id like '%wardingBody' limit 1`,
        [withdrawn],
      )
    ).rows;
    const ended = await ask(mother, 'consent.withdraw', { params: { id: String(consent?.id) } });

    for (const { tradeNo } of late) await world.bank.settle(tradeNo, 'late');

    const { rows } = await databasePool().query(
      `select application.status, refund.cause, refund.amount from application
       join order_item item on item.application_id = application.id
       left join refund on refund.order_id = item.order_id where application.id = any($1)`,
      [late.map(({ line }) => line)],
    );
    expect(ended.status, ended.text).toBe(200);
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ status: 'Expired', cause: 'latePayment', amount: price })));
  });

  it('and staff do, who correct a document to that of somebody who has the exam in another session [R-55 R-27]', async () => {
    const { mother, father, lines } = await givenOnceTwice();
    const document = {
      idType: 'Passport',
      idNo: `E${Math.trunc(performance.now() * 1000) % 90_000_000}`.padEnd(9, '5'),
    };
    await pay(mother, lines[0]);
    await meddle(`update application set person_key = '\\x77' where id = $1`, [lines[1]]);
    await pay(father, lines[1]);
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer', 'supportAgent'] });
    const give = async (id: string) => {
      const { version } = (await askStaff(officer, 'applications.get', { params: { id } })).body;
      return await askStaff(officer, 'applications.correct', {
        params: { id },
        body: { version, changes: document, reason: 'The passport says so' },
      });
    };

    const first = await give(lines[0]);
    const second = await give(lines[1]);

    expect([first.status, second.status, second.body['fieldCodes']], first.text).toEqual([
      200,
      412,
      { idNo: 'ALREADY_REGISTERED' },
    ]);
  });

  it('whether the product can still be registered for [9.1#5]', async () => {
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const line = await givenLine(browser, exam);
    await meddle(`update product set access = 'opensSoon' where id = $1`, [exam.productId]);

    const cart = await ask(browser, 'application.cart', { body: { pageIndex: 1, pageSize: 10 } });
    const { status, body } = await order(browser, line);

    expect(JSON.stringify(cart.body)).toContain('PRODUCT_NOT_OPEN');
    expect([status, body['code']]).toEqual([412, 'PRODUCT_NOT_OPEN']);
  });
});

describe('a mark on the exam day', () => {
  it('is not given to whom a cancellation took away while it waited [9.1#12]', async () => {
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const id = await givenLine(browser, exam);
    await pay(browser, id);
    await meddle(
      `update exam_session set exam_date = (app_now() at time zone 'Asia/Shanghai')::date, starts_at = app_now() + interval '1 hour',
         publish_end_at = app_now() + interval '1 minute' where id = $1`,
      [exam.sessionId],
    );
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
    const cancelling = inTransaction(async (tx) => {
      await sql`select from application where id = ${id} for no key update`.execute(tx);
      held();
      await over;
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update application set status = 'Cancelled' where id = ${id}`.execute(tx);
    });
    await isHeld;

    const marking = askStaff(officer, 'examDay.mark', {
      params: { id: exam.sessionId, applicationId: id },
      body: { mark: 'Present', version: 0 },
    });
    await expect.poll(locksAwaited).toBe(1);
    end();
    await cancelling;

    expect((await marking).status).toBe(404);
    const { rows } = await databasePool().query('select status from attendance where id = $1', [id]);
    expectExactly(rows).toEqual([]);
    await meddle(`update application set status = 'Registered' where id = $1`, [id]);
  });
});
