import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, inStatement, isDatabaseReady, openDatabase, readingRows } from '#platform/database';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#platform/database/embedded';
import { Refusal } from '#platform/errors';
import { openSettings } from '#platform/settings';
import { testConfig } from '#platform/testing/config';

const [one, two] = [mkdtempSync(join(tmpdir(), 'examport-one-')), mkdtempSync(join(tmpdir(), 'examport-two-'))];
const settings = { fsync: 'off' };
const running: EmbeddedDatabase[] = [];
const socketOf = ({ url }: EmbeddedDatabase) => new URL(url).searchParams.get('host') ?? '';

/** Says something to one of the two alone. */
async function tell({ url }: EmbeddedDatabase, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows;
}

async function start(at: string, more: Record<string, string> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase(at, { settings: { ...settings, ...more } });
  running.push(database);
  return database;
}

let primary: EmbeddedDatabase;
let standby: EmbeddedDatabase;

/** A primary, and a standby that has every commit before it is acknowledged: a copy of the stopped primary that follows it. */
beforeAll(async () => {
  openSettings(testConfig({ TIME_LIMIT_FACTOR: '1' }));
  const first = await startEmbeddedDatabase(one, { settings });
  await tell(first, 'create table acknowledged (n int primary key)');
  await first.stop();
  execFileSync('cp', ['-a', join(one, 'postgres'), join(two, 'postgres')]);
  execFileSync('cp', ['-a', join(two, 'postgres/PG_VERSION'), join(two, 'postgres/standby.signal')]);
  primary = await start(one, { synchronous_standby_names: '*' });
  standby = await start(two, { primary_conninfo: `host=${socketOf(primary)} user=examport` });
});

afterAll(async () => {
  await closeDatabase();
  for (const database of running.toReversed()) await database.stop();
  for (const folder of [one, two]) rmSync(folder, { recursive: true, force: true });
});

it('a primary that is killed is missed by nobody for long: nothing acknowledged is lost, and nobody hears of a fault [F6]', async () => {
  const follows = () => tell(primary, 'select sync_state from pg_stat_replication');
  await expect.poll(follows, { interval: 50 }).toEqual([{ sync_state: 'sync' }]);
  const hosts = [primary, standby].map((each) => encodeURIComponent(socketOf(each))).join(',');
  openDatabase(`postgresql://examport@${hosts}/examport?target_session_attrs=read-write`, { connections: 4 });
  const acknowledged: number[] = [];
  const refused: unknown[] = [];
  const faults: unknown[] = [];
  const state = { next: 1, isOver: false };
  const write = async (): Promise<void> => {
    while (!state.isOver) {
      const n = state.next++;
      const isBusy = (error: unknown) => error instanceof Refusal && error.code === 'BUSY';
      await inStatement(sql`insert into acknowledged values (${n})`).then(
        () => acknowledged.push(n),
        (error: unknown) => (isBusy(error) ? refused : faults).push(error),
      );
      await pause(5);
    }
  };
  const writers = Promise.all([write(), write(), write(), write()]);
  const isAcknowledged = (more: number) => expect.poll(() => acknowledged.length).toBeGreaterThan(more);
  await isAcknowledged(50);

  process.kill(Number(readFileSync(join(one, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  // It stays away: nobody starts it again.
  await primary.stop();
  await expect.poll(() => refused.length).toBeGreaterThan(3);
  await tell(standby, 'select pg_promote()');
  await isAcknowledged(acknowledged.length + 50);
  state.isOver = true;
  await writers;

  const kept = new Set((await readingRows(sql<{ n: number }>`select n from acknowledged`)).map(({ n }) => n));
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
  expect(faults).toEqual([]);
  await expect.poll(() => isDatabaseReady(), { interval: 50 }).toBe(true);
});
