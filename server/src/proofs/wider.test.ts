import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '#demo';
import { tableNames } from '#platform/columns/index';
import { databasePool } from '#platform/database';
import { columnNames } from '#platform/tables/names';
import { metrics } from '#platform/metrics';
import { tasks } from '#testing/app';
import { secondsTo } from '#testing';
import { type Step, walk } from './growth-walk.testing.ts';
import { numberRows } from './staff-requests.testing.ts';
import { givenHousehold, openWorld, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  // By day, when reminders go out.
  await world.bank.moveClock(await secondsTo('2026-12-01T03:00:00.000Z'));
  await seedDemo();
});
afterAll(() => world.close());

/** Counts nothing. */
const meter = {
  of: async (work: () => Promise<unknown>) => {
    await work();
    return { blocks: 0, byTable: {}, scanned: {} };
  },
  close: async () => undefined,
};

/** A job may find that its work is done already, as a call may. */
const failedIn = (steps: Map<string, Step>) =>
  [...steps]
    .filter(([, { status, said }]) => status >= 500 && !said.startsWith('Refusal'))
    .map(([name, { said }]) => `${name}: ${said}`);
const doneIn = (steps: Map<string, Step>) => [...steps].filter(([, { status }]) => status < 300);

/** Who was locked, closed or renamed by the calls of the console can sign in again. */
async function restoreAccounts(): Promise<void> {
  const columns = columnNames.account.join(', ');
  await databasePool().query(
    `update account set (${columns}) = (select ${columns} from account_before before where before.id = account.id)
     where id in (select id from account_before)`,
  );
}

/** Statements that were made again because their result had changed; other tests of this process have some as well. */
async function staleStatements(): Promise<number> {
  const text = await metrics.getSingleMetricAsString('database_conflicts_total');
  return Number(/code="0A000"\} (\d+)/.exec(text)?.[1] ?? 0);
}

describe('a version whose database another one is making wider', () => {
  it('answers every call and does every job as before: no statement is stale, none reads what it does not know [F11]', async () => {
    const [before, after] = [await givenHousehold(world), await givenHousehold(world)];
    await numberRows();
    await databasePool().query('create table account_before as select * from account');
    const narrow = await walk({ app: world, meter, home: before }, tasks);

    await restoreAccounts();
    const staleBefore = await staleStatements();
    for (const table of tableNames) await databasePool().query(`alter table ${table} add column of_the_next int`);
    const wide = await walk({ app: world, meter, home: after }, tasks);

    expect(failedIn(wide)).toEqual(failedIn(narrow));
    expect([...wide.keys()]).toEqual([...narrow.keys()]);
    expect(doneIn(wide).length).toBeGreaterThan(250);
    expect(await staleStatements()).toBe(staleBefore);
  });
});
