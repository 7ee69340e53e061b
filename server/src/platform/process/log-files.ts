import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';

const day = 86_400_000;

/**
 * A log file is closed when it has this many bytes, or its first line is this old; this many closed ones are kept, and none for longer. It is
 * looked at this often. All times in milliseconds.
 */
export const logKeeping = {
  largest: 20_000_000,
  longest: 30 * day,
  generations: 5,
  keptFor: 335 * day,
  lookEvery: 600_000,
};

/**
 * Closes a log file that is full or has run for a month (`server.log` becomes `server.log.1`, that `.2` and so on) and removes closed files
 * that are too many or too old: no line is kept for longer than the network log's twelve months.
 * @param now milliseconds of the clock that the lines carry.
 * @returns whether the file was closed, so that whoever writes to it has to open it again.
 */
export function turnOver(path: string, now: number, keeping = logKeeping): boolean {
  const nameOf = (generation: number) => `${path}.${generation}`;
  const isFull = existsSync(path) && isOver(path, now, keeping);
  if (isFull) {
    rmSync(nameOf(keeping.generations), { force: true });
    for (let generation = keeping.generations - 1; generation > 0; generation--)
      if (existsSync(nameOf(generation))) renameSync(nameOf(generation), nameOf(generation + 1));
    renameSync(path, nameOf(1));
  }
  for (let generation = 1; generation <= keeping.generations; generation++) {
    const name = nameOf(generation);
    if (existsSync(name) && now - statSync(name).mtimeMs > keeping.keptFor) rmSync(name);
  }
  return isFull;
}

function isOver(path: string, now: number, { largest, longest }: typeof logKeeping): boolean {
  const { size } = statSync(path);
  return size > largest || (size > 0 && now - firstLineAt(path) > longest);
}

/** When the first line was written; one that does not say counts as old. */
function firstLineAt(path: string): number {
  const start = Buffer.alloc(400);
  const descriptor = openSync(path, 'r');
  readSync(descriptor, start, 0, start.length, 0);
  closeSync(descriptor);
  const [, time = ''] = /"time":"([^"]{20,30})"/.exec(start.toString('utf8')) ?? [];
  return Date.parse(time) || 0;
}
