import { readBooksProblems } from '#books/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from '#platform/chance';
import { databasePool, reading } from '#platform/database';
import {
  ask,
  expectExactly,
  givenCartLine,
  givenExam,
  givenSignedIn,
  openTestServer,
  type SignedIn,
  type TestServer,
} from '#testing';
import { locksAwaited } from '#platform/testing/database';
import { runDueJobs } from '#platform/worker';
import { routes, tasks } from '../index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(routes);
});
afterAll(() => server.close());

const total = 150_000;

async function place(browser: SignedIn, applicationIds: readonly string[], totalPayAmount: number, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return await ask(browser, 'order.place', { body: { applicationIds, totalPayAmount }, headers });
}

async function count(text: string, values: unknown[]): Promise<number> {
  const { rows } = await databasePool().query<{ count: number }>(
    `select count(*)::integer as count from ${text}`,
    values,
  );
  return rows[0]?.count ?? -1;
}

describe('placing an order', () => {
  it('holds the seats, leaves the cart and snapshots the price [9.4#1 9.1#5 C2 C26 R-42 call:POST /api/order]', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam({ seats: 3 });
    const lines = [await givenCartLine(browser.accountId, exam), await givenCartLine(browser.accountId, exam)];

    const { status, body } = await place(browser, lines, 2 * total);

    expect(status).toBe(200);
    expect(body).toMatchObject({ amount: 2 * total, isNocharge: false });
    const shown = await ask(browser, 'order.get', { params: { id: body['id'] } });
    expect(shown.body).toMatchObject({ status: 'PaymentPending', payAmount: 2 * total, canPay: true, canGiveUp: true });
    expect(shown.body['secondsRemaining']).toBeGreaterThan(29 * 60);
    expectExactly(await count(`seat_allocation where order_id = $1 and state = 'Held'`, [body['id']])).toBe(2);
    expectExactly(await count(`application where id = any($1) and status = 'Submitted'`, [lines])).toBe(2);
    expect(await reading(readBooksProblems)).toEqual([]);
  });

  it('takes all lines or none, and names the items that are full [R-43 C2]', async () => {
    const browser = await givenSignedIn(server.url);
    const free = await givenExam();
    const tight = await givenExam({ seats: 1 });
    const lines = [
      await givenCartLine(browser.accountId, free),
      await givenCartLine(browser.accountId, tight),
      await givenCartLine(browser.accountId, tight),
    ];

    const { status, body } = await place(browser, lines, 3 * total);

    expect(status).toBe(412);
    expect(body).toMatchObject({ code: 'SEATS', fieldCodes: { [`applicationIds.${lines[2]}`]: 'SEATS' } });
    expectExactly(await count(`application where id = any($1) and status = 'Initiated'`, [lines])).toBe(3);
    expectExactly(await count('seat_allocation where application_id = any($1)', [lines])).toBe(0);
  });

  it('never reads a price from the client: any other total is refused with the new breakdown [T10 5.5 R-99]', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam({
      tiers: [
        { from: 1, to: 1, localFee: 45_000 },
        { from: 2, to: null, localFee: 40_500 },
      ],
    });
    const lines = [await givenCartLine(browser.accountId, exam), await givenCartLine(browser.accountId, exam)];

    const answers = [];
    for (const seen of [0, 1, 2 * total - 1, 2 * total, 2_000_000_000]) answers.push(await place(browser, lines, seen));

    // 405.00 + 953.34 + 96.66 x 1358.34 / 1403.34 = 1,451.90 each, by hand.
    const details = { totalPayAmount: 290_380, totalOriginalAmount: 300_000, totalDiscountAmount: 9_620 };
    for (const { status, body } of answers) {
      expect(status).toBe(412);
      expect(body).toMatchObject({ code: 'PRICE_CHANGED', details });
    }
    expect((await place(browser, lines, 290_380)).body).toMatchObject({ amount: 290_380 });
  });

  it('refuses money that is not a whole number of fen, and unknown fields [T10 call:POST /api/order]', async () => {
    const browser = await givenSignedIn(server.url);
    const line = await givenCartLine(browser.accountId, await givenExam());

    for (const wrong of [-1, 1500.5, '150000', null, 1e12]) {
      const { status, body } = await ask(browser, 'order.place', {
        body: { applicationIds: [line], totalPayAmount: wrong },
      });
      expect([400, 412]).toContain(status);
      expect(['MALFORMED', 'FIELDS']).toContain(body['code']);
    }
    const extra = { applicationIds: [line], totalPayAmount: total, isNocharge: true, discount: 1 };
    expect((await ask(browser, 'order.place', { body: extra })).status).toBe(400);
  });

  it('makes one order of twenty parallel clicks, with a key and without [T17 S-5 C40]', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam({ seats: 50 });
    const withKey = await givenCartLine(browser.accountId, exam);
    const without = await givenCartLine(browser.accountId, exam);
    const twenty = Array.from({ length: 20 });

    const keyed = await Promise.all(twenty.map(() => place(browser, [withKey], total, 'a-key-of-this-click')));
    const keyless = await Promise.all(twenty.map(() => place(browser, [without], total)));

    const placed = keyed.filter((answer) => answer.status === 200);
    expect(placed.length).toBeGreaterThan(0);
    expectExactly(new Set(placed.map((answer) => answer.body['id'])).size).toBe(1);
    expect(keyed.every((answer) => [200, 409].includes(answer.status))).toBe(true);
    expect(keyless.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(keyless.filter((answer) => answer.body['code'] === 'CART_CHANGED')).toHaveLength(19);
    const again = await place(browser, [withKey], total, 'a-key-of-this-click');
    expect(again.body['id']).toBe(placed[0]?.body['id']);
    expect((await place(browser, [withKey], total + 1, 'a-key-of-this-click')).status).toBe(409);
    expectExactly(await count('order_item where application_id = any($1)', [[withKey, without]])).toBe(2);
  });

  it('lets a person have a paper once, over all accounts [S-14 C9]', async () => {
    const [first, second] = [await givenSignedIn(server.url), await givenSignedIn(server.url)];
    const exam = await givenExam();
    const personKey = randomBytes(32);
    const line = await givenCartLine(first.accountId, exam, { personKey });
    const rival = await givenCartLine(second.accountId, exam, { personKey });
    await place(first, [line], total);

    const { status, body } = await place(second, [rival], total);

    expect(status).toBe(412);
    expect(body).toMatchObject({
      code: 'ALREADY_REGISTERED',
      userMessage: 'This candidate is already registered for this exam.',
    });
  });

  it('holds at most five unpaid orders of an account, also when ten come at once [S-15]', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam({ seats: 50 });
    const lines = await Promise.all(Array.from({ length: 10 }, () => givenCartLine(browser.accountId, exam)));

    const answers = await Promise.all(lines.map((line) => place(browser, [line], total)));

    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5);
    expect(answers.filter((answer) => answer.body['code'] === 'ORDER_LIMIT')).toHaveLength(5);
    expectExactly(await count('exam_order where account_id = $1', [browser.accountId])).toBeLessThanOrEqual(5);
  });

  it('holds at most five unpaid seats of a hot session, for fifteen minutes [S-15 R-45]', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam({ seats: 50, isHot: true });
    const lines = await Promise.all(Array.from({ length: 6 }, () => givenCartLine(browser.accountId, exam)));

    const tooMany = await place(browser, lines, 6 * total);
    const five = await place(browser, lines.slice(0, 5), 5 * total);
    const sixth = await place(browser, lines.slice(5), total);

    expect(tooMany.body).toMatchObject({ code: 'SESSION_SEAT_LIMIT' });
    expect(sixth.body).toMatchObject({ code: 'SESSION_SEAT_LIMIT' });
    const shown = await ask(browser, 'order.get', { params: { id: five.body['id'] } });
    expect(shown.body['secondsRemaining']).toBeLessThanOrEqual(15 * 60);
  });

  it('counts the seats of a hot session, not the lines: three papers are three seats [S-15]', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam({ seats: 50, papers: 3, isHot: true });
    const sets = [await givenCartLine(browser.accountId, exam), await givenCartLine(browser.accountId, exam)];
    const paper = await givenCartLine(browser.accountId, exam, { paper: 0 });

    const six = await place(browser, sets, 6 * total);
    const three = await place(browser, sets.slice(0, 1), 3 * total);
    const more = await place(browser, sets.slice(1), 3 * total);
    const one = await place(browser, [paper], total);

    expect([six, more].map(({ body }) => body['code'])).toEqual(['SESSION_SEAT_LIMIT', 'SESSION_SEAT_LIMIT']);
    expect([three, one].map(({ status }) => status)).toEqual([200, 200]);
  });

  it('counts a candidate once where a hot session counts candidates [S-15 R-42]', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam({ seats: 50, papers: 3, isHot: true, seatPer: 'Candidate' });
    const personKey = randomBytes(32);
    const twice = [0, 1].map((paper) => givenCartLine(browser.accountId, exam, { personKey, paper }));
    const [sixthLine = '', ...sets] = await Promise.all([
      ...Array.from({ length: 5 }, () => givenCartLine(browser.accountId, exam)),
      ...twice,
    ]);

    const five = await place(browser, sets, 14 * total);
    const sixth = await place(browser, [sixthLine], 3 * total);

    expect([five.status, sixth.body['code']]).toEqual([200, 'SESSION_SEAT_LIMIT']);
  });

  it('leaves sessions with a code out of the stricter limits, hot or not [S-15]', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam({ seats: 50, isHot: true, isExclusive: true });
    await databasePool().query(
      `insert into invitation_ticket (session_id, account_id, expires_at) values ($1, $2, app_now() + interval '1 hour')`,
      [exam.sessionId, browser.accountId],
    );
    const lines = await Promise.all(Array.from({ length: 6 }, () => givenCartLine(browser.accountId, exam)));

    const { status, body } = await place(browser, lines, 6 * total);

    expect(status).toBe(200);
    const shown = await ask(browser, 'order.get', { params: { id: body['id'] } });
    expect(shown.body['secondsRemaining']).toBeGreaterThan(15 * 60);
  });

  it('caps the time to pay at the end of registration plus 30 minutes [R-44 R-45]', async () => {
    const browser = await givenSignedIn(server.url);
    const line = await givenCartLine(browser.accountId, await givenExam({ closesInMinutes: -5 }));
    const closing = await givenCartLine(browser.accountId, await givenExam({ closesInMinutes: 0.05 }));

    const late = await place(browser, [line], total);
    const { body } = await place(browser, [closing], total);

    expect(late.body).toMatchObject({ code: 'SESSION_ENDED' });
    const shown = await ask(browser, 'order.get', { params: { id: body['id'] } });
    expect(shown.body['secondsRemaining']).toBeLessThanOrEqual(30 * 60);
  });

  it('costs a dearer price from ten minutes before that begins, and has to be paid before that otherwise [R-45]', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam({ closesInMinutes: 600 });
    const { paperIds } = exam;
    const line = await givenCartLine(browser.accountId, exam);
    const placedBefore = async (minutes: number) => {
      await databasePool().query('delete from session_subject_late_charge where session_subject_id = $1', paperIds);
      await databasePool().query('update session_subject set is_late_entry_charge = true where id = $1', paperIds);
      await databasePool().query(
        `insert into session_subject_late_charge (id, session_subject_id, stage, fee, start_at, end_at)
         select gen_random_uuid(), $1, stage, fee, app_now() + start, app_now() + ending
         from (values ('Late1', 0, interval '-1 day', make_interval(mins => $2)),
           ('Late2', 5000, make_interval(mins => $2), interval '5 hours')) late (stage, fee, start, ending)`,
        [paperIds[0], minutes],
      );
      return await place(browser, [line], total);
    };

    const [late, inTime] = [await placedBefore(9), await placedBefore(11)];

    expect([late.body['code'], inTime.status]).toEqual(['PRICE_CHANGED', 200]);
    const shown = await ask(browser, 'order.get', { params: { id: inTime.body['id'] } });
    expect(shown.body['secondsRemaining']).toBeLessThanOrEqual(11 * 60);
  });

  it('is finished at once when nothing is to pay [9.4#2 C25]', async () => {
    const browser = await givenSignedIn(server.url);
    const line = await givenCartLine(
      browser.accountId,
      await givenExam({ fees: { localFee: 0, boardFee: 0, vat: 0 } }),
    );

    const { body } = await place(browser, [line], 0);

    expect(body).toMatchObject({ amount: 0, isNocharge: true });
    const shown = await ask(browser, 'order.get', { params: { id: body['id'] } });
    expect(shown.body).toMatchObject({ status: 'PaymentSuccessful', actualPayAmount: 0 });
    expectExactly(await count(`application where id = $1 and status = 'Registered'`, [line])).toBe(1);
    expect(await reading(readBooksProblems)).toEqual([]);
  });

  it('is told to the account once, after the order is made [C39]', async () => {
    const browser = await givenSignedIn(server.url);
    const { body } = await place(browser, [await givenCartLine(browser.accountId, await givenExam())], total);

    await runDueJobs(tasks);
    await tasks['orders.tellPlaced']?.({ orderId: body['id'] });

    expectExactly(await count(`message where object_id = $1 and kind = 'orderPlaced'`, [body['id']])).toBe(1);
  });

  it('counts a candidate once where the session counts candidates [R-42]', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam({ seats: 1, papers: 2, seatPer: 'Candidate' });
    const personKey = randomBytes(32);
    const first = await givenCartLine(browser.accountId, exam, { personKey, paper: 0 });
    const second = await givenCartLine(browser.accountId, exam, { personKey, paper: 1 });
    const stranger = await givenCartLine(browser.accountId, exam, { paper: 1 });

    const answers = [
      await place(browser, [first], total),
      await place(browser, [second], total),
      await place(browser, [stranger], total),
    ];

    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 412]);
    expect(answers[2]?.body).toMatchObject({ code: 'SEATS' });
    expect(await reading(readBooksProblems)).toEqual([]);
  });

  it('keeps nobody up for a line of another family that is in somebody else’s hands just now [C2]', async () => {
    const [held, free] = [await givenSignedIn(server.url), await givenSignedIn(server.url)];
    const heldLine = await givenCartLine(held.accountId, await givenExam());
    const freeLine = await givenCartLine(free.accountId, await givenExam());
    const holder = await databasePool().connect();
    await holder.query('begin');
    await holder.query('select from application where id = $1 for update', [heldLine]);

    const waiting = place(held, [heldLine], total);
    await expect.poll(locksAwaited).toBe(1);
    const served = await place(free, [freeLine], total);
    const stillAwaited = await locksAwaited();
    await holder.query('commit');
    holder.release();

    expect([served.status, stillAwaited, (await waiting).status]).toEqual([200, 1, 200]);
  });

  it("answers another account's application and order as absent [S-1 call:GET /api/order/{id}]", async () => {
    const [owner, stranger] = [await givenSignedIn(server.url), await givenSignedIn(server.url)];
    const line = await givenCartLine(owner.accountId, await givenExam());
    const stolen = await place(stranger, [line], total);
    const { body } = await place(owner, [line], total);

    const peeked = await ask(stranger, 'order.get', { params: { id: body['id'] } });

    expect([stolen.status, peeked.status]).toEqual([404, 404]);
    const by = (field: string, value: string) => ask(owner, 'order.search', { body: { filters: [{ field, value }] } });
    const all = [await by('status', 'All'), await by('category', 'All'), await by('status', ''), await by('code', '')];
    const unknown = [await by('status', 'Paid'), await by('category', 'Exam')];
    expect(all.map(({ body }) => body['recordCount'])).toEqual([1, 1, 1, 1]);
    expect(unknown.map(({ status }) => status)).toEqual([400, 400]);
    expect((await ask(stranger, 'order.search')).body).toMatchObject({ recordCount: 0, list: [] });
    expect((await ask(owner, 'order.search')).body).toMatchObject({
      recordCount: 1,
      list: [{ id: body['id'], itemCount: 1 }],
    });
  });

  it('tells beforehand which places are missing, and holds nothing by it [R-43 C6 call:POST /api/order/check_seat]', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam({ seats: 1 });
    const lines = [await givenCartLine(browser.accountId, exam), await givenCartLine(browser.accountId, exam)];

    const both = await ask(browser, 'order.checkSeats', { body: { applicationIds: lines } });
    const one = await ask(browser, 'order.checkSeats', { body: { applicationIds: lines.slice(1) } });

    expect(both.body).toEqual({
      isValid: false,
      insufficient: [{ applicationId: lines[1], sessionId: exam.sessionId, freeSeats: 0 }],
    });
    expect(one.body).toEqual({ isValid: true, insufficient: [] });
  });
});
