import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { decisive } from './decisive.ts';
import { drawn } from './drawn.ts';
import { faults } from './faults.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Whether a word of a run of tests finds a file or folder: the beginning of a path. */
function isFound(word: string): boolean {
  const path = join(root, word);
  if (existsSync(path)) return true;
  const parent = dirname(path);
  return existsSync(parent) && readdirSync(parent).some((name) => join(parent, name).startsWith(path));
}

const planted = [...faults, ...drawn];

describe('the faults that are planted', () => {
  it('are planted in what is there', () => {
    const stale = planted.flatMap(({ name, changes }) =>
      changes
        .filter(
          ({ file, right }) => !existsSync(join(root, file)) || !readFileSync(join(root, file), 'utf8').includes(right),
        )
        .map(({ file }) => `${name}: ${file}`),
    );

    expect([faults.length > 30, drawn.length]).toEqual([true, 40]);
    expect(stale).toEqual([]);
  });

  it('and the files that are changed at random, are tried by tests that are there', () => {
    // A rule without a test of its own is tried by all of its room.
    const untried = decisive.filter(({ tests }) => !tests.some(isFound)).map(({ file }) => file);
    const named = [
      ...planted.flatMap((fault) => fault.tests.split(' ')),
      ...decisive.filter(({ file }) => !file.startsWith('contract/')).flatMap(({ tests }) => tests),
    ];

    expect(decisive.map(({ file }) => file).filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect([untried, named.filter((word) => !isFound(word))]).toEqual([[], []]);
  });
});
