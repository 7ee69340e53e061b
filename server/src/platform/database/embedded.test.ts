import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseBinaries, runUser } from '#platform/database/binaries';
import { createCluster, makeSocketDirectory, spawnServer } from '#platform/database/launcher';
import { startEmbeddedDatabase } from '#platform/database/embedded';
import { useCluster } from '#platform/testing/cluster';
import { freezeBackend, query } from './embedded.testing.ts';

const plantCluster = useCluster();
let folder: string;
const stops: (() => Promise<void>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'examport-launcher-'));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Killing processes loses nothing that the system has in memory, so only the test of the settings waits for the disk. */
async function start(whenRunning: 'adopt' | 'refuse' = 'adopt', settings: Record<string, string> = { fsync: 'off' }) {
  const database = await startEmbeddedDatabase(folder, { whenRunning, settings });
  stops.push(database.stop);
  return database;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Processes that work in the database's folder: its own, and those that have lost theirs. */
function workers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === join(folder, 'postgres');
      } catch {
        return false;
      }
    });
}

/** What the database has written of itself. */
const itsLog = () => readFileSync(join(folder, 'postgres.log'), 'utf8');
const timesBegun = () => itsLog().split('starting PostgreSQL').length - 1;

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

const lockLines = () => readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
const postmasterPid = () => Number(lockLines()[0]);

/** Another process that starts the database, writes numbers until it is killed, and says each one that was committed. */
const writer = `
  import { startEmbeddedDatabase } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
  import pg from 'pg';
  const database = await startEmbeddedDatabase(process.argv[1], { settings: { fsync: 'off' } });
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table if not exists written (n int)');
  for (let n = 1; ; n++) { await client.query('insert into written values ($1)', [n]); console.log(n); }`;

async function killWriterAfter(lines: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer, folder], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.split('\n').length > lines) break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
}

/** A file system of its own can be made here: as root, on Linux. */
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Writes a file until the disk is full. */
function fill(path: string): void {
  const descriptor = openSync(path, 'w');
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) writeSync(descriptor, block);
  } catch {
    closeSync(descriptor);
  }
}

describe('the embedded database', () => {
  it('keeps text in one order on every machine, checks its pages and listens on no port', async () => {
    const { url } = await start('adopt', {});

    const [settings] = await query(
      url,
      `select current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
      current_setting('fsync') as fsync, current_setting('timezone') as zone,
      (select datlocprovider::text || ' ' || datlocale from pg_database where datname = 'examport') as locale`,
    );

    expect(settings).toEqual({ checksums: 'on', addresses: '', fsync: 'on', zone: 'UTC', locale: 'b C.UTF-8' });
  });

  it('is adopted by a second program that needs it, and refused to a second start', async () => {
    plantCluster(folder);
    const first = await start();

    const second = await start('adopt');
    const third = startEmbeddedDatabase(folder, { whenRunning: 'refuse' });

    expect([first.isOurs, second.isOurs, second.url]).toEqual([true, false, first.url]);
    await expect(third).rejects.toThrow(/^DATA_DIR \S+ is already in use by a running Examport\. .+$/);
  });

  it('ends with a killed starter and has every commit at the next start', async () => {
    plantCluster(folder);
    const acknowledged = await killWriterAfter(30);

    const { url, isOurs } = await start('refuse');

    expect(isOurs).toBe(true);
    const [row] = await query(url, 'select max(n) as last, count(*)::int as count from written');
    expect(Number(row?.['last'])).toBeGreaterThanOrEqual(acknowledged);
    expect(row?.['count']).toBe(row?.['last']);
  });

  it('starts on a copy that everybody may read, and keeps it to itself from then on [Q5]', async () => {
    plantCluster(folder);
    chmodSync(join(folder, 'postgres'), 0o755);

    await start('refuse');

    expect((statSync(join(folder, 'postgres')).mode & 0o777).toString(8)).toBe('700');
  });

  it('recovers when starter and server were killed together', async () => {
    plantCluster(folder);
    const { url, stop } = await start();
    await query(url, 'create table kept as select 1 as n');
    process.kill(postmasterPid(), 'SIGKILL');
    await stop();

    const again = await start('refuse');

    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('is started again when it is killed, says so, and is stopped like any other afterwards [F6]', async () => {
    plantCluster(folder);
    const said: string[] = [];
    const { url, stop } = await startEmbeddedDatabase(folder, {
      settings: { fsync: 'off' },
      onProgress: (line) => void said.push(line),
    });
    stops.push(stop);
    await query(url, 'create table kept as select 1 as n');
    const killed = postmasterPid();

    process.kill(killed, 'SIGKILL');

    await expect.poll(() => query(url, 'select n from kept').catch(() => [])).toEqual([{ n: 1 }]);
    const second = postmasterPid();
    expect([said.at(-1), second === killed]).toEqual([
      'The database ended without being asked to; it is started again',
      false,
    ]);
    await stop();
    expect(isRunning(second)).toBe(false);
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  });

  const ended = 'The database ended without being asked to; it is started again';

  it.each<[string, string[], (said: string[], killed: number) => unknown]>([
    ['at that instant', [], () => undefined],
    ['in the pause that follows', [ended], (said) => expect.poll(() => said, { interval: 5 }).toContain(ended)],
    [
      'while it recovers',
      [ended],
      (_, killed) =>
        expect
          .poll(() => existsSync(join(folder, 'postgres/postmaster.pid')) && postmasterPid(), { interval: 5 })
          .toSatisfy((pid) => pid > 0 && pid !== killed),
    ],
  ])(
    'that was killed stays away when it is stopped %s, and starts when it is asked to [F6]',
    async (_, heard, until) => {
      plantCluster(folder);
      const said: string[] = [];
      const options = { settings: { fsync: 'off' }, onProgress: (line: string) => void said.push(line) };
      const { url, stop } = await startEmbeddedDatabase(folder, options);
      stops.push(stop);
      await query(url, 'create table kept as select n from generate_series(1, 100000) n');
      said.length = 0;
      const killed = postmasterPid();

      process.kill(killed, 'SIGKILL');
      await until(said, killed);
      await stop();

      await expect.poll(workers).toEqual([]);
      const begun = timesBegun();
      const again = await start('refuse');
      expect(await query(again.url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 100_000 }]);
      await again.stop();
      expect(timesBegun()).toBe(begun + 1);
      expect(said).toEqual(heard);
      // It was not made to stop, and no other tried to have the same data.
      expect(itsLog()).not.toMatch(/immediate shutdown request|lock file "\S+" already exists/);
      expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
    },
  );

  it('need not be made to stop when it is told before it listens [F6]', async () => {
    plantCluster(folder);
    const user = runUser();
    const socketDirectory = join(folder, 'sockets');
    makeSocketDirectory(socketDirectory, user);
    const place = { socketDirectory, user, settings: { fsync: 'off' }, patience: 10 };
    const server = spawnServer(databaseBinaries(user), join(folder, 'postgres'), place);

    await server.stop();

    expect(itsLog()).not.toContain('immediate shutdown request');
    expect(workers()).toEqual([]);
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('is created by one of two who start at once; the other hears that it is in use [F6]', async () => {
    const said: string[] = [];
    const onProgress = (line: string) => void said.push(line);
    const starting = startEmbeddedDatabase(folder, { settings: { fsync: 'off' }, onProgress });
    const [ours, theirs] = await Promise.allSettled([starting, killWriterAfter(1)]);

    if (ours.status === 'fulfilled') stops.push(ours.value.stop);
    const isTheirs = theirs.status === 'fulfilled' && theirs.value > 0;
    expect([ours.status === 'fulfilled', isTheirs]).toContain(true);
    if (ours.status === 'rejected') expect(String(ours.reason)).toMatch(/already in use/);
    expect(said.filter((line) => line.includes('ended'))).toEqual([]);
  });

  it('leaves no process when it is stopped', async () => {
    plantCluster(folder);
    const { stop } = await start();
    const pid = postmasterPid();

    await stop();

    await expect.poll(() => isRunning(pid), { interval: 20 }).toBe(false);
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('is made to stop when it does not by itself [F6]', async () => {
    plantCluster(folder);
    const database = await startEmbeddedDatabase(folder, { settings: { fsync: 'off' }, patience: 1 });
    const pid = postmasterPid();
    await freezeBackend(database.url);

    await database.stop();

    expect(isRunning(pid)).toBe(false);
  });

  it('starts although the one of a killed starter does not stop, and says so [F6]', async () => {
    plantCluster(folder);
    const first = await startEmbeddedDatabase(folder, { settings: { fsync: 'off' } });
    await query(first.url, 'create table kept as select 1 as n');
    const pid = postmasterPid();
    await freezeBackend(first.url);
    // With its keeper gone it is told to stop, and nobody makes it.
    process.kill(parentOf(pid), 'SIGKILL');
    void first.stop();
    await expect.poll(() => lockLines()[7]?.trim()).toBe('stopping');
    const said: string[] = [];

    const options = { settings: { fsync: 'off' }, patience: 1, onProgress: (line: string) => void said.push(line) };
    const second = await startEmbeddedDatabase(folder, options);
    stops.push(second.stop);

    expect(said).toEqual(['The database of an earlier start did not stop: ending it']);
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('refuses the data of another major version and names the way out', async () => {
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '16\n');

    await expect(start()).rejects.toThrow(/PostgreSQL 16.*PostgreSQL 18.*pg_dump.*DATABASE_URL/);
  });

  it('starts anew after a creation that was cut off, and takes it away when nobody can be at it any more [Q5]', async () => {
    // Its creator may live where numbers of processes are others: in another container.
    const { pid: ended } = spawnSync('true');
    const leftOver = ['postgres.new', `postgres.new.${ended}`].map((name) => join(folder, name));
    for (const path of leftOver) mkdirSync(join(path, 'base'), { recursive: true });
    const others = () => readdirSync(folder).filter((name) => name.includes('.new'));

    const { url, stop } = await start();
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
    expect(others().map((name) => join(folder, name))).toEqual(leftOver);
    expect(leftOver.every((path) => existsSync(join(path, 'base')))).toBe(true);
    await stop();
    for (const path of leftOver) utimesSync(path, 0, 0);
    await start();

    expect(others()).toEqual([]);
  });

  it('of another user is left as it is, and whose it is is said [Q5]', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can be somebody else');
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'postgres'), { mode: 0o700 });
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '18');
    chownSync(join(folder, 'postgres'), 54_321, 54_321);

    const refused = await start().catch((error: unknown) => error);

    expect(String(refused)).toMatch(/belongs to user 54321.*chown/);
    expect(statSync(join(folder, 'postgres')).uid).toBe(54_321);
  });

  it('says of a user without an entry what to do', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can be somebody else');
    const nobody = { name: 'nobody', uid: 54_321, gid: 54_321 };

    const refused = await createCluster(databaseBinaries(nobody), join(folder, 'postgres'), {
      user: nobody,
      isDurable: false,
    }).catch((error: unknown) => error);

    expect(String(refused)).toMatch(/no entry in \/etc\/passwd.*DATABASE_URL/);
  });

  it('says of a full disk that it is full, at its creation and later [F6]', async ({ skip }) => {
    skip(!mayMount, 'only root on Linux can mount a small disk');
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=0755', 'tmpfs', folder]);
    const sayOf = () =>
      start().then(
        () => 'started',
        (error: Error) => error.message,
      );
    fill(join(folder, 'others'));

    const atCreation = await sayOf();
    rmSync(join(folder, 'others'));
    await (await start()).stop();
    fill(join(folder, 'others'));
    const later = await sayOf();
    spawnSync('umount', ['-l', folder]);

    const full = `The disk of DATA_DIR ${folder} is full. Free space on it, then start again.`;
    expect([atCreation, later]).toEqual([full, full]);
  });

  it('refuses a place that cannot be written to, in one line', async () => {
    const attempt = startEmbeddedDatabase('/proc/examport');

    await expect(attempt).rejects.toThrow(/^DATA_DIR \/proc\/examport cannot be written to\. .+$/);
  });
});
