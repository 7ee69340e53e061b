import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What the thread is given: a count that the process raises as long as it hears, and when to give it up. */
export type Watched = { beats: Int32Array; lookEveryMs: number; longestMs: number };

/** A process that did nothing else for so long would not come to itself; everybody waits for it, and nobody inside can end it. */
const usual = { lookEveryMs: 1000, longestMs: 20_000, tellEveryMs: 15_000 };

/**
 * Watches the event loop from a thread of its own, which ends the process (SIGKILL) once it has been busy with one thing for 20 seconds of its own
 * running time; whoever started it starts it again. Time in which the whole process stood still does not count. Under systemd (`WatchdogSec`)
 * the loop also tells the service manager that it is alive, in case the thread cannot.
 * @param limits milliseconds, shorter ones for a test; `tellEveryMs`: how often systemd is told, whose unit gives us up after a minute without
 */
export function watchLoop(limits: typeof usual = usual): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => void Atomics.add(beats, 0, 1), limits.lookEveryMs).unref();
  const workerData: Watched = { beats, ...limits };
  const thread = new Worker(join(import.meta.dirname, 'watchdog-thread.ts'), {
    workerData,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  // Without it the process is as it was: served, and not watched.
  thread.on('error', () => undefined).unref();
  if (process.env['WATCHDOG_USEC'] !== undefined) setInterval(tellServiceManager, limits.tellEveryMs).unref();
}

/** Node has no datagram sockets of the local kind: systemd's own tool speaks for us. */
function tellServiceManager(): void {
  execFile('systemd-notify', ['WATCHDOG=1'], () => undefined);
}
