import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { randomId } from '#platform/chance';
import { LaunchError, type RunUser } from './binaries.ts';
import { logWarning } from '#platform/log';

const run = promisify(execFile);
const environment = { PATH: '/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };

/**
 * The shell that keeps PostgreSQL: our end of its input is a pipe that the operating system closes when we die, however we
 * die, and the closed pipe stops the server (SIGINT: fast shutdown). A shell gives background commands no input, so the
 * pipe is handed over as descriptor 3. A stop that is not done after $PATIENCE seconds becomes an immediate one (SIGQUIT, which
 * PostgreSQL itself enforces on its children after five), and after as many again and ten the end. Each is said once a second: a shell has
 * its background commands ignore both, and a server that has only just begun does not listen yet. A terminal that goes away (HUP)
 * is none of its business. When whoever watches the pipe is killed, the shell notices (CHLD) and has somebody else do so. It ends as the server
 * did: above 128 by a signal.
 */
const supervisor = `exec 3<&0
trap '' HUP
"$@" </dev/null & server=$!
urge() { n=0; while [ $n -lt $2 ] && kill -$1 $server 2>/dev/null; do sleep 1; n=$((n+1)); done; }
watch() { (cat <&3 >/dev/null; urge INT $PATIENCE; urge QUIT $((PATIENCE+10)); kill -KILL $server 2>/dev/null) & watch=$!; }
watch
trap 'kill -INT $server' INT TERM
trap : CHLD
while kill -0 $server 2>/dev/null; do kill -0 $watch 2>/dev/null || watch; wait $server; end=$?; done
kill $watch 2>/dev/null
exit $end`;

/** What the shell is called, as its processes show. */
const keeperName = 'examport-database';

export type ServerProcess = {
  stop: () => Promise<void>;
  /** The server is gone, and the shell that keeps it. */
  exited: Promise<void>;
  hasExited: () => boolean;
  /** Whether the server, or the shell, was killed by somebody else. */
  wasKilled: () => boolean;
  /** Whether it is the server of its data, and no other has them: who answers there may be somebody else's. */
  hasData: () => boolean;
};

/** A socket directory that only the run user (and root) can enter. @throws LaunchError when somebody else made it first. */
export function makeSocketDirectory(directory: string, user: RunUser): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const owner = statSync(directory).uid;
  if (owner !== process.getuid?.() && owner !== user?.uid) {
    throw new LaunchError(`The directory ${directory} belongs to another user. Remove it, then start again.`);
  }
  if (user) chownSync(directory, user.uid, user.gid);
}

/**
 * Creates a cluster: UTF-8, the same sort order on every machine, checksums. It is built beside its place and renamed, so
 * that a kill in the middle leaves nothing half-made. Of two who create it at once the first has made it.
 */
export async function createCluster(
  binaries: string,
  cluster: string,
  { user, isDurable }: { user: RunUser; isDurable: boolean },
): Promise<void> {
  const fresh = mkdtempSync(halfMade(cluster));
  if (user) chownSync(fresh, user.uid, user.gid);
  const options = ['-D', fresh, '--username=examport', '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin'];
  options.push('--builtin-locale=C.UTF-8', '--locale=C', '--data-checksums', '--no-instructions');
  if (!isDurable) options.push('--no-sync');
  try {
    await run(join(binaries, 'bin/initdb'), options, { ...identity(user), env: environment, cwd: '/' });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    const said = error instanceof Error ? error.message : String(error);
    const isNobody = said.includes('could not look up effective user ID');
    throw new LaunchError(
      isNobody
        ? 'This user id has no entry in /etc/passwd, and PostgreSQL runs as nobody without one. Add one (useradd), start as another user, or set DATABASE_URL.'
        : `PostgreSQL could not create its data: ${lastLine(said)}`,
    );
  }
  try {
    renameSync(fresh, cluster);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(cluster)) throw error;
  }
}

/** What a cluster is called while it is created, up to what chance adds. */
const halfMade = (cluster: string) => `${cluster}.new.`;

/** After this long without a new file, in milliseconds, whoever was creating a cluster has given up: a creation takes seconds. */
const givenUpMs = 600_000;

/**
 * Removes what starters that have ended left half created. That their process is missing proves nothing, since another container has its
 * own processes: their folder has to be old, by the clock of its file system. What cannot be removed now stops nobody from starting.
 */
export function removeHalfMade(cluster: string): void {
  const isHalfMade = (name: string) =>
    name === `${basename(cluster)}.new` || name.startsWith(basename(halfMade(cluster)));
  try {
    const left = readdirSync(dirname(cluster)).filter(isHalfMade);
    if (left.length === 0) return;
    const probe = mkdtempSync(halfMade(cluster));
    const now = statSync(probe).mtimeMs;
    rmdirSync(probe);
    for (const name of left) removeGivenUp(join(dirname(cluster), name), now);
  } catch {
    // A full disk.
  }
}

function removeGivenUp(path: string, now: number): void {
  try {
    if (now - statSync(path).mtimeMs > givenUpMs) rmSync(path, { recursive: true, force: true });
  } catch {
    // Another starter takes it away as well, or nobody may. It shields no other.
  }
}

/** Starts the server process. Its own messages go to `<cluster>.log`. Nothing listens on the network. */
export function spawnServer(
  binaries: string,
  cluster: string,
  options: { socketDirectory: string; user: RunUser; settings: Record<string, string>; patience: number },
): ServerProcess {
  // Written by the server once the data are its own, and taken away when it ends.
  const pidFile = join(options.socketDirectory, `${randomId()}.pid`);
  const settings = {
    ...serverSettings(options.socketDirectory),
    external_pid_file: pidFile,
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(`${cluster}.log`);
  const child = spawn(
    '/bin/sh',
    ['-c', supervisor, keeperName, join(binaries, 'bin/postgres'), '-D', cluster, ...flags],
    {
      ...identity(options.user),
      env: { ...environment, PATIENCE: String(options.patience) },
      cwd: '/',
      // Its own group: Ctrl-C in the terminal reaches us alone, and we stop it after the last request.
      detached: true,
      stdio: ['pipe', log, log],
    },
  );
  closeSync(log);
  child.stdin?.on('error', () => undefined);
  let hasExited = false;
  let isStopped = false;
  let wasKilled = false;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      wasKilled = !isStopped && (signal !== null || (code ?? 0) > 128);
      resolve();
    });
    child.once('error', () => resolve());
  })
    .then(() => endLeft(pidFile, options.patience))
    .finally(() => {
      hasExited = true;
      rmSync(pidFile, { force: true });
    });
  child.unref();
  return {
    stop: () => {
      isStopped = true;
      return stopServer(child, exited, options.patience);
    },
    exited,
    hasExited: () => hasExited,
    wasKilled: () => wasKilled,
    hasData: () => existsSync(pidFile),
  };
}

/** A shell that was killed leaves its server: it is ended before anybody starts another. */
async function endLeft(pidFile: string, patience: number): Promise<void> {
  const own = `external_pid_file=${pidFile}`;
  const find = () => (existsSync('/proc/self') ? processes((command) => command.includes(own)) : processIn(pidFile));
  // Whoever still watches the pipe, and a server that has not become one yet.
  for (const pid of find()) if (commandOf(pid).includes(keeperName)) signal(pid, 'SIGKILL');
  await urge(find, [
    ['SIGINT', patience],
    ['SIGQUIT', 10],
    ['SIGKILL', 10],
  ]);
}

/** Tells processes to end, each way for its own number of seconds: one that has only just begun does not listen yet. */
export async function urge(find: () => number[], ways: [NodeJS.Signals, number][]): Promise<void> {
  for (const [name, seconds] of ways) {
    const begun = performance.now();
    do {
      const found = find();
      if (found.length === 0) return;
      for (const pid of found) signal(pid, name);
      await pause(100);
    } while (performance.now() - begun < seconds * 1000);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

/** What a process was begun with; nothing of one that has ended, and where the system does not tell. */
function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** The processes that were begun with such a command. Theirs are numbers that nobody else has been given meanwhile. */
export function processes(isMeant: (command: string[]) => boolean): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => isMeant(commandOf(pid)));
}

/** The server by what it has written of itself; it takes that away when it ends. */
function processIn(pidFile: string): number[] {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    return pid > 0 && process.kill(pid, 0) ? [pid] : [];
  } catch {
    return [];
  }
}

/**
 * Whether a server that was begun for this socket directory has lost the shell that keeps it. Somebody else's has not, and none has where
 * the system does not tell.
 */
export function isUnkept(pid: number, socketDirectory: string): boolean {
  if (!commandOf(pid).includes(`unix_socket_directories=${socketDirectory}`)) return false;
  try {
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return parent !== undefined && !commandOf(Number(parent)).includes(keeperName);
  } catch {
    return false;
  }
}

/** Milliseconds before a server that ended is started again; the last one from then on. */
const pauses = [100, 500, 1000, 2000];

/**
 * Starts a server, and starts it again whenever it ends without being asked to: killed, out of memory, on a full disk.
 * @param start waits until what `spawn` has begun answers. @throws LaunchError
 * @param say is told once each time it ended, and once more if it does not come back at once.
 * @returns what stops it for good.
 */
export async function keepServer(
  spawn: () => ServerProcess,
  start: (spawn: () => ServerProcess) => Promise<ServerProcess>,
  say: (line: string) => void = () => undefined,
): Promise<() => Promise<void>> {
  const state: { server: ServerProcess | null; isOver: boolean } = { server: null, isOver: false };
  const begin = () =>
    start(() => {
      if (state.isOver) throw new LaunchError('The database was stopped while it was started again.');
      return (state.server = spawn());
    });
  const beginAgain = async (): Promise<void> => {
    say('The database ended without being asked to; it is started again');
    for (let tries = 0; !state.isOver; tries++) {
      await pause(pauses[Math.min(tries, pauses.length - 1)], undefined, { ref: false });
      if (state.isOver) return;
      try {
        await begin();
        return logWarning('database started again');
      } catch (error) {
        // One that was stopped meanwhile did not fail.
        if (tries === 0 && !state.isOver && error instanceof LaunchError) say(error.message);
      }
    }
  };
  await begin();
  const keep = async (): Promise<void> => {
    while (!state.isOver) {
      await state.server?.exited;
      if (!state.isOver) await beginAgain();
    }
  };
  void keep();
  return async () => {
    state.isOver = true;
    await state.server?.stop();
  };
}

/** A shell that has not ended long after its server should have does no more: the rest is done without it. */
async function stopServer(child: ChildProcess, exited: Promise<void>, patience: number): Promise<void> {
  child.ref();
  child.stdin?.end();
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), (patience * 2 + 15) * 1000);
  await exited;
  clearTimeout(limit);
}

function serverSettings(socketDirectory: string): Record<string, string> {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    max_connections: '120',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A fresh database grows fast under cached plans; an early ANALYZE drops the bad ones.
    autovacuum_naptime: '5s',
    // Statements and their values may hold personal data: neither reaches the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
  };
  // Containers often have 64 MB of /dev/shm, too little for parallel queries.
  if (existsSync('/.dockerenv')) settings['dynamic_shared_memory_type'] = 'mmap';
  return settings;
}

function openLog(path: string): number {
  const isLarge = existsSync(path) && statSync(path).size > 5_000_000;
  return openSync(path, isLarge ? 'w' : 'a', 0o600);
}

function identity(user: RunUser): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/** The last thing the server said, for the one line a person sees. */
export function lastLogLine(cluster: string): string {
  const path = `${cluster}.log`;
  return existsSync(path) ? lastLine(readFileSync(path, 'utf8')) : 'no message';
}

/** Whether the server said something in its last hundred lines. */
export function saidLately(cluster: string, words: string): boolean {
  const path = `${cluster}.log`;
  return existsSync(path) && readFileSync(path, 'utf8').split('\n').slice(-100).join('\n').includes(words);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() || 'no message';
}

/** Waits until `probe` answers true, the server exits, or `seconds` pass. */
export async function waitUntil(
  probe: () => Promise<boolean>,
  seconds: number,
  hasExited: () => boolean,
): Promise<boolean> {
  const begun = performance.now();
  for (let waited = 0; waited < seconds * 1000; waited = performance.now() - begun) {
    if (await probe()) return true;
    if (hasExited()) return false;
    // A server that recovers writes each question into its log.
    await pause(waited < 5000 ? 20 : 250);
  }
  return false;
}
