import { fstatSync, openSync, readSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { openLog } from '#platform/log';

/** The log of this worker: a file without a name, which ends with it and which nobody has to take away. */
declare global {
  var logOfTests: number | undefined;
}

function openFile(): number {
  const path = join(tmpdir(), `examport-log-${process.pid}-${performance.now()}`);
  const descriptor = openSync(path, 'a+', 0o600);
  unlinkSync(path);
  return descriptor;
}

const log = (globalThis.logOfTests ??= openFile());
const sizeOf = (descriptor: number) => fstatSync(descriptor).size;
/** The last of it is enough. */
const mostBytes = 4000;

openLog('error', log);

let before = 0;
beforeEach(() => {
  before = sizeOf(log);
});

/** A fault says nothing to its caller: a test that failed shows what the server wrote into its log meanwhile. */
afterEach(async ({ task: { result } }) => {
  const [error] = result?.state === 'fail' ? (result.errors ?? []) : [];
  if (!error) return;
  // What was logged last is still being written.
  await pause(50);
  const written = Buffer.alloc(Math.min(sizeOf(log) - before, mostBytes));
  readSync(log, written, 0, written.length, sizeOf(log) - written.length);
  if (written.length > 0) error.message += `\n\nLogged meanwhile:\n${written.toString('utf8')}`;
});
