import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from './family.ts';

// `node keep.ts <flags> <program>`: runs the program, and starts it again when a fault, or whoever, ended it.

/** Seconds before it is started again; the last one from then on. */
const pauses = [0.5, 1, 2, 5, 10, 30];

/** Seconds that a run must have lasted for the next end to count as the first. */
const steadySeconds = 60;

/** A program that ends by itself at its first start has said why, and would say it again. */
const refused = 1;

// Sandbox and server speak to each other on this machine, whatever proxy the shell names for the world outside.
process.env['NO_PROXY'] = [process.env['NO_PROXY'] || process.env['no_proxy'], 'localhost', '127.0.0.1']
  .filter(Boolean)
  .join(',');

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const state = { isAsked: false };
// The reader of what we say may go away; that ends nothing.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

/** @returns how the program ended: its exit code, or null for a signal. */
async function runOnce(): Promise<number | null> {
  const child = startChild(process.argv.slice(2), { output: 'inherit', isApart: true });
  child.stdin?.on('error', () => undefined);
  const pass = (signal: NodeJS.Signals) => {
    state.isAsked = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  const [code]: (number | null)[] = await once(child, 'exit');
  for (const signal of signals) process.off(signal, pass);
  return code ?? null;
}

/** Between two runs a signal ends us. */
async function waitFor(seconds: number): Promise<void> {
  console.error(`Examport ended without being asked to; it starts again in ${seconds} s. The log says why.`);
  const end = () => process.exit(0);
  for (const signal of signals) process.once(signal, end);
  await pause(seconds * 1000);
  for (const signal of signals) process.off(signal, end);
}

let failures = 0;
for (let isFirst = true; ; isFirst = false) {
  const begun = performance.now();
  const code = await runOnce();
  if (code === 0 || state.isAsked || (isFirst && code === refused)) process.exit(code ?? 1);
  if (performance.now() - begun > steadySeconds * 1000) failures = 0;
  await waitFor(pauses[Math.min(failures++, pauses.length - 1)] ?? 0);
}
