import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The real product, running as `npm start` runs it: portal, API and worker in process `pid`, sandbox and database beside it. */
export type Product = {
  url: string;
  consoleUrl: string;
  /** Where the outside world answers: the inbox of sent messages. */
  outside: string;
  pid: number;
  dataDir: string;
  /** From the start of the process to its own word that it is ready. */
  readySeconds: number;
  stop: () => Promise<void>;
};

/** Makes an empty folder for a product's data. */
export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'examport-bench-'));
}

/** Removes it with everything in it. */
export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/**
 * Starts the product on free ports and waits until it says that it is ready. It ends with us, however we end: its input is a pipe
 * from us, and the preloaded module ends it when that closes.
 * @throws Error with what it said when it ends before it is ready.
 */
export async function startProduct(dataDir: string): Promise<Product> {
  const [port = 0, sandboxPort = 0, consolePort = 0] = await freePorts(3);
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', './tools/src/starting/exit-with-parent.ts', ...startArguments()], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      PUBLIC_URL: '',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      CONSOLE_PORT: String(consolePort),
      DATA_DIR: dataDir,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const url = `http://localhost:${port}`;
  const stop = () => stopChild(child);
  try {
    await untilSaid(child, 'is ready');
  } catch (error) {
    await stop();
    throw error;
  }
  const outside = `http://localhost:${sandboxPort}`;
  const consoleUrl = `http://localhost:${consolePort}`;
  return {
    url,
    consoleUrl,
    outside,
    pid: child.pid ?? 0,
    dataDir,
    readySeconds: (performance.now() - begun) / 1000,
    stop,
  };
}

/** What `npm start` keeps running: the flags count for memory. Who keeps it is left out: what is measured is the product. */
function startArguments(): string[] {
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return scripts.start.split(' ').slice(2);
}

async function untilSaid(child: ChildProcess, words: string): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: unknown) => {
      said += String(chunk);
      if (said.includes(words)) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => reject(new Error(`The product did not start.\n${said}`)));
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await exited;
  clearTimeout(timer);
}

/** Ports that are free now. They are held together first, so that they differ. */
/** Ports that nobody listens on at the moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** The embedded database of a running product: its first process and the address of its socket. */
export function databaseOf({ dataDir }: Product): { pid: number; url: string; socket: string; log: string } {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const socket = lines[4] ?? '';
  return {
    pid: Number(lines[0]),
    socket,
    url: `postgresql://examport@localhost/examport?host=${encodeURIComponent(socket)}`,
    log: join(dataDir, 'postgres.log'),
  };
}
