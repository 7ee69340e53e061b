import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool, reading } from '#platform/database';
import { testConfig, testEnvironment } from '#platform/testing/config';
import { createTestDatabase } from '#platform/testing/database';
import { readWorkingCalendar } from '#office/working-days';
import { startServer } from './main.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const environment = { CONSOLE_PORT: '0' };

describe('a server that starts without demo data', () => {
  it('knows the official holidays, once, and keeps what staff changed [5.2]', async () => {
    const first = await startServer(testConfig(environment), database.url);
    const days = async () =>
      (await databasePool().query<{ count: number }>('select count(*)::int as count from calendar_day')).rows[0]?.count;
    const known = await days();
    await databasePool().query(`update calendar_day set name_en = 'Changed' where date = '2026-10-01'`);
    await first.close();

    const second = await startServer(testConfig(environment), database.url);
    const { rows } = await databasePool().query(`select name_en from calendar_day where date = '2026-10-01'`);
    const again = await days();
    const calendar = await reading(readWorkingCalendar);
    await second.close();

    expect(known).toBeGreaterThan(30);
    expect([again, rows]).toEqual([known, [{ name_en: 'Changed' }]]);
    expect([calendar.isWorkingDay('2026-10-01'), calendar.isWorkingDay('2026-10-12')]).toEqual([false, true]);
  });

  it('refuses to start with keys that are not those of its database, and stays away from the network [T34]', async () => {
    const [, key = ''] = (testEnvironment['FIELD_KEYS'] ?? '').split(':');
    const other = testConfig({ ...environment, INDEX_KEY: key, FIELD_KEYS: `k1:${testEnvironment['INDEX_KEY']}` });

    await expect(startServer(other, database.url)).rejects.toThrow(/^These are not the keys [^\n]+$/);
  });
});
