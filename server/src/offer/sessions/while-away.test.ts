import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes as catalogueRoutes } from '#offer/catalogue';
import { databasePool } from '#platform/database';
import { createBrowser } from '#testing/app';
import { administer } from '#platform/testing/database';
import { ask, givenExam, openTestServer, type TestServer } from '#testing';
import { routes } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer([...routes, ...catalogueRoutes]);
});
afterAll(() => server.close());

const search = { filters: [], pageIndex: 1, pageSize: 10, sorts: [] };

/** What was answered, but for the moment of it. */
const withoutNow = ({ text }: { text: string }) => text.replace(/"now":"[^"]+"/, '');

describe('while the database is away', () => {
  it('sessions and catalogue go on from memory and say how old they are; what is not kept is busy [C6 F6 F7]', async () => {
    await givenExam();
    const visitor = createBrowser(server.url);
    const everything = async () => [
      await ask(visitor, 'session.search', { body: search }),
      await ask(visitor, 'product.lines'),
      await ask(visitor, 'lookup.cities'),
      await ask(visitor, 'site.contacts'),
    ];
    const before = await everything();
    const url = new URL(databasePool().options.connectionString ?? '');
    const name = url.pathname.slice(1);

    await administer(`alter database ${name} allow_connections false`);
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    // Answers are kept for a moment as they are; what is committed here would make them again.
    const unknown = await ask(visitor, 'session.search', { body: { ...search, pageSize: 11 } });
    await expect
      .poll(async () => (await everything()).every(({ headers }) => headers.has('age')), { interval: 50 })
      .toBe(true);
    const during = await everything();
    await administer(`alter database ${name} allow_connections true`);

    expect(during.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(during.map(withoutNow)).toEqual(before.map(withoutNow));
    // What a browser kept would go on saying that it is old.
    expect(during.map(({ headers }) => headers.get('etag') ?? headers.get('cache-control'))).toEqual(
      during.map(() => 'no-store'),
    );
    expect([unknown.status, unknown.body['code']]).toEqual([503, 'BUSY']);
    await expect
      .poll(async () => (await everything()).some(({ headers }) => headers.has('age')), { interval: 50 })
      .toBe(false);
  });
});
