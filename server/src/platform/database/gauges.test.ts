import { afterAll, beforeAll, expect, it } from 'vitest';
import '#platform/database/gauges';
import { closeDatabase, inTransaction, openDatabase } from '#platform/database';
import { metrics } from '#platform/metrics';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  openDatabase(database.url, { connections: 1 });
});
afterAll(() => database.drop());

const read = (name: string) => metrics.getSingleMetricAsString(name);

it('metrics say who waits for a connection, and of a database that does not answer they say nothing', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = inTransaction(async () => {
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  const second = inTransaction(async () => undefined);
  await expect.poll(() => read('database_pool_waiting')).toContain('{lane="people",kind="write"} 1');
  const open = await read('database_pool_connections');
  const deadlocks = await read('database_deadlocks');
  end.resolve();
  await Promise.all([first, second]);
  const after = await read('database_pool_waiting');
  await closeDatabase();
  const away = await read('database_deadlocks');

  expect(open).toContain('{lane="people",kind="write",of="most"} 1');
  expect(deadlocks).toMatch(/^database_deadlocks 0$/m);
  expect(after).toContain('{lane="people",kind="write"} 0');
  expect(away).not.toMatch(/^database_deadlocks/m);
});
