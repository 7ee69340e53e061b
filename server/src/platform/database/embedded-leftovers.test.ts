import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseBinaries, runUser } from '#platform/database/binaries';
import { processes, removeHalfMade } from '#platform/database/launcher';
import { startEmbeddedDatabase } from '#platform/database/embedded';
import { useCluster } from '#platform/testing/cluster';
import { freezeBackend, query } from './embedded.testing.ts';

const plantCluster = useCluster();
let folder: string;
const starters: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'examport-leftovers-'));
  plantCluster(folder);
});
afterEach(() => {
  for (const starter of starters.splice(0)) starter.kill('SIGKILL');
  // A test that failed leaves what it is about.
  for (const pid of [...shells(), ...servers()]) kill(pid);
  rmSync(folder, { recursive: true, force: true });
});

function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

const isHere = (command: string[]) => command.includes(join(folder, 'postgres'));
const shells = () => processes((command) => command.includes('examport-database') && isHere(command));
const servers = () => processes((command) => command[0]?.endsWith('/postgres') === true && isHere(command));

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

async function start(patience?: number) {
  const said: string[] = [];
  const database = await startEmbeddedDatabase(folder, {
    whenRunning: 'refuse',
    onProgress: (line) => said.push(line),
    settings: { fsync: 'off' },
    ...(patience !== undefined && { patience }),
  });
  return { ...database, said };
}

/** The server and its two shells, once all are there. */
async function family(): Promise<{ server: number; keeper: number; watcher: number }> {
  await expect.poll(() => [servers().length, shells().length], { interval: 20 }).toEqual([1, 2]);
  const [server = 0] = servers();
  const keeper = parentOf(server);
  return { server, keeper, watcher: shells().find((pid) => pid !== keeper) ?? 0 };
}

/** Another process that starts the database and stays. */
async function startElsewhere(): Promise<{ url: string; starter: ChildProcess }> {
  const program = `
    import { startEmbeddedDatabase } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
    const database = await startEmbeddedDatabase(process.argv[1], { settings: { fsync: 'off' } });
    console.log(database.url);
    setInterval(() => undefined, 1000);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  starters.push(starter);
  const [url] = await once(starter.stdout, 'data');
  return { url: String(url).trim(), starter };
}

const endedUnasked = 'The database ended without being asked to; it is started again';
const nothing = () => expect.poll(() => [...servers(), ...shells()], { interval: 20 }).toEqual([]);

async function canBeAsked(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query('select 1')).rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

it('a database of which a process does not end says so, and is back when it has [F6]', async () => {
  // given
  const said: string[] = [];
  const database = await startEmbeddedDatabase(folder, {
    onProgress: (line) => said.push(line),
    settings: { fsync: 'off' },
  });
  const frozen = await freezeBackend(database.url);

  // when
  process.kill(Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');

  // then
  const words = `Processes of an earlier database on ${folder}/postgres have not ended. End them (their command begins with "postgres:"), then start again.`;
  await expect.poll(() => said, { interval: 100 }).toContain(words);
  expect(said.filter((line) => line === words)).toHaveLength(1);
  process.kill(frozen, 'SIGKILL');
  await expect.poll(() => canBeAsked(database.url), { interval: 100 }).toBe(true);
  await database.stop();
});

it.each([
  ['the server', () => servers()],
  ['the shell that keeps it', () => shells().filter((pid) => parentOf(pid) === process.pid)],
])('a database of which %s is killed while it begins is begun once more [F3]', async (_, find) => {
  // given
  const beginning = start();
  await expect.poll(find, { interval: 5 }).toHaveLength(1);

  // when
  for (const pid of find()) kill(pid);

  // then
  const { url, stop } = await beginning;
  // One that could be asked a moment before goes, and is started again.
  await expect.poll(() => canBeAsked(url), { interval: 20 }).toBe(true);
  await stop();
  await nothing();
});

it('a database of which the process that recovers it is killed is begun once more [F3]', async () => {
  // given
  writeFileSync(join(folder, 'postgres/recovery.signal'), '');
  appendFileSync(join(folder, 'postgres/postgresql.auto.conf'), "restore_command = 'sleep 0.3; false'\n");
  const recovering = () =>
    processes(([name]) => name?.startsWith('postgres: startup') === true).filter((pid) =>
      servers().includes(parentOf(pid)),
    );
  const beginning = start();
  await expect.poll(recovering, { interval: 5 }).toHaveLength(1);

  // when
  for (const pid of recovering()) kill(pid);

  // then
  const { url, stop } = await beginning;
  expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
  await stop();
  await nothing();
});

it('a database starts although a server that was killed before it wrote its lock file has left it empty [F3]', async () => {
  // given
  writeFileSync(join(folder, 'postgres/postmaster.pid'), '');

  // when
  const { url, stop } = await start();

  // then
  expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
  await stop();
  await nothing();
});

it('a database whose watching shell was killed has another, and is stopped like any other [F6]', async () => {
  // given
  const { url, stop, said } = await start();
  const { server, watcher } = await family();
  await query(url, 'create table kept as select 1 as n');
  said.length = 0;

  // when
  kill(watcher);
  await stop();

  // then
  expect(servers()).toEqual([]);
  await nothing();
  const again = await start();
  expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }]);
  expect(servers()).not.toContain(server);
  expect([...said, ...again.said]).toEqual([]);
  await again.stop();
  await nothing();
});

it('a database whose watching shell was killed ends with its starter all the same [F6]', async () => {
  // given
  const { starter } = await startElsewhere();
  const { watcher } = await family();

  // when
  kill(watcher);
  await expect.poll(() => shells().filter((pid) => pid !== watcher), { interval: 20 }).toHaveLength(2);
  starter.kill('SIGKILL');

  // then
  await nothing();
});

it('a database whose terminal goes away stays, and is stopped like any other [F6]', async () => {
  // given
  const { url, stop, said } = await start();
  const before = await family();
  said.length = 0;

  // when
  for (const pid of Object.values(before)) kill(pid, 'SIGHUP');
  // A signal that a process does not hear leaves no trace: the one that is heard is the sign of them all.
  const log = () => readFileSync(join(folder, 'postgres.log'), 'utf8');
  await expect.poll(log, { interval: 20 }).toContain('received SIGHUP');

  // then
  expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(await family()).toEqual(before);
  await stop();
  await nothing();
  expect(said).toEqual([]);
});

it.each([
  ['both shells', ['keeper', 'watcher']],
  ['the keeping shell', ['keeper']],
] as const)('a database that lost %s is started again, and is stopped like any other [F6]', async (_, lost) => {
  // given
  const { url, stop, said } = await start();
  const before = await family();
  await query(url, 'create table kept as select 1 as n');
  said.length = 0;

  // when
  for (const name of lost) kill(before[name]);

  // then
  await expect.poll(servers, { interval: 20 }).not.toContain(before.server);
  await expect.poll(() => query(url, 'select n from kept').catch(() => []), { interval: 50 }).toEqual([{ n: 1 }]);
  const after = await family();
  expect([after.server === before.server, after.keeper === before.keeper]).toEqual([false, false]);
  expect(said).toEqual([endedUnasked]);
  await stop();
  expect(servers()).toEqual([]);
  await nothing();
});

it('a database that lost its shells is stopped at that very moment [F6]', async () => {
  // given
  const { stop, said } = await start();
  const { keeper, watcher } = await family();
  said.length = 0;

  // when
  for (const pid of [keeper, watcher]) kill(pid);
  await stop();

  // then
  expect(servers()).toEqual([]);
  await nothing();
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  expect(said).toEqual([]);
});

it('a stop has an end although the keeping shell stands still [F6]', async () => {
  // given
  const { stop } = await start(1);
  const { keeper } = await family();
  kill(keeper, 'SIGSTOP');

  // when
  await stop();

  // then
  expect(servers()).toEqual([]);
  await nothing();
});

it('a start ends the database of a starter that was killed with its shells, says so, and has every commit [F6]', async () => {
  // given
  const { url, starter } = await startElsewhere();
  const { server, keeper, watcher } = await family();
  await query(url, 'create table kept as select n from generate_series(1, 1000) n');
  // It must not see them go.
  starter.kill('SIGSTOP');
  for (const pid of [keeper, watcher]) kill(pid);
  starter.kill('SIGKILL');
  await expect.poll(shells, { interval: 20 }).toEqual([]);
  expect(servers()).toEqual([server]);

  // when
  const { url: again, isOurs, said, stop } = await start();

  // then
  expect(isOurs).toBe(true);
  expect(said).toEqual(['The database of an earlier start was left without its keeper: ending it']);
  expect(await query(again, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }]);
  expect(servers()).not.toContain(server);
  await stop();
  await nothing();
});

it('a database that somebody else has begun on this data is not ended [F6]', async () => {
  // given
  await (await start()).stop();
  const user = runUser();
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${join(folder, 'postgres')}`];
  const theirs = spawn(join(databaseBinaries(user), 'bin/postgres'), ['-D', join(folder, 'postgres'), ...settings], {
    ...identity,
    cwd: '/',
    stdio: 'ignore',
  });
  starters.push(theirs);
  const lock = () => readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
  await expect.poll(() => lock()[7]?.trim(), { interval: 20 }).toBe('ready');

  // when
  const refused = start(1);

  // then
  await expect(refused).rejects.toThrow(/is already in use/);
  expect([theirs.exitCode, servers()]).toEqual([null, [theirs.pid]]);
});

it('what was half made and cannot be taken away shields nothing beside it [Q5]', ({ skip }) => {
  // given
  const names = Array.from({ length: 20 }, (_, n) => `postgres.new.${n}`);
  for (const name of names) mkdirSync(join(folder, name));
  // Nobody, not even root, takes away what a file system of its own is mounted on.
  const held = join(folder, 'postgres.new.0');
  const mount = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', held]);
  if (mount.status !== 0) skip('nothing can be mounted here');
  for (const name of names) utimesSync(join(folder, name), 0, 0);

  // when
  removeHalfMade(join(folder, 'postgres'));

  // then
  const left = readdirSync(folder).filter((name) => name !== 'postgres');
  spawnSync('umount', ['-l', held]);
  expect(left).toEqual(['postgres.new.0']);
});
