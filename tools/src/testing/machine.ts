import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { availableMemory } from 'node:process';

const mebibyte = 1024 ** 2;

/** What heavy tests take at most of a machine, with room to spare. */
const wanted = { openFiles: 1024, memory: 2048 * mebibyte, temporary: 2048 * mebibyte, shared: 64 * mebibyte };

/** What a machine has: bytes that are free, and files that a process may open; null where this system does not say. */
export type Machine = { openFiles: number | null; memory: number; temporary: number; shared: number | null };

/** @returns a line for each thing that heavy tests may miss here; none where all is well. */
export function shortages(machine: Machine): string[] {
  const told = [
    ['files that a process may open', machine.openFiles, wanted.openFiles, 1],
    ['MB of memory', machine.memory, wanted.memory, mebibyte],
    ['MB for temporary files', machine.temporary, wanted.temporary, mebibyte],
    ['MB of shared memory', machine.shared, wanted.shared, mebibyte],
  ] as const;
  return told.flatMap(([what, has, wants, unit]) =>
    has === null || has >= wants
      ? []
      : [`This machine has ${Math.floor(has / unit)} ${what}; heavy tests want ${wants / unit}.`],
  );
}

export function thisMachine(): Machine {
  return {
    openFiles: openFiles(),
    memory: availableMemory(),
    temporary: freeBytes(tmpdir()) ?? 0,
    shared: freeBytes('/dev/shm'),
  };
}

function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function openFiles(): number | null {
  try {
    const [, soft = ''] = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? null : Number(soft);
  } catch {
    return null;
  }
}
