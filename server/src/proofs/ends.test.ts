import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#platform/testing/database';
import { testEnvironment } from '#platform/testing/config';
import { layWire } from '#platform/testing/wire';
import { ask, endOf, type Proxy, type Served, serve, startProxy, statusOf } from './fleet.testing.ts';

/** The long form: twenty ends under three hundred requests a second. */
const isLong = process.env['FAULTS'] !== undefined;
const [ends, requestsASecond] = isLong ? [20, 300] : [2, 60];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const fleet: Served[] = [];
let proxy: Proxy;

/** What asks for an end: a supervisor, and a terminal that goes away. */
const signals = ['SIGTERM', 'SIGHUP'] as const;

const lines = '/api/product/all_with_products';

const start = (url = database.url) =>
  serve({
    ...without(testEnvironment, ['PORT', 'CONSOLE_PORT']),
    DATABASE_URL: url,
    LOG_LEVEL: 'info',
    TIME_LIMIT_FACTOR: '1',
  });

function without(given: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
}

beforeAll(async () => {
  database = await createTestDatabase();
  fleet.push(await start(), await start());
  proxy = await startProxy(() => fleet);
});
afterAll(async () => {
  await proxy.close();
  for (const served of fleet) served.process.kill('SIGKILL');
  for (const served of fleet) await endOf(served);
  await database.drop();
});

/** Visitors who come whether or not those before them have been answered, this many a second, until told to stop. @returns what they heard, by status, or why they heard nothing. */
function givenVisitors(aSecond: number): { stop: () => Promise<Map<number | string, number>> } {
  const heard = new Map<number | string, number>();
  const asking = new Set<Promise<void>>();
  const visit = async (): Promise<void> => {
    const status = await ask(`${proxy.url}${lines}`).then((answer) => answer.status, reasonOf);
    heard.set(status, (heard.get(status) ?? 0) + 1);
  };
  const begun = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (const due = ((performance.now() - begun) / 1000) * aSecond; sent < due; sent++) {
      const asked = visit().finally(() => asking.delete(asked));
      asking.add(asked);
    }
  }, 5);
  onTestFinished(() => clearInterval(timer));
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(asking);
      if (isLong) process.stdout.write(`${sent} requests in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
      return heard;
    },
  };
}

/** The network's own words are the cause of a cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

describe('a server that is asked to end', () => {
  it('while another stands beside it is missed by nobody [F10]', async () => {
    const visitors = givenVisitors(requestsASecond);
    const codes: unknown[] = [];
    for (let end = 0; end < ends; end++) {
      const [first] = fleet;
      if (!first) throw new Error('nobody serves');
      first.process.kill(signals[end % signals.length]);
      codes.push(await endOf(first));
      fleet.shift();
      const next = await start();
      fleet.push(next);
      await expect.poll(() => proxy.passesTo(next), { interval: 20 }).toBe(true);
    }
    const heard = await visitors.stop();

    expect(codes).toEqual(Array.from({ length: ends }, () => 0));
    expect(proxy.broken()).toEqual([]);
    expect([...heard.keys()]).toEqual([200]);
    expect(heard.get(200)).toBeGreaterThan(50);
  });

  it('ends although a request never comes to its end and the database stands still, refusing in our own words [F10]', async () => {
    const wire = await layWire(() => ({ path: `${new URL(database.url).searchParams.get('host')}/.s.PGSQL.5432` }));
    const served = await start(`postgresql://examport@127.0.0.1:${wire.port}${new URL(database.url).pathname}`);
    const head = 'POST /api/user/sign-in HTTP/1.1\r\nhost: localhost\r\n';
    const halves = [head, `${head}content-length: 100\r\n\r\n{`].map((part) => {
      const half = connect(served.port, '127.0.0.1');
      half.on('error', () => undefined);
      half.write(part);
      return half;
    });
    wire.swallow();
    const waiting = ask(`${served.url}${lines}`);

    served.process.kill('SIGTERM');
    const answer = await waiting;
    const code = await Promise.race([endOf(served), pause(60_000, 'still there', { ref: false })]);
    served.process.kill('SIGKILL');

    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'BUSY' });
    expect(answer.headers.get('retry-after')).toBe('2');
    expect([code, served.said().includes('process fault')]).toEqual([0, false]);
    for (const half of halves) half.destroy();
    await wire.close();
  });

  it('ends at once when it is asked twice [F10]', async () => {
    const served = await start();
    served.process.kill('SIGTERM');
    await expect.poll(() => statusOf(`${served.url}/readyz`), { interval: 20 }).toBe(503);

    served.process.kill('SIGTERM');

    expect(await endOf(served)).toBe(1);
  });
});
