import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { chinaDay } from './people.ts';
import type { Places } from './places.ts';

const root = join(import.meta.dirname, '../..');
const noWayOut = `--require ${JSON.stringify(join(import.meta.dirname, 'no-way-out.ts'))}`;
/** In the data folder: what the product wanted from outside this machine. */
const outwardCalls = 'outward-calls.log';

type Product = Pick<Places, 'portal' | 'console' | 'outside' | 'loadedOn'> & { stop: () => Promise<void> };

/**
 * Ports on which nobody listens, all different. They lie below what the system gives away by itself: a port of that kind may be the
 * near end of somebody's call before the product is there.
 */
async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(20_000, 30_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(probe.close(), 'close');
    found.add(port);
  }
  return [...found];
}

/** A start may have to wait until another program has built the pages, beside much else; one that has ended is not waited for. */
const longestStart = 240_000;

/** Waits for the line that says where everything is; a start that fails shows all it said. */
async function untilReady(child: ChildProcess, said: () => string): Promise<void> {
  const end = Date.now() + longestStart;
  while (!said().includes('is ready')) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > end)
      throw new Error(`The product did not start.\n${said()}`);
    await pause(100);
  }
}

/** Starts everything as `npm start` does, on ports and data of its own. It ends with this process, however that ends. */
async function startProduct(dataDir: string): Promise<Product> {
  const [port = 0, sandboxPort = 0, consolePort = 0] = await freePorts(3);
  const loadedOn = chinaDay();
  const child = spawn(
    process.execPath,
    ['--import', './tools/src/starting/exit-with-parent.ts', 'tools/src/start.ts'],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: '',
        TZ: 'America/New_York',
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        CONSOLE_PORT: String(consolePort),
        DATA_DIR: dataDir,
        // Nothing of ours calls out: whoever tries is refused, and the run fails (PIPL 38).
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${noWayOut}`.trim(),
        OUTWARD_CALLS: join(dataDir, outwardCalls),
        // Every person of the journeys comes from an address of their own, so that the limits for one address do not meet.
        TRUSTED_PROXIES: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let text = '';
  const hear = (chunk: unknown) => (text += String(chunk));
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const gone = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await gone;
    clearTimeout(killer);
  };
  await untilReady(child, () => text).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const [portal, console, outside] = [port, consolePort, sandboxPort].map((each) => `http://localhost:${each}`);
  return { portal: portal ?? '', console: console ?? '', outside: outside ?? '', loadedOn, stop };
}

/** @throws Error with the list of what the product wanted from outside this machine. */
function refuseOutwardCalls(dataDir: string): void {
  const file = join(dataDir, outwardCalls);
  if (existsSync(file)) throw new Error(`The product called out.\n${readFileSync(file, 'utf8')}`);
}

/** @throws Error when PostgreSQL counted a deadlock during the run. */
async function refuseDeadlocks(portal: string): Promise<void> {
  const text = await (await fetch(`${portal}/metrics`)).text();
  const counted = /^database_deadlocks (\d+)$/m.exec(text)?.[1];
  if (counted !== '0') throw new Error(`PostgreSQL counted ${counted ?? 'nobody knows how many'} deadlocks.`);
}

/** A product without a way out of this machine. */
type Stack = { places: Places; stop: () => Promise<void> };

/** @returns its `stop` fails when the product called out or its database counted a deadlock, and forgets the data. */
async function startStack(): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'journeys-'));
  const notes = mkdtempSync(join(tmpdir(), 'journeys-notes-'));
  const forget = () => {
    for (const folder of [dataDir, notes]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { stop, ...product } = await startProduct(dataDir);
    return {
      places: { ...product, notes },
      stop: async () => {
        const [counted] = await Promise.allSettled([refuseDeadlocks(product.portal)]);
        await stop().catch(() => undefined);
        try {
          if (counted.status === 'rejected') throw counted.reason;
          refuseOutwardCalls(dataDir);
        } finally {
          forget();
        }
      },
    };
  } catch (error) {
    forget();
    throw error;
  }
}

/** Before the browser tests: a product for each worker. @returns what stops them all. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = await Promise.allSettled(Array.from({ length: project.config.maxWorkers }, () => startStack()));
  const stacks = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const stopAll = async () => settledWell(await Promise.allSettled(stacks.map(({ stop }) => stop())));
  try {
    settledWell(started);
  } catch (error) {
    await stopAll();
    throw error;
  }
  const products = stacks.map(({ places }) => places);
  project.provide('products', products);
  return stopAll;
}

/** @throws the first of the errors that came of several things done at once. */
function settledWell(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
