import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the portal and its API answer. */
    portal: string;
    /** Where the staff's console and its API answer. */
    console: string;
    /** Where the outside world answers: inbox, payments, clock. */
    outside: string;
    /** The one Chromium of the run. */
    chromium: string;
  }
}

const root = join(import.meta.dirname, '../..');
const readyWithinMs = 150_000;

type Product = { portal: string; console: string; outside: string; stop: () => Promise<void> };

/** Ports that nobody uses, all different: they are held until the last one is found. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const addresses = servers.map((server) => server.address());
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return addresses.map((address) => (typeof address === 'object' && address !== null ? address.port : 0));
}

/** Waits for the line that says where everything is; a start that fails shows all it said. */
async function untilReady(child: ChildProcess, said: () => string): Promise<void> {
  const end = Date.now() + readyWithinMs;
  while (!said().includes('is ready')) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`The product did not start.\n${said()}`);
    await pause(100);
  }
}

/** Starts everything as `npm start` does, on ports and data of its own. It ends with this process, however that ends. */
async function startProduct(dataDir: string): Promise<Product> {
  const [port = 0, sandboxPort = 0, consolePort = 0] = await freePorts(3);
  const child = spawn(process.execPath, ['--import', './tools/src/exit-with-parent.ts', 'tools/src/start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: '',
      TZ: 'America/New_York',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      CONSOLE_PORT: String(consolePort),
      DATA_DIR: dataDir,
      // Every person of the journeys comes from an address of their own, so that the limits for one address do not meet.
      TRUSTED_PROXIES: '1',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
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
  return { portal: portal ?? '', console: console ?? '', outside: outside ?? '', stop };
}

/** Before the browser tests: one product and one browser for all of them. @returns what stops both and forgets the data. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'journeys-'));
  const forget = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const product = await startProduct(dataDir);
    const browser = await chromium.launchServer({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'],
    });
    project.provide('portal', product.portal);
    project.provide('console', product.console);
    project.provide('outside', product.outside);
    project.provide('chromium', browser.wsEndpoint());
    return async () => {
      await Promise.allSettled([browser.close(), product.stop()]);
      forget();
    };
  } catch (error) {
    forget();
    throw error;
  }
}
