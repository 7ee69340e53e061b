import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@exam/server/platform/testing/free-port';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPortalWhenChanged } from './builds/portal.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
const begun: ChildProcess[] = [];

const newFolder = () => {
  folder = mkdtempSync(join(tmpdir(), 'examport-start-'));
};
const forgetFolder = () => rmSync(folder, { recursive: true, force: true });
const stopAll = async () => {
  if (begun.length === 0) return;
  for (const child of begun.splice(0)) child.kill('SIGTERM');
  await untilGone();
};

/** The processes of a start are found in /proc. */
const skipWithoutProc = ({ skip }: { skip: (is: boolean, why: string) => void }) =>
  skip(!existsSync('/proc/self/stat'), 'This machine has no /proc.');

type Started = { child: ChildProcess; said: () => string; port: number; sandboxPort: number };

async function npmStart(environment: Readonly<Record<string, string>> = {}): Promise<Started> {
  const port = await freePort();
  const sandboxPort = await freePort();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: String(port),
      CONSOLE_PORT: String(await freePort()),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: folder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives it: Ctrl-C reaches all of it.
    detached: true,
  });
  begun.push(child);
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  return { child, said: () => text, port, sandboxPort };
}

async function untilReady({ child, said, port }: Started): Promise<void> {
  const isBegun = () => child.exitCode !== null || said().includes('is ready');
  await expect.poll(isBegun, { interval: 100 }).toBe(true);
  if (child.exitCode !== null) throw new Error(said());
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
}

/** Processes that have this test's folder in their command or environment: server, sandbox, database, shells. */
function relatives(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8');
        return words.includes(folder);
      } catch {
        return false;
      }
    });
}

const untilGone = () => expect.poll(relatives, { interval: 100 }).toEqual([]);

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');

const pidsBelow = (pattern: RegExp) => relatives().filter((pid) => pattern.test(commandOf(pid)));

async function lastWordsOf(started: Started): Promise<string> {
  if (started.child.exitCode === null) await once(started.child, 'exit');
  return started.said();
}

describe('npm start', () => {
  beforeEach(skipWithoutProc);
  // The first of them, whichever it is, makes the data; the others find them as the one before left them.
  beforeAll(newFolder);
  afterEach(stopAll, 60_000);
  afterAll(forgetFolder);

  it('serves portal, API and sandbox whatever the shell says to other programs, and a second start on the same data is refused in one line', async () => {
    await buildPortalWhenChanged(() => undefined);
    const first = await npmStart({
      PGPORT: '5433',
      PGSSLMODE: 'require',
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: `http://127.0.0.1:${await freePort()}`,
    });
    await untilReady(first);

    const home = await fetch(`http://127.0.0.1:${first.port}/`, { headers: { 'accept-language': 'zh-CN' } });
    const unknown = await fetch(`http://127.0.0.1:${first.port}/no-such-page`);
    const second = await npmStart();
    const words = await lastWordsOf(second);

    expect(await home.text()).toContain('lang="zh-CN"');
    expect([home.status, unknown.status]).toEqual([200, 404]);
    expect(words).toMatch(/^DATA_DIR .* is already in use by a running Examport/m);
    expect(words).not.toMatch(/^\s+at /m);
    process.kill(-(first.child.pid ?? 0), 'SIGINT');
    await untilGone();
  });

  it.each([
    ['npm', /^npm start/],
    ['the shell between', /^sh -c/],
    ['who keeps the server', /keep\.ts/],
  ])('leaves nothing behind when %s is killed', async (_, pattern) => {
    const started = await npmStart();
    await untilReady(started);
    const [victim] = pidsBelow(pattern);

    if (victim) process.kill(victim, 'SIGKILL');

    expect(victim).toBeGreaterThan(0);
    await untilGone();
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'leaves nothing behind when npm gets %s before the server has begun [Q5]',
    async (signal) => {
      const started = await npmStart();
      await expect.poll(() => pidsBelow(/^\S*node\S* \S*keep\.ts/).length, { interval: 5 }).toBeGreaterThan(0);

      process.kill(started.child.pid ?? 0, signal);
      await once(started.child, 'exit');

      await untilGone();
    },
  );

  it('goes on when its database is killed, begins anew when the outside world is, and ends with npm all the same [F6 F18]', async () => {
    const started = await npmStart();
    await untilReady(started);
    const kill = (pattern: RegExp): void => {
      const [victim = 0] = pidsBelow(pattern);
      expect(victim).toBeGreaterThan(0);
      process.kill(victim, 'SIGKILL');
    };
    const readyz = () => fetch(`http://127.0.0.1:${started.port}/readyz`).then(({ status }) => status);

    kill(/^\S*bin\/postgres -D/);
    await expect.poll(() => readyz().catch(() => 0), { interval: 20 }).toBe(503);
    await expect.poll(() => readyz().catch(() => 0), { interval: 200 }).toBe(200);
    expect(started.said()).toContain('The database ended without being asked to; it is started again');

    const sandbox = /sandbox\/src\/main\.ts/;
    const [first] = pidsBelow(sandbox);
    kill(sandbox);
    // The next one, as soon as it is there: it has said nothing yet.
    await expect.poll(() => pidsBelow(sandbox).some((pid) => pid !== first), { interval: 20 }).toBe(true);
    kill(sandbox);
    await expect.poll(() => started.said().split('is ready').length, { interval: 200 }).toBe(3);
    expect(started.said().split('The sandbox ended without being asked to.')).toHaveLength(3);
    expect(readFileSync(join(folder, 'server.log'), 'utf8')).toContain('"msg":"sandbox ended"');

    kill(/^npm start/);
    await untilGone();
  });

  it('starts the server again when it was killed in the middle of a move of the clock, and outlives the reader of what it says [F6 F18]', async () => {
    const started = await npmStart();
    await untilReady(started);
    const server = /^\S*node\S* --import.*start\.ts/;
    const [victim = 0] = pidsBelow(server);
    started.child.stdout?.destroy();
    started.child.stderr?.destroy();
    const clock = `http://127.0.0.1:${started.sandboxPort}/api/clock`;
    await fetch(clock, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"offsetSeconds":3600}',
    });

    process.kill(victim, 'SIGKILL');

    await expect.poll(() => pidsBelow(server).filter((pid) => pid !== victim).length, { interval: 100 }).toBe(1);
    const readyz = () => fetch(`http://127.0.0.1:${started.port}/readyz`).then(({ status }) => status);
    await expect.poll(() => readyz().catch(() => 0), { interval: 200 }).toBe(200);
    expect(await (await fetch(clock)).json()).toMatchObject({ offsetSeconds: 0 });
    process.kill(-(started.child.pid ?? 0), 'SIGINT');
    await untilGone();
  });
});

describe('npm start with something in its way', () => {
  beforeEach(skipWithoutProc);
  beforeEach(newFolder);
  afterEach(async () => {
    await stopAll();
    forgetFolder();
  });

  it.for([
    ['PORT', '127.0.0.1'],
    ['CONSOLE_PORT', '127.0.0.1'],
    ['SANDBOX_PORT', '127.0.0.1'],
    ['PORT', '::1'],
  ] as const)('says in one line that %s is taken at %s, before it touches any data', async ([name, host], { skip }) => {
    const taken = createServer();
    taken.listen(0, host);
    if (!(await once(taken, 'listening').then(Boolean, () => false))) skip(`This machine has no ${host}.`);
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;

    const words = await lastWordsOf(await npmStart({ [name]: String(port) }));
    taken.close();

    expect(words).toContain(`Port ${port} is already in use. Stop the other program, or set ${name}.`);
    expect(words).not.toMatch(/^\s+at /m);
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
    await untilGone();
  });

  it('refuses one port for two servers', async () => {
    const port = String(await freePort());

    const words = await lastWordsOf(await npmStart({ PORT: port, SANDBOX_PORT: port }));

    expect(words).toContain(`SANDBOX_PORT must not be PORT (${port}).`);
    expect(words).not.toMatch(/^\s+at /m);
  });

  it('refuses production, wrong settings and a place that cannot be written to', async () => {
    const production = await lastWordsOf(await npmStart({ NODE_ENV: 'production' }));
    const wrong = await lastWordsOf(await npmStart({ CONSOLE_PORT: 'eight', DATABASE_URL: 'mysql://x' }));
    const closed = await lastWordsOf(await npmStart({ DATA_DIR: '/proc/examport' }));
    const unreplaced = await lastWordsOf(await npmStart({ DATA_DIR: '~/examport' }));

    expect(production).toContain('npm start brings demo data and a sandbox');
    expect(production).toContain('PUBLIC_URL must be set in production.');
    expect(wrong).toContain('CONSOLE_PORT must be a port number');
    expect(wrong).toContain('DATABASE_URL must be an address');
    expect(closed).toContain('DATA_DIR /proc/examport cannot be written to');
    expect(unreplaced).toContain('DATA_DIR must be a whole path');
    for (const words of [production, wrong, closed, unreplaced]) expect(words).not.toMatch(/^\s+at /m);
  });

  it('says in one line that the data are of another PostgreSQL, or that nobody answers at DATABASE_URL', async () => {
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '15\n');

    const older = await lastWordsOf(await npmStart());
    const absent = await lastWordsOf(
      await npmStart({ DATABASE_URL: `postgresql://me:hidden@127.0.0.1:${await freePort()}/examport` }),
    );

    expect(older).toMatch(/was written by PostgreSQL 15, this version of Examport brings PostgreSQL \d+\. Dump it/);
    expect(absent).toMatch(/^The database at 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED.* Check DATABASE_URL\.$/m);
    for (const words of [older, absent]) expect(words).not.toMatch(/^\s+at |hidden/m);
  });
});
