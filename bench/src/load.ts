import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cpuSeconds } from './processes.ts';

const autocannon = createRequire(import.meta.url).resolve('autocannon');

/** One request, made again and again. */
export type Load = { url: string; headers: Readonly<Record<string, string>>; body: object; amount: number };

/**
 * Sends `amount` requests over eight connections from a process of its own (autocannon).
 * @param pids whose CPU is counted meanwhile.
 * @returns microseconds of their CPU per request.
 * @throws Error when an answer was not 2xx: refusals are cheap and would flatter us.
 */
export async function cpuPerRequest(load: Load, pids: () => readonly number[]): Promise<number> {
  const before = new Map(pids().map((pid) => [pid, cpuSeconds([pid])]));
  await send(load);
  const after = new Map(pids().map((pid) => [pid, cpuSeconds([pid])]));
  return (secondsBetween(before, after) * 1e6) / load.amount;
}

/**
 * Seconds of CPU that processes used between two looks at them, by pid. One that ended meanwhile reads as nothing and is left out: what
 * it had used before would count against the others.
 */
export function secondsBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  const used = [...after].map(([pid, seconds]) => seconds - (before.get(pid) ?? 0));
  return used.reduce((sum, each) => sum + Math.max(0, each), 0);
}

/** The same load without measuring, to warm up. @throws Error as `cpuPerRequest` does. */
export async function send({ url, headers, body, amount }: Load): Promise<void> {
  const args = ['--json', '--no-progress', '-m', 'POST', '-c', '8', '-a', String(amount), '-b', JSON.stringify(body)];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}=${value}`);
  const child = spawn(process.execPath, [autocannon, ...args, url], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  await once(child, 'close');
  const result: { '2xx': number; non2xx: number; errors: number } = JSON.parse(text);
  if (result['2xx'] < amount)
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors of ${amount} requests`);
}

/** Starts the raw `node:http` anchor with an answer; `stop` ends it and removes its file. */
export async function startRaw(answer: unknown): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'examport-raw-'));
  const file = join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify(answer));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'raw-server.ts'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    pid: child.pid ?? 0,
    stop: async () => {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
