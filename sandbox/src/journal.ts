import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonRecord } from './reading.ts';
import type { Unchecked } from './reading.ts';

/** An append-only file of JSON lines: what was written survives a restart, a torn last line does not matter. */
export interface Journal {
  /** All lines so far, oldest first; lines that are not JSON objects are left out. */
  read(): Unchecked[];
  /** Writes one line before it returns. */
  append(line: object): void;
}

/** A journal that forgets: for tests and for a sandbox without a data folder. */
export const forgetfulJournal: Journal = { read: () => [], append: () => {} };

/**
 * Opens `ledger.jsonl` in a folder, making the folder when it is missing.
 * @throws the file system's error when the folder cannot be written
 */
export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'ledger.jsonl');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // A process killed while writing leaves half a line: the next one must not be glued to it.
  appendFileSync(file, before === '' || before.endsWith('\n') ? '' : '\n', { mode: 0o600 });
  return {
    read: () =>
      before
        .split('\n')
        .map((line) => jsonRecord(line))
        .filter((line) => line !== undefined),
    append: (line) => appendFileSync(file, `${JSON.stringify(line)}\n`),
  };
}
