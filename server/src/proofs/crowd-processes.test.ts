import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBetween } from '#platform/chance';
import { databasePool } from '#platform/database';
import { createBrowser, openTestPlatform } from '#testing/app';
import { testEnvironment } from '#platform/testing/config';
import { freePort } from '#platform/testing/free-port';
import { type Browser, expectExactly, givenExam, type TestExam } from '#testing';
import { count, findings, order, settled, tally } from './crowd-stage.testing.ts';
import { endOf, type Served, serve } from './fleet.testing.ts';
import { plantBuyers } from './crowd-buyers.testing.ts';

let closePlatform: () => Promise<void>;
const servers: Served[] = [];
beforeAll(async () => {
  closePlatform = await openTestPlatform();
  servers.push(await start(), await start());
});
afterAll(async () => {
  for (const server of servers) {
    server.process.kill('SIGTERM');
    await endOf(server);
  }
  await closePlatform();
});

/** The real program on the test's database, with everything mounted and its jobs running. */
async function start(): Promise<Served> {
  const port = await freePort();
  return await serve({
    ...testEnvironment,
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: String(databasePool().options.connectionString),
  });
}

type Buying = { applicationIds: string[]; token: string };

/** Everybody presses the button, this many at once; what each of them heard. */
async function rush(buyers: readonly Buying[], atOnce: number): Promise<string[]> {
  const waiting = [...buyers.entries()];
  const heard: string[] = [];
  const press = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { applicationIds, token }] = next;
      const { status, body } = await order({
        browser: signedIn(servers[index % 2]?.url ?? '', token),
        applicationIds,
      })();
      heard.push(status === 200 ? '200' : `${status} ${String(body['code'])}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, press));
  return heard;
}

function signedIn(url: string, token: string): Browser {
  const browser = createBrowser(url);
  browser.enter('portal-session', token);
  return browser;
}

/** A machine that is too busy says so by 503: that is not a wrong count. */
const faultsIn = (heard: readonly string[]) => heard.filter((each) => each.startsWith('5'));

const soldOf = ({ sessionId }: TestExam) =>
  count(`seat_allocation where session_id = $1 and state = 'Held'`, [sessionId]);

describe('a crowd of buyers at two application processes', () => {
  it.each([
    { buyers: 1000, seats: 200 },
    { buyers: 2000, seats: 300 },
  ])(
    'of $buyers, a hundred at once, buys exactly the $seats seats there are; everybody is answered and nobody hears a fault [F1 C1 C2 C4]',
    async ({ buyers, seats }) => {
      const exam = await givenExam({ seats });

      const heard = await rush(await plantBuyers(buyers, () => [exam]), 100);

      expect(faultsIn(heard)).toEqual([]);
      expectExactly(tally(heard)).toEqual({ '200': seats, '412 SEATS': buyers - seats });
      expectExactly(await soldOf(exam)).toBe(seats);
      await settled();
      expectExactly(await findings()).toEqual([]);
    },
  );

  it('never block each other with carts over five sessions in any order [F1 C2]', async () => {
    const exams = await Promise.all(Array.from({ length: 5 }, () => givenExam({ seats: 40 })));
    const buyers = await plantBuyers(200, () => {
      const wanted = exams.filter(() => randomBetween(0, 2) === 1).toSorted(() => randomBetween(-1, 2));
      return wanted.length === 0 ? exams : wanted;
    });

    const heard = await rush(buyers, 64);

    expect(faultsIn(heard)).toEqual([]);
    expectExactly(Object.keys(tally(heard)).toSorted()).toEqual(['200', '412 SEATS']);
    for (const exam of exams) expectExactly(await soldOf(exam)).toBeLessThanOrEqual(40);
    await settled();
    expectExactly(await findings()).toEqual([]);
  });

  it('share one queue: each order of theirs is told once by each way [F5 C39]', async () => {
    const told = `message where kind = 'orderPlaced' group by object_id, channel`;

    expectExactly(await count(`(select count(*) as times from ${told} having count(*) > 1) repeated`)).toBe(0);
    expectExactly(
      await count(`(select object_id from message where kind = 'orderPlaced' group by object_id) orders`),
    ).toBe(await count('exam_order'));
  });
});
