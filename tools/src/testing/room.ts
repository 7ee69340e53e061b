import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';

/** Where a folder lies in memory, on Linux. */
const inMemory = '/dev/shm';
/** Several times what a run takes there; a machine or container that has less gives it the disk. */
const leastBytes = { folder: 4 * 1024 ** 3, machine: 8 * 1024 ** 3 };

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= leastBytes.folder && availableMemory() >= leastBytes.machine;
  } catch {
    return false;
  }
}

/**
 * Makes the folder for everything temporary of a run, which goes with this process: databases, what products keep, what the processes of
 * Chromium share. In memory where there is room: a test file clones a thousand small files and takes them away again, and on a disk that
 * is most of what it costs.
 */
export function makeRoom(): string {
  const room = mkdtempSync(join(isRoomy() ? inMemory : tmpdir(), 'examport-'));
  // Anybody's, as such a folder is: PostgreSQL may run as somebody else.
  chmodSync(room, 0o1777);
  process.once('exit', () => rmSync(room, { recursive: true, force: true }));
  return room;
}
