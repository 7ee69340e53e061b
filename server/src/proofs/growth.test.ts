import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { startTestApp, tasks, type TestApp } from '#testing/app';
import { createTestDatabase, planAsProduct, type TestDatabase } from '#platform/testing/database';
import { type Bank, rounds, startBank } from '#testing';
import { furnish } from './furnished.testing.ts';
import { type Allowed, allowed, answeredOtherwise, refusedHere } from './growth-table.testing.ts';
import { type Meter, noteConnections, openMeter } from './growth.testing.ts';
import { type Step, walk } from './growth-walk.testing.ts';
import { growingTables, growWorld } from './many.testing.ts';
import { allNames } from './requests.testing.ts';
import { staffNames } from './staff-requests.testing.ts';
import type { Household } from './world.testing.ts';

/** A call may touch three times what it touches on the demonstration. */
const times = 3;
/**
 * And this many blocks more: an index of a large table is two levels deep, where the demonstration's table is one page that PostgreSQL
 * reads whole. Most calls need fewer than twenty.
 */
const deeper = 40;
/** A table of fewer rows is read as fast from end to end as by any index. */
const fewRows = 1_000;

/** At most so many copies of a row. Fifty thousand registrations are as much too many to read whole as two hundred thousand. */
const mostCopies = rounds(3000, Infinity);

let bank: Bank;
let home: Household;
let small: Map<string, Step>;
let large: Map<string, Step>;

noteConnections();

async function inWorld<Result>(
  database: TestDatabase,
  work: (world: { app: TestApp; meter: Meter }) => Promise<Result>,
): Promise<Result> {
  await planAsProduct(database);
  const app = await startTestApp({ database, environment: { TRUSTED_PROXIES: '1', ...bank.environment } });
  const meter = await openMeter(database);
  try {
    return await work({ app, meter });
  } finally {
    await meter.close();
    await app.close();
  }
}

/** What vacuums and analyses by itself reads whole tables, in the middle of any call, and changes the plans of the next one. */
async function withoutAutovacuum(): Promise<void> {
  await databasePool().query(`do $$ declare name text; begin
    for name in select oid::regclass from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = off)', name);
    end loop; end $$`);
}

/** Two worlds that differ in nothing but how many rows were there before. */
beforeAll(async () => {
  bank = await startBank(['alipay', 'wechat']);
  const base = await createTestDatabase();
  await inWorld({ ...base, drop: async () => undefined }, async ({ app }) => {
    home = await furnish({ ...app, bank });
    await withoutAutovacuum();
    await databasePool().query('vacuum analyze');
  });
  small = await inWorld(await createTestDatabase(base.name), (world) => walk({ ...world, home }, tasks));
  await growWorld(base, mostCopies);
  large = await inWorld(base, (world) => walk({ ...world, home }, tasks));
});
afterAll(() => bank.close());

const ruleOf = (name: string): Allowed | undefined => allowed[name];

/** The status of an answer and the code of a refusal. */
const outcomeOf = (step: Step | undefined): string =>
  `${step?.status} ${/"code":"([A-Z_]+)","userMessage"/.exec(step?.said ?? '')?.[1] ?? ''}`;

/** How many blocks a step may touch in the large world. */
function mostOf(name: string): number {
  const before = small.get(name)?.blocks ?? 0;
  return ruleOf(name)?.blocks ?? Math.max(before * times, before + deeper);
}

/** Tables that grow which a step reads from end to end. */
function scannedBy({ scanned }: Step): string[] {
  return growingTables.filter((table) => (scanned[table] ?? 0) >= fewRows);
}

describe('with fifty thousand registrations, in the long form two hundred thousand,', () => {
  it('every call of both contracts and every job was made, and answered alike', () => {
    const names = [...Object.keys(tasks).map((each) => `job ${each}`), ...allNames, ...staffNames];
    expect([...large.keys()].toSorted()).toEqual(names.toSorted());

    const refused = [...small].filter(([name, { status }]) => status >= 400 && !refusedHere.has(name));
    expect(refused, JSON.stringify(refused)).toEqual([]);
    const failed = [...large].filter(([name, { status }]) => status >= 500 && !name.startsWith('job '));
    expect(failed, JSON.stringify(failed)).toEqual([]);
    const unlike = [...large].filter(([name, step]) => outcomeOf(step) !== outcomeOf(small.get(name)));
    expect(unlike.map(([name]) => name).toSorted(), JSON.stringify(unlike)).toEqual(Object.keys(answeredOtherwise));
  });

  it('none touches more than three times the blocks that it touches on the demonstration', () => {
    const over = [...large]
      .filter(([name, { blocks }]) => blocks > mostOf(name))
      .map(([name, { blocks, byTable }]) => ({ name, before: small.get(name)?.blocks, blocks, byTable }));
    expect(over, JSON.stringify(over)).toEqual([]);
  });

  it('none reads a table that grows from end to end', () => {
    const scanning = [...large]
      .map(([name, step]) => ({ name, tables: scannedBy(step) }))
      .filter(({ name, tables }) => tables.length > 0 && ruleOf(name)?.scans !== true);
    expect(scanning, JSON.stringify(scanning)).toEqual([]);
  });
});
