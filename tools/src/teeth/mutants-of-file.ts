import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutants.ts';
import type { Decisive } from './decisive.ts';

/** A mutant that is tried: whether it was killed, null while nobody knows. */
export type Tried = { at: number; mutant: Mutant; isKilled: boolean | null };

/** A mutant that loops for ever is a fault that nobody would miss: its tests never take this long. */
const longestMs = { unit: 60_000, server: 300_000 } as const;

const program = fileURLToPath(new URL('mutants-main.ts', import.meta.url));

/** Tries a limited number of mutants of a file, spread over it. @returns those that survived, and how many were tried. */
export async function tryMutants(
  { file, project }: Decisive,
  most: number,
): Promise<{ tried: number; survived: Mutant[] }> {
  const survived: Mutant[] = [];
  let [tried, from, isOver] = [0, 0, false];
  while (!isOver) {
    const { last, hasEnded } = await tryFrom({ file, most, from, ms: longestMs[project] }, (each) => {
      tried += 1;
      if (each.isKilled === false) survived.push(each.mutant);
    });
    if (!hasEnded && last === null) throw new Error(`The mutants of ${file} cannot be tried.`);
    // One that was begun and never answered is killed: the next process goes on after it.
    if (!hasEnded) tried += 1;
    isOver = hasEnded;
    from = (last ?? 0) + 1;
  }
  return { tried, survived };
}

type Start = { file: string; most: number; from: number; ms: number };

/** @returns the last mutant that was begun, and whether the process came to its end by itself. */
async function tryFrom(
  { file, most, from, ms }: Start,
  onTried: (tried: Tried) => void,
): Promise<{ last: number | null; hasEnded: boolean }> {
  // A group of its own, so that a worker that never ends is ended with it; what its tests print nobody reads.
  const child = fork(program, [file, String(most), String(from)], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let last: number | null = null;
  const end = () => process.kill(-(child.pid ?? 0), 'SIGKILL');
  let limit = setTimeout(end, ms);
  child.on('message', (tried: Tried) => {
    clearTimeout(limit);
    limit = setTimeout(end, ms);
    if (tried.isKilled === null) last = tried.at;
    else onTried(tried);
  });
  const [code] = await once(child, 'exit');
  clearTimeout(limit);
  return { last, hasEnded: code === 0 };
}
