import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { Watched } from './watchdog.ts';

const { beats, lookEveryMs, longestMs }: Watched = workerData;
let heard = Atomics.load(beats, 0);
let usedBefore = usedMs();
let busyMs = 0;

/** Milliseconds of processor that the process has used, in all its threads. */
function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

setInterval(() => {
  const [beat, used] = [Atomics.load(beats, 0), usedMs()];
  // One look counts as one look, however late it comes: nobody ran while the machine was frozen.
  busyMs = beat === heard ? busyMs + Math.min(used - usedBefore, lookEveryMs) : 0;
  [heard, usedBefore] = [beat, used];
  if (busyMs < longestMs) return;
  writeSync(2, `${JSON.stringify({ level: 60, msg: 'process blocked', milliseconds: Math.round(busyMs) })}\n`);
  process.kill(process.pid, 'SIGKILL');
}, lookEveryMs);
