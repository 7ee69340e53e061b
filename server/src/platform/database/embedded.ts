import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { databaseBinaries, isReachable, LaunchError, type RunUser, runUser } from './binaries.ts';
import {
  createCluster,
  isUnkept,
  keepServer,
  lastLogLine,
  saidLately,
  makeSocketDirectory,
  removeHalfMade,
  type ServerProcess,
  spawnServer,
  urge,
  waitUntil,
} from './launcher.ts';

import { makeDirectory } from '#platform/directories';

export { LaunchError } from './binaries.ts';

/** The PostgreSQL major version that the npm package brings. */
const majorVersion = '18';

/** A running embedded server. `isOurs` is false when a server of an earlier starter was adopted: its starter stops it. */
export type EmbeddedDatabase = { url: string; isOurs: boolean; stop: () => Promise<void> };

type Options = {
  /** What to do when a server already runs on this data: use it (migrate, tests) or refuse (a second start). */
  whenRunning?: 'adopt' | 'refuse';
  /** PostgreSQL settings on top of the defaults; tests switch fsync off. */
  settings?: Record<string, string>;
  /** Seconds that a database has to stop before it is made to. */
  patience?: number;
  /** Told before work that takes longer than a blink. */
  onProgress?: (line: string) => void;
};

/**
 * Starts the embedded PostgreSQL on `<dataDir>/postgres`, creating it the first time; the database is named `examport`.
 * It listens on a unix socket only, is started again when it is killed, and stops when this process ends, however it ends.
 * @throws LaunchError, one line, when the directory is read-only, unreachable, on a full disk, of another major version or in use.
 */
export async function startEmbeddedDatabase(dataDir: string, options: Options = {}): Promise<EmbeddedDatabase> {
  try {
    return await startIn(dataDir, options);
  } catch (error) {
    // PostgreSQL, and a folder, say a dozen other things of a disk that is full.
    if (error instanceof LaunchError && isFull(dataDir))
      throw new LaunchError(`The disk of DATA_DIR ${dataDir} is full. Free space on it, then start again.`, {
        cause: error,
      });
    throw error;
  }
}

/** Bytes without which no database is created, and none begins to write its journal. */
const leastBytes = 64 * 1024 * 1024;

function isFull(dataDir: string): boolean {
  try {
    const { bavail, blocks, bsize } = statfsSync(existsSync(dataDir) ? dataDir : dirname(dataDir));
    // What is no disk has no blocks at all.
    return blocks > 0 && bavail * bsize < leastBytes;
  } catch {
    return false;
  }
}

async function startIn(dataDir: string, options: Options): Promise<EmbeddedDatabase> {
  const user = runUser();
  makeDataDirectory(dataDir, user);
  const folder = realpathSync(dataDir);
  const cluster = join(folder, 'postgres');
  const socketDirectory = socketDirectoryOf(folder, user);
  const patience = options.patience ?? 10;
  await endUnkeptServer(cluster, { socketDirectory, patience, say: options.onProgress });
  if (await isServedAfterLeaving(cluster, socketDirectory, patience * 3))
    return await adopt(socketDirectory, options, folder);
  await endStuckServer(cluster, options.onProgress);
  const binaries = databaseBinaries(user);
  removeHalfMade(cluster);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    options.onProgress?.('Creating the database (once)');
    await createCluster(binaries, cluster, { user, isDurable: options.settings?.['fsync'] !== 'off' });
  }
  // A copy of the folder may be open to others, which PostgreSQL refuses.
  chmodSync(cluster, 0o700);
  makeSocketDirectory(socketDirectory, user);
  const place = { socketDirectory, user, patience, settings: options.settings ?? {} };
  const stop = await keepServer(
    () => spawnServer(binaries, cluster, place),
    (spawn) => startServer(spawn, socketDirectory, cluster),
    options.onProgress,
  );
  await createDatabase(socketDirectory);
  return { url: socketUrl(socketDirectory), isOurs: true, stop };
}

/** The connection address of a socket directory, in the form that `DATABASE_URL` takes. */
export function socketUrl(socketDirectory: string, database = 'examport'): string {
  return `postgresql://examport@localhost/${database}?host=${encodeURIComponent(socketDirectory)}`;
}

/**
 * Named by a hash of the data path and of whoever the database runs as: a socket path may have 107 bytes at most, two starters must agree on it,
 * and what another user has left there nobody else may remove.
 */
function socketDirectoryOf(folder: string, user: RunUser): string {
  const runner = user?.uid ?? process.getuid?.() ?? 0;
  return `/tmp/examport-${createHash('sha256').update(`${folder}\n${runner}`).digest('hex').slice(0, 16)}`;
}

function makeDataDirectory(dataDir: string, user: RunUser): void {
  try {
    makeDirectory(dataDir);
    accessSync(dataDir, constants.W_OK);
  } catch {
    throw new LaunchError(`DATA_DIR ${dataDir} cannot be written to. Set DATA_DIR to a directory on a writable disk.`);
  }
  const cluster = join(realpathSync(dataDir), 'postgres');
  refuseOtherVersion(cluster);
  if (existsSync(cluster)) refuseOthers(cluster, user);
  // The database's user passes through to its own folder; what else lies here keeps its own permissions.
  if (user && isReachable(realpathSync(dataDir), user)) chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  if (user && !isReachable(cluster, user)) {
    throw new LaunchError(
      `DATA_DIR ${dataDir} lies in a private directory that the database (user ${user.name}) cannot enter. ` +
        'Set DATA_DIR, for example to /var/lib/examport.',
    );
  }
}

/** PostgreSQL serves only whoever its files belong to. Nothing is handed over here: a start that fails after that would shut the owner out. */
function refuseOthers(cluster: string, user: RunUser): void {
  const runner = user?.uid ?? process.getuid?.();
  const { uid } = statSync(cluster);
  if (runner === undefined || uid === runner) return;
  throw new LaunchError(
    `${cluster} belongs to user ${uid}, and the database would run as ${user?.name ?? `user ${runner}`}. Start as whoever it belongs to, ` +
      `hand it over (chown -R), or set another DATA_DIR.`,
  );
}

/**
 * Waits for a server that still leaves, which takes a frozen one as long as its shell bears with it, and for one that has just begun to answer.
 * @returns whether one answers. Asked twice, one that begins to leave in between would be taken for one that has left.
 */
async function isServedAfterLeaving(cluster: string, socketDirectory: string, seconds: number): Promise<boolean> {
  let isServed = false;
  const isDecided = async () => {
    isServed = await isAlive(socketDirectory);
    return isServed || !isServerAlive(cluster);
  };
  await waitUntil(isDecided, seconds, () => false);
  return isServed;
}

/**
 * Ends a server of ours that has been stopping for longer than a stop takes: one whose starter died while it recovered can stay
 * so for good. Whatever was committed is in its journal, and the next start recovers it.
 */
async function endStuckServer(cluster: string, say: Options['onProgress']): Promise<void> {
  const lock = readLock(cluster);
  if (!isServerAlive(cluster) || lock?.status !== 'stopping' || !isOn(lock.pid, cluster)) return;
  say?.('The database of an earlier start did not stop: ending it');
  await urge(
    () => (isServerAlive(cluster) && isOn(lock.pid, cluster) ? [lock.pid] : []),
    [
      ['SIGQUIT', 10],
      ['SIGKILL', 10],
    ],
  );
}

/**
 * Ends a server of ours whose starter was killed together with the shell that kept it: nobody would stop it any more. A starter that lives,
 * and whoever watches its pipe, does so at once.
 */
async function endUnkeptServer(
  cluster: string,
  { socketDirectory, patience, say }: { socketDirectory: string; patience: number; say: Options['onProgress'] },
): Promise<void> {
  const pid = readLock(cluster)?.pid ?? 0;
  const find = () => (isUnkept(pid, socketDirectory) ? [pid] : []);
  const isSeenTo = async () => find().length === 0 || readLock(cluster)?.status === 'stopping';
  if (await waitUntil(isSeenTo, 3, () => false)) return;
  say?.('The database of an earlier start was left without its keeper: ending it');
  await urge(find, [
    ['SIGINT', patience],
    ['SIGQUIT', 10],
    ['SIGKILL', 10],
  ]);
}

/** What PostgreSQL writes of itself into its folder: its process and, in the eighth line, what it is about. */
function readLock(cluster: string): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
  } catch {
    return null;
  }
}

/** Whether a process works in this folder, as PostgreSQL does in its own; the numbers of processes are used again. */
function isOn(pid: number, cluster: string): boolean {
  if (!existsSync('/proc/self')) return true;
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

/** Whether the process named in the cluster's lock file still runs and is a PostgreSQL (numbers of processes are used again). */
function isServerAlive(cluster: string): boolean {
  try {
    const pid = readLock(cluster)?.pid ?? 0;
    if (pid === 0) return false;
    if (!existsSync('/proc/self')) return process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

function refuseOtherVersion(cluster: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) return;
  const found = readFileSync(file, 'utf8').trim();
  if (found === majorVersion) return;
  throw new LaunchError(
    `${cluster} was written by PostgreSQL ${found}, this version of Examport brings PostgreSQL ${majorVersion}. ` +
      `Dump it with PostgreSQL ${found} (pg_dump) and restore it into a server named by DATABASE_URL, or set DATA_DIR to a new directory.`,
  );
}

async function adopt(socketDirectory: string, options: Options, folder: string): Promise<EmbeddedDatabase> {
  if (options.whenRunning === 'refuse') {
    // The server of a starter that was just killed needs a moment to leave.
    const isGone = await waitUntil(
      async () => !(await isAlive(socketDirectory)),
      3,
      () => false,
    );
    if (isGone) return await startEmbeddedDatabase(folder, options);
    throw new LaunchError(
      `DATA_DIR ${folder} is already in use by a running Examport. Stop that one, or set another DATA_DIR.`,
    );
  }
  await createDatabase(socketDirectory);
  return { url: socketUrl(socketDirectory), isOurs: false, stop: async () => undefined };
}

const heldMemory = 'pre-existing shared memory block';
const emptyLock = 'lock file "postmaster.pid" is empty';
const takenLock = 'lock file "postmaster.pid" already exists';
const lostProcess = 'was terminated by signal 9';

/**
 * Begins a server, and again where it or its shell was killed meanwhile, or a process of it, without which it gives up as long as it begins.
 * What is left of one holds its memory until it notices: each start waits for that. One that was killed before it had written its lock file has left it empty, which PostgreSQL takes for another that begins.
 */
async function startServer(spawn: () => ServerProcess, socketDirectory: string, cluster: string) {
  for (let tries = 1; ; tries++) {
    const server = spawn();
    try {
      await waitUntilReady(server, socketDirectory, cluster);
      return server;
    } catch (error) {
      const isLockEmpty = lastLogLine(cluster).includes(emptyLock);
      // Who had the data is going, or has gone, since.
      const isLockFree = saidLately(cluster, takenLock) && !existsSync(join(cluster, 'postmaster.pid'));
      const isPassing =
        server.wasKilled() ||
        isLockEmpty ||
        isLockFree ||
        [heldMemory, lostProcess].some((words) => saidLately(cluster, words));
      if (tries === 20 || !isPassing) throw error;
      // Who lives fills it within a blink.
      if (isLockEmpty && tries > 4) removeEmptyLock(cluster);
      await pause(250);
    }
  }
}

/** Looked at once more where nobody else finds it: a server that has filled it since has it back. */
function removeEmptyLock(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  if (!existsSync(path) || statSync(path).size > 0) return;
  const taken = `${path}.taken`;
  renameSync(path, taken);
  if (statSync(taken).size > 0) linkSync(taken, path);
  rmSync(taken);
}

async function waitUntilReady(server: ServerProcess, socketDirectory: string, cluster: string): Promise<void> {
  const isReady = async () => server.hasData() && (await isAlive(socketDirectory));
  do {
    if (await waitUntil(isReady, 60, server.hasExited)) return;
    // A recovery takes as long as its journal: one that is cut off starts again.
  } while (!server.hasExited() && server.hasData() && readLock(cluster)?.status === 'starting');
  await server.stop();
  const reason = lastLogLine(cluster);
  // The other one may have had the last word: it writes into the same log.
  const isTaken = saidLately(cluster, takenLock) && existsSync(join(cluster, 'postmaster.pid'));
  if (isTaken || /postmaster\.pid|already running/.test(reason)) {
    throw new LaunchError(
      `DATA_DIR ${cluster} is already in use by a running Examport. Stop that one, or set another DATA_DIR.`,
    );
  }
  if (saidLately(cluster, heldMemory))
    throw new LaunchError(
      `Processes of an earlier database on ${cluster} have not ended. End them (their command begins with "postgres:"), then start again.`,
    );
  throw new LaunchError(`PostgreSQL did not start on ${cluster}: ${reason}`);
}

async function isAlive(socketDirectory: string): Promise<boolean> {
  if (!existsSync(join(socketDirectory, '.s.PGSQL.5432'))) return false;
  return (await ask(socketDirectory, 'select 1')) !== null;
}

/** A server that was killed meanwhile is started again: it is asked until the database is there. */
async function createDatabase(socketDirectory: string): Promise<void> {
  const isThere = async () => {
    const found = await ask(socketDirectory, "select 1 from pg_database where datname = 'examport'");
    return found === 1 || (found === 0 && (await ask(socketDirectory, 'create database examport')) !== null);
  };
  if (await waitUntil(isThere, 60, () => false)) return;
  throw new LaunchError('PostgreSQL started, but does not answer. Start again.');
}

/** Runs one statement in the maintenance database; null when nobody answers. */
async function ask(socketDirectory: string, statement: string): Promise<number | null> {
  const client = new Client({
    connectionString: socketUrl(socketDirectory, 'postgres'),
    connectionTimeoutMillis: 3000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(statement)).rowCount ?? 0;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
