import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readBooksProblems } from '#ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBetween, randomBytes, randomId } from '#platform/chance';
import { databasePool, reading } from '#platform/database';
import { openTestPlatform } from '#platform/testing/app';
import { givenExam, type TestExam } from '#testing';

let close: () => Promise<void>;
let url: string;
beforeAll(async () => {
  close = await openTestPlatform();
  url = String(databasePool().options.connectionString);
});
afterAll(() => close());

type Request = { orderId: string; accountId: string; lines: object[] };

const processes = 4;

/** Buyers that do not know of each other, in four processes; what each of them got. */
async function race(requests: readonly Request[], fault = ''): Promise<string[]> {
  const run = promisify(execFile);
  const shares = Array.from({ length: processes }, (_, share) =>
    requests.filter((_request, index) => index % processes === share),
  );
  const buyers = shares.map((share) =>
    run(process.execPath, [join(import.meta.dirname, 'seats-buyer.testing.ts'), url, JSON.stringify(share), fault], {
      maxBuffer: 1 << 24,
    }),
  );
  const outcomes: string[][] = (await Promise.all(buyers)).map(({ stdout }) => JSON.parse(stdout));
  return outcomes.flat();
}

function requestFor(exams: readonly TestExam[], person = randomBytes(32)): Request {
  const lines = exams.map((exam) => ({
    applicationId: randomId(),
    sessionId: exam.sessionId,
    paperId: exam.paperIds[0],
    person: person.toString('hex'),
  }));
  return { orderId: randomId(), accountId: randomId(), lines };
}

async function soldOf(exam: TestExam): Promise<{ registered: number; live: number }> {
  const { rows } = await databasePool().query<{ registered: number; live: number }>(
    `select registered, (select count(*)::integer from seat_allocation where session_id = session.id and state = 'Held') as live
     from exam_session session where id = $1`,
    [exam.sessionId],
  );
  return rows[0] ?? { registered: -1, live: -1 };
}

function tally(outcomes: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]),
  );
}

describe('a thousand buyers in four processes', { retry: 0 }, () => {
  it('buy exactly the 200 seats there are, not one more and not one less [F1 C1 C2]', { timeout: 60_000 }, async () => {
    const exam = await givenExam({ seats: 200 });

    const outcomes = await race(Array.from({ length: 1000 }, () => requestFor([exam])));

    expect(tally(outcomes)).toEqual({ taken: 200, refused: 800 });
    expect(await soldOf(exam)).toEqual({ registered: 200, live: 200 });
    expect(await reading(readBooksProblems)).toEqual([]);
  });

  it(
    'never block each other for ever with carts over five sessions in any order [F1 C2]',
    { timeout: 60_000 },
    async () => {
      const exams = await Promise.all(Array.from({ length: 5 }, () => givenExam({ seats: 40 })));
      const cart = () => exams.filter(() => randomBetween(0, 2) === 1).toSorted(() => randomBetween(-1, 2));
      const requests = Array.from({ length: 400 }, () => requestFor(cart())).filter(
        (request) => request.lines.length > 0,
      );

      const outcomes = await race(requests);

      expect(Object.keys(tally(outcomes)).toSorted()).toEqual(['refused', 'taken']);
      for (const exam of exams) {
        const { registered, live } = await soldOf(exam);
        expect(registered).toBe(live);
        expect(registered).toBeLessThanOrEqual(40);
      }
      expect(await reading(readBooksProblems)).toEqual([]);
    },
  );

  it('get one place for one person who is registered from twenty accounts at once [S-14 T11 I10 ASVS-2.3.4 ASVS-15.4.2]', async () => {
    const exam = await givenExam({ seats: 50 });
    const person = randomBytes(32);

    const outcomes = await race(Array.from({ length: 20 }, () => requestFor([exam], person)));

    expect(tally(outcomes)).toEqual({ taken: 1, refused: 19 });
  });

  it('are seen to fail when the rule is taken out of the statement', { timeout: 60_000 }, async () => {
    const exam = await givenExam({ seats: 20 });
    const requests = Array.from({ length: 100 }, () => requestFor([exam]));

    const outcomes = await race(requests, 'registered + needed > seat => false');

    // The table's own check is the last line: what the rule let through ends as an error, never as an oversold session.
    expect(outcomes.some((outcome) => outcome.startsWith('error'))).toBe(true);
    expect((await soldOf(exam)).registered).toBeLessThanOrEqual(20);
  });

  it('are seen to block each other when sessions are not locked first', { timeout: 60_000 }, async () => {
    const exam = await givenExam({ seats: 20 });
    const requests = Array.from({ length: 200 }, () => requestFor([exam]));

    const outcomes = await race(requests, 'await lockSessions(tx => void (tx');

    expect(tally(outcomes)).not.toEqual({ taken: 20, refused: 180 });
  });
});
