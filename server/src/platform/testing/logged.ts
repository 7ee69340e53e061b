import { fstatSync, readSync } from 'node:fs';

/** How much this worker has logged so far, in bytes: the place where what comes now begins. */
export const loggedBytes = (): number => fstatSync(globalThis.logOfTests ?? 0).size;

/** What this worker has logged from a place in its log on. */
export function loggedSince(from: number): string {
  const written = Buffer.alloc(loggedBytes() - from);
  readSync(globalThis.logOfTests ?? 0, written, 0, written.length, from);
  return written.toString('utf8');
}

/** All that this worker has logged. */
export const logged = (): string => loggedSince(0);
