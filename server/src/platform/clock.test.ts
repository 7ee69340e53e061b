import fastify from 'fastify';
import { addSeconds } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClockRoute, dueAfterMove, readNowAlone, setClockOffset } from '#platform/clock';
import { inTransaction, readingRows } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { settings } from '#platform/settings';
import { openTestPlatform } from '#testing/app';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

it('has moved although what fell due by it could not be done, and says where it stands [F6]', async () => {
  const app = fastify();
  let tries = 0;
  const failing = async (): Promise<void> => {
    tries++;
    throw new Error('the database went away');
  };
  addClockRoute(app, { ...settings(), isProduction: false, sandboxSecret: 's3cret' }, failing);
  const headers = { 'x-sandbox-secret': 's3cret' };
  const url = '/internal/clock';

  const moved = [];
  for (const offsetSeconds of [3600, 7200])
    moved.push((await app.inject({ method: 'POST', url, headers, payload: { offsetSeconds } })).statusCode);
  const stands = await app.inject({ method: 'GET', url, headers });
  const stranger = await app.inject({ method: 'GET', url });

  expect(moved).toEqual([204, 204]);
  expect([stands.json(), tries]).toEqual([{ offsetSeconds: 7200 }, 2]);
  expect(stranger.statusCode).not.toBe(200);
  await app.close();
});

it('tells of a move forwards whether it was into another day in China, and what runs once a day is done only then', async () => {
  const app = fastify();
  const told: boolean[] = [];
  addClockRoute(app, { ...settings(), isProduction: false, sandboxSecret: 's3cret' }, async (isOtherDay) => {
    told.push(isOtherDay);
  });
  const move = async (instant: string): Promise<void> => {
    const offsetSeconds = Math.round((Date.parse(instant) - performance.timeOrigin - performance.now()) / 1000);
    const headers = { 'x-sandbox-secret': 's3cret' };
    await app.inject({ method: 'POST', url: '/internal/clock', headers, payload: { offsetSeconds } });
  };

  await move('2026-11-20T04:00:00Z');
  await move('2026-11-20T15:59:00Z');
  await move('2026-11-20T16:01:00Z');
  await move('2026-11-20T15:00:00Z');
  await move('2026-11-20T15:30:00Z');

  expect(told.slice(-3)).toEqual([false, true, false]);
  const crons = ['* * * * *', '*/5 * * * *', '20 * * * *', '7,37 * * * *', '0 18 * * *'].map((match) => ({ match }));
  expect(dueAfterMove(crons, false)).toEqual(crons.slice(0, 4));
  expect(dueAfterMove(crons, true)).toEqual(crons);
  await app.close();
});

it('brings what is due by it along when it is moved, and leaves alone what is due by the clock of the database', async () => {
  await setClockOffset(0);
  const [inHour, inDay] = await Promise.all([3600, 86_400].map(async (each) => addSeconds(await readNowAlone(), each)));
  await inTransaction(async (tx) => {
    await enqueue(tx, 'test.timed', {}, { jobKey: 'timed', dueAt: inDay });
    await enqueue(tx, 'test.fixed', {}, { jobKey: 'fixed', runAt: inHour });
  });
  const due = async () => {
    const rows = await readingRows(
      sql<{
        key: string;
      }>`select key from graphile_worker.jobs where key in ('timed', 'fixed') and run_at <= now() order by key`,
    );
    return rows.map(({ key }) => key);
  };

  const before = await due();
  await setClockOffset(86_401);
  const forwards = await due();
  await setClockOffset(0);
  const back = await due();

  expect([before, forwards, back]).toEqual([[], ['timed'], []]);
});
