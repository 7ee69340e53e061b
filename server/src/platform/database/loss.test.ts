import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  closeDatabase,
  inStatement,
  inTransaction,
  isDatabaseReady,
  openDatabase,
  reading,
  readingRows,
  workerPool,
} from '#platform/database';
import { startEmbeddedDatabase } from '#platform/database/embedded';
import { closeLog, openLog } from '#platform/log';
import { openSettings } from '#platform/settings';
import { testConfig } from '#platform/testing/config';
import { administer, createTestDatabase } from '#platform/testing/database';
import { layWire, type Wire } from '#platform/testing/wire';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let wire: Wire;
const folders: string[] = [];
const socketOf = (url: string) => new URL(url).searchParams.get('host') ?? '';
const nameOf = (url: string) => new URL(url).pathname.slice(1);

beforeAll(async () => {
  openSettings(testConfig({ TIME_LIMIT_FACTOR: '1' }));
  database = await createTestDatabase();
  wire = await layWire(() => ({ path: `${socketOf(database.url)}/.s.PGSQL.5432` }));
});
afterEach(() => closeDatabase());
afterAll(async () => {
  await wire.close();
  await database.drop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const overWire = () => `postgresql://examport@127.0.0.1:${wire.port}/${nameOf(database.url)}`;
const readOne = () => readingRows(sql<{ one: number }>`select 1 as one`);
const write = () => inStatement(sql`insert into migration_note values (1) returning n`);

async function prepareTable(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('create table if not exists migration_note (n int); truncate migration_note');
  await client.end();
}

describe('a network that swallows what is sent', () => {
  it('is noticed, answers everybody as busy, and is forgotten once it carries again [F6]', async () => {
    openDatabase(overWire(), { connections: 3 });
    await readOne();
    const before = await isDatabaseReady();

    const lock = sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(1, 2) as "isFree"`;
    const swallowed = Promise.withResolvers<void>();
    const waiting = inTransaction(async (tx) => {
      await lock.execute(tx);
      wire.swallow();
      swallowed.resolve();
      await sql`select 2`.execute(tx);
    });
    await swallowed.promise;
    const during = await isDatabaseReady();
    const refused = await waiting.catch((error: unknown) => error);
    const atOnce = await readOne().catch((error: unknown) => error);
    const byWorker = await workerPool()
      .query('select 1')
      .catch((error: unknown) => error);
    wire.mend();

    expect([before, during]).toEqual([true, false]);
    expect([refused, atOnce, byWorker]).toMatchObject([{ code: 'BUSY' }, { code: 'BUSY' }, { code: 'BUSY' }]);
    await expect.poll(() => isDatabaseReady(), { interval: 50 }).toBe(true);
    expect(await readOne()).toEqual([{ one: 1 }]);
    // What was under way at the other end is not left to its own limit of thirty seconds.
    await expect.poll(() => inStatement(lock), { interval: 50 }).toEqual([{ isFree: true }]);
  });
});

describe('a question that was lost on the way', () => {
  it('is given up as soon as the server says that it waits for us; a slow one is left alone [F6]', async () => {
    const log = join(mkdtempSync(join(tmpdir(), 'log-')), 'server.log');
    openLog('warn', log);
    openDatabase(overWire(), { connections: 3 });
    const begun = Promise.withResolvers<void>();
    const slow = inTransaction(async (tx) => {
      await sql`select 1`.execute(tx);
      begun.resolve();
      return await sql<{ is: string }>`select 'done' as is from pg_sleep(11)`.execute(tx);
    });
    await begun.promise;
    const lost = inTransaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(3, 4)`.execute(tx);
      wire.swallowOnce();
      await sql`select 2`.execute(tx);
    });

    await expect(lost).rejects.toMatchObject({ code: 'BUSY' });
    const lock = sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(3, 4) as "isFree"`;
    await expect.poll(() => inStatement(lock), { interval: 50 }).toEqual([{ isFree: true }]);
    expect((await slow).rows).toEqual([{ is: 'done' }]);
    await closeLog();
    const told = readFileSync(log, 'utf8').split('\n');
    expect(told.filter((line) => line.includes('"database question lost"'))).toHaveLength(1);
  });
});

describe('a lane that people have taken whole', () => {
  it('is ready as long as something is heard on it, and not when nothing is [F6]', async () => {
    openDatabase(database.url, { connections: 1 });
    const state = { isOver: false };
    const held = Promise.withResolvers<void>();
    const busy = inTransaction(async (tx) => {
      held.resolve();
      while (!state.isOver) await sql`select pg_sleep(0.1)`.execute(tx);
      await sql`select pg_sleep(25)`.execute(tx);
    }).catch((error: unknown) => error);
    await held.promise;
    await pause(1000);

    const whileHeard = await isDatabaseReady();
    state.isOver = true;
    await expect.poll(() => isDatabaseReady(), { interval: 20 }).toBe(false);
    await administer(
      `select pg_cancel_backend(pid) from pg_stat_activity where datname = '${nameOf(database.url)}' and query like '%pg_sleep%'`,
    );
    expect(await busy).toMatchObject({ code: 'BUSY' });

    expect([whileHeard, await isDatabaseReady()]).toEqual([true, true]);
  });
});

describe('a connection that dies inside a transaction', () => {
  it('is busy, not a fault: what failed is told, not that the rollback failed too [C4 F6]', async () => {
    openDatabase(overWire(), { connections: 3 });

    const byServer = inTransaction((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx));
    await expect(byServer).rejects.toMatchObject({ code: 'BUSY', status: 503 });
    const byNetwork = inTransaction(async (tx) => {
      await sql`select 1`.execute(tx);
      wire.cut();
      await sql`select 2`.execute(tx);
    });
    await expect(byNetwork).rejects.toMatchObject({ code: 'BUSY', status: 503 });

    expect(await readOne()).toEqual([{ one: 1 }]);
  });
});

describe('a database that may only be read', () => {
  it('is busy for who writes and not ready, and written to again as soon as it may be [F6]', async () => {
    await prepareTable(database.url);
    const name = nameOf(database.url);
    await administer(`alter database ${name} set default_transaction_read_only = on`);
    openDatabase(database.url, { connections: 3 });

    await expect(write()).rejects.toMatchObject({ code: 'BUSY', status: 503 });
    const during = await isDatabaseReady();
    await administer(`alter database ${name} reset default_transaction_read_only`);

    expect(during).toBe(false);
    expect(await write()).toEqual([{ n: 1 }]);
    await expect.poll(() => isDatabaseReady(), { interval: 50 }).toBe(true);
  });

  it('is left for the other host of the address that can be written to [F6]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'examport-other-'));
    folders.push(folder);
    const other = await startEmbeddedDatabase(folder, { settings: { fsync: 'off' } });
    const name = nameOf(database.url);
    const clone = new Client({ connectionString: other.url });
    await clone.connect();
    await clone.query(`create database ${name}`);
    await clone.end();
    for (const url of [database.url, other.url.replace('/examport?', `/${name}?`)]) await prepareTable(url);
    const hosts = [socketOf(database.url), socketOf(other.url)].map(encodeURIComponent).join(',');
    openDatabase(`postgresql://examport@${hosts}/${name}?target_session_attrs=read-write`, { connections: 3 });
    const where = () => readingRows(sql<{ at: string }>`select current_setting('unix_socket_directories') as at`);

    await write();
    const first = await where();
    await administer(`alter database ${name} set default_transaction_read_only = on`);
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await expect(write()).rejects.toMatchObject({ code: 'BUSY' });
    await expect.poll(() => write().catch(() => []), { interval: 50 }).toEqual([{ n: 1 }]);

    expect(first).toEqual([{ at: socketOf(database.url) }]);
    expect(await where()).toEqual([{ at: socketOf(other.url) }]);
    await administer(`alter database ${name} reset default_transaction_read_only`);
    await closeDatabase();
    await other.stop();
  });
});

describe('a table that is changed under running statements', () => {
  it('is read and written without anybody noticing [F11]', async () => {
    openDatabase(database.url, { connections: 1 });
    await inTransaction((tx) => sql`create table fee_note (id int)`.execute(tx));
    await inTransaction((tx) => sql`insert into fee_note values (1)`.execute(tx));
    const all = () => sql<object>`select * from fee_note where id = ${1}`;
    const everyWay = async () => [
      ...(await readingRows(all())),
      ...(await inStatement(all())),
      ...(await reading(async (tx) => (await all().execute(tx)).rows)),
      ...(await inTransaction(async (tx) => (await all().execute(tx)).rows)),
    ];

    const before = await everyWay();
    await inTransaction((tx) => sql`alter table fee_note add column fen int`.execute(tx));
    const after = await everyWay();

    expect(before).toEqual(Array.from({ length: 4 }, () => ({ id: 1 })));
    expect(after).toEqual(Array.from({ length: 4 }, () => ({ id: 1, fen: null })));
  });
});
