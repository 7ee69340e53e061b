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

type End = { code: number | null; signal: NodeJS.Signals | null };

/** @returns how the program ended: its exit code, or the signal that ended it. */
async function runOnce(): Promise<End> {
  const child = startChild(process.argv.slice(2), { output: 'inherit', isApart: true });
  child.stdin?.on('error', () => undefined);
  const pass = (signal: NodeJS.Signals) => {
    state.isAsked = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  await once(child, 'exit');
  for (const signal of signals) process.off(signal, pass);
  return { code: child.exitCode, signal: child.signalCode };
}

/** Who was killed had no time to say why. */
function explain({ signal }: End): string {
  return signal === null
    ? 'Examport ended without being asked to; the log, or what stands above, says why.'
    : `Examport was ended by ${signal}.`;
}

/** Between two runs a signal ends us. */
async function waitFor(seconds: number): Promise<void> {
  const end = () => process.exit(0);
  for (const signal of signals) process.once(signal, end);
  await pause(seconds * 1000);
  for (const signal of signals) process.off(signal, end);
}

let failures = 0;
for (let isFirst = true; ; isFirst = false) {
  const begun = performance.now();
  const end = await runOnce();
  const { code } = end;
  if (code === 0 || state.isAsked || (isFirst && code === refused)) process.exit(code ?? 1);
  if (performance.now() - begun > steadySeconds * 1000) failures = 0;
  const seconds = pauses[Math.min(failures++, pauses.length - 1)] ?? 0;
  console.error(`${explain(end)} It starts again in ${seconds} s.`);
  await waitFor(seconds);
}
