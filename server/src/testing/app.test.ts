import { calls as contractCalls } from '@exam/contract/calls';
import { expect, it } from 'vitest';
import { createBrowser, startTestApp } from '#testing/app';

it('a server under test tells of a request that never ends, and answers it', async () => {
  const asked = Promise.withResolvers<void>();
  const calls = { 'user.current': contractCalls['user.current'] };
  const handlers = {
    'user.current': () => {
      asked.resolve();
      return Promise.withResolvers<null>().promise;
    },
  };
  const server = await startTestApp({ routes: [{ calls, handlers }], patienceMs: 100 });
  const answer = createBrowser(server.url).send('GET', '/api/user/current');
  await asked.promise;

  await expect(server.close()).rejects.toThrow('Requests that did not come to their end: 1.');
  expect((await answer).status).toBe(503);
});
