import { readdirSync, readFileSync } from 'node:fs';

/** Whether this system tells what a process has used (Linux). */
export function canReadProcesses(): boolean {
  try {
    return cpuSeconds([process.pid]) >= 0;
  } catch {
    return false;
  }
}

/**
 * Seconds of CPU that processes have used so far, all threads; precise to a microsecond, unlike the ticks of /proc/<pid>/stat.
 * Threads and processes that have ended meanwhile are not counted.
 */
export function cpuSeconds(pids: readonly number[]): number {
  let nanoseconds = 0;
  for (const pid of pids) {
    for (const thread of threadsOf(pid)) {
      nanoseconds += Number(readOr(`/proc/${pid}/task/${thread}/schedstat`, '0').split(' ')[0]);
    }
  }
  return nanoseconds / 1e9;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function readOr(path: string, fallback: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}

/** A process and the processes it started itself. */
export function withChildren(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
  return [pid, ...children];
}

function parentOf(pid: string): number {
  const text = readOr(`/proc/${pid}/stat`, '');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

/** The most memory a process has held so far, in bytes. */
export function peakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readOr(`/proc/${pid}/status`, ''))?.[1] ?? 0) * 1024;
}
