import { readBooksProblems } from '#books/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes, randomId } from '#platform/chance';
import { databasePool, inTransaction, reading } from '#platform/database';
import { openTestPlatform } from '#testing/app';
import { locksAwaited } from '#platform/testing/database';
import { expectExactly, givenExam, type TestExam } from '#testing';
import { confirmSeats, releaseSeats } from './release.ts';
import { decideSeats, lockSessions, retakeSeats, type SeatAnswer, type SeatLine, takeSeats } from './seats.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

const heldUntil = '2100-01-01T00:00:00.000Z';

function lineFor(exam: TestExam, { person = randomBytes(32), paper = 0 } = {}): SeatLine {
  return {
    applicationId: randomId(),
    sessionId: exam.sessionId,
    sessionSubjectIds: [exam.paperIds[paper] ?? ''],
    personKey: person,
  };
}

async function take(orderId: string, lines: readonly SeatLine[]): Promise<SeatAnswer> {
  return await inTransaction((tx) => takeSeats(tx, { orderId, accountId: randomId(), heldUntil, lines }));
}

async function release(orderId: string, applicationIds?: string[]): Promise<number> {
  const { freed } = await inTransaction((tx) =>
    releaseSeats(tx, { orderId, reason: 'expired', ...(applicationIds ? { applicationIds } : {}) }),
  );
  return freed;
}

async function registered({ sessionId }: TestExam): Promise<number> {
  const { rows } = await databasePool().query<{ registered: number }>(
    'select registered from exam_session where id = $1',
    [sessionId],
  );
  return rows[0]?.registered ?? -1;
}

/** I1, I2 and I10; these orders have no rows of their own, so nothing else is asked. */
async function seatProblems() {
  return (await reading(readBooksProblems)).filter(({ problem }) => /^I(1|2|10) /.test(problem));
}

describe('the seats of an order', () => {
  it('are free again after a release, once, however often it is asked for [C5 I8]', async () => {
    const exam = await givenExam({ seats: 2 });
    const orderId = randomId();
    await take(orderId, [lineFor(exam), lineFor(exam)]);

    const freed = await Promise.all([release(orderId), release(orderId), release(orderId)]);

    expectExactly(freed.filter((seats) => seats > 0)).toEqual([2]);
    expectExactly(await registered(exam)).toBe(0);
    expectExactly(await take(randomId(), [lineFor(exam), lineFor(exam)])).toEqual({ taken: true });
    expectExactly(await seatProblems()).toEqual([]);
  });

  it('can be freed for some of its applications', async () => {
    const exam = await givenExam({ seats: 3 });
    const orderId = randomId();
    const lines = [lineFor(exam), lineFor(exam), lineFor(exam)];
    await take(orderId, lines);

    expectExactly(await release(orderId, [lines[1]?.applicationId ?? ''])).toBe(1);

    expectExactly(await registered(exam)).toBe(2);
    expectExactly(await seatProblems()).toEqual([]);
  });

  it('stay counted while a candidate keeps another paper there, and end with the last one [R-42]', async () => {
    const exam = await givenExam({ seats: 1, papers: 3, seatPer: 'Candidate' });
    const person = randomBytes(32);
    const orders = [randomId(), randomId(), randomId()] as const;
    const taken: boolean[] = [];
    for (const [paper, orderId] of orders.entries())
      taken.push((await take(orderId, [lineFor(exam, { person, paper })])).taken);

    const counts = [await registered(exam)];
    for (const orderId of orders) {
      await release(orderId);
      counts.push(await registered(exam));
    }

    expectExactly(taken).toEqual([true, true, true]);
    expectExactly(counts).toEqual([1, 1, 1, 0]);
    expectExactly(await seatProblems()).toEqual([]);
  });

  it('count every paper where the session counts papers [R-42]', async () => {
    const exam = await givenExam({ seats: 2, papers: 3 });
    const person = randomBytes(32);
    const set = { ...lineFor(exam, { person }), sessionSubjectIds: exam.paperIds };

    const three = await take(randomId(), [set]);
    const two = await take(randomId(), [{ ...set, sessionSubjectIds: exam.paperIds.slice(0, 2) }]);

    expectExactly(three).toEqual({ taken: false, insufficient: [set.applicationId], alreadyRegistered: [] });
    expectExactly(two).toEqual({ taken: true });
    expectExactly(await registered(exam)).toBe(2);
  });

  it('refuse the same person twice in one order [S-14 C9]', async () => {
    const exam = await givenExam();
    const person = randomBytes(32);
    const [first, second] = [lineFor(exam, { person }), lineFor(exam, { person })];

    expectExactly(await take(randomId(), [first, second])).toEqual({
      taken: false,
      insufficient: [],
      alreadyRegistered: [second.applicationId],
    });
    expectExactly(await registered(exam)).toBe(0);
  });

  it('are counted down from one order to the next of those that are decided together [C1]', async () => {
    const exam = await givenExam({ seats: 2 });
    const person = randomBytes(32);
    const orders = [[lineFor(exam, { person })], [lineFor(exam, { person })], [lineFor(exam)], [lineFor(exam)]];

    const { answers } = await inTransaction((tx) =>
      decideSeats(
        tx,
        orders.map((lines) => ({ orderId: randomId(), accountId: randomId(), heldUntil, lines })),
      ),
    );

    const applicationOf = (at: number) => orders[at]?.[0]?.applicationId;
    expectExactly(answers).toEqual([
      { taken: true },
      { taken: false, insufficient: [], alreadyRegistered: [applicationOf(1)] },
      { taken: true },
      { taken: false, insufficient: [applicationOf(3)], alreadyRegistered: [] },
    ]);
  });

  it('are waited for while somebody else decides about the session, or left for later by who may not wait [C2]', async () => {
    const exam = await givenExam({ seats: 2 });
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = inTransaction(async (tx) => {
      await lockSessions(tx, [exam.sessionId]);
      held.resolve();
      await go.promise;
    });
    await held.promise;

    const request = { orderId: randomId(), accountId: randomId(), heldUntil, lines: [lineFor(exam)] };
    const { answers } = await inTransaction((tx) => decideSeats(tx, [request], { mayWait: false }));
    const waiting = take(randomId(), [lineFor(exam)]);
    await Promise.race([waiting, expect.poll(locksAwaited).toBe(1)]);
    go.resolve();

    expectExactly(answers).toEqual([{ waitsFor: expect.any(String) }]);
    expectExactly(await waiting).toEqual({ taken: true });
    await other;
  });

  it('are not taken again for an order that has let none go [S-3]', async () => {
    const exam = await givenExam({ seats: 2 });
    const orderId = randomId();
    await take(orderId, [lineFor(exam)]);

    expectExactly(await inTransaction((tx) => retakeSeats(tx, { orderId }))).toEqual({ taken: false });
  });

  it('are not to be had in a session that was withdrawn meanwhile [9.7]', async () => {
    const exam = await givenExam();
    await databasePool().query(`update exam_session set status = 'Withdrawn' where id = $1`, [exam.sessionId]);

    expectExactly(await take(randomId(), [lineFor(exam)])).toMatchObject({ taken: false });
  });

  it('are all taken again for late money, or none [S-3]', async () => {
    const exam = await givenExam({ seats: 2 });
    const [late, unlucky] = [randomId(), randomId()];
    await take(late, [lineFor(exam), lineFor(exam)]);
    await release(late);
    const again = await inTransaction((tx) => retakeSeats(tx, { orderId: late }));
    await release(late);
    await take(unlucky, [lineFor(exam)]);

    const tooLate = await inTransaction((tx) => retakeSeats(tx, { orderId: late }));

    expectExactly([again, tooLate]).toEqual([{ taken: true }, { taken: false }]);
    expectExactly(await registered(exam)).toBe(1);
    expectExactly(await seatProblems()).toEqual([]);
  });

  it('are confirmed once [9.1#6]', async () => {
    const exam = await givenExam();
    const orderId = randomId();
    await take(orderId, [lineFor(exam)]);

    const first = await inTransaction((tx) => confirmSeats(tx, { orderId }));
    const second = await inTransaction((tx) => confirmSeats(tx, { orderId }));

    expectExactly([first, second]).toEqual([{ confirmed: 1 }, { confirmed: 0 }]);
    expectExactly(await registered(exam)).toBe(1);
  });
});
