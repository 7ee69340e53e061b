import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClockRoute } from '#platform/clock';
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
  for (const offsetSeconds of [3600, 60])
    moved.push((await app.inject({ method: 'POST', url, headers, payload: { offsetSeconds } })).statusCode);
  const stands = await app.inject({ method: 'GET', url, headers });
  const stranger = await app.inject({ method: 'GET', url });

  expect(moved).toEqual([204, 204]);
  expect([stands.json(), tries]).toEqual([{ offsetSeconds: 60 }, 2]);
  expect(stranger.statusCode).not.toBe(200);
  await app.close();
});
