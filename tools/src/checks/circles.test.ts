import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

/** The files that each file names by a path, with those it loads later (`import()`), which the linter passes over. */
function namedPaths(): Map<string, readonly string[]> {
  const files = execFileSync('git', ['ls-files', '*/src/*.ts', '*/src/*.tsx'], { cwd: root, encoding: 'utf8' });
  return new Map(
    files
      .trim()
      .split('\n')
      .map((file) => {
        const text = readFileSync(new URL(file, root), 'utf8');
        const paths = [...text.matchAll(/(?:\bfrom|^import|\bimport\()\s*'(\.[^']+)'/gm)];
        return [file, paths.map(([, path = '']) => join(dirname(file), path))];
      }),
  );
}

/** The first circle that is found, as its files in their order; null where there is none. */
function circleIn(paths: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    const found = (paths.get(file) ?? []).map((next) => walk(next, [...way, file])).find((each) => each !== null);
    done.add(file);
    return found ?? null;
  };
  return [...paths.keys()].map((file) => walk(file, [])).find((each) => each !== null) ?? null;
}

it('no files import each other, directly or through others, not even what is loaded later', () => {
  const paths = namedPaths();

  expect(paths.size).toBeGreaterThan(1500);
  expect(circleIn(paths)).toBeNull();
});

it('a circle is found, and told by its files', () => {
  expect(
    circleIn(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['c', []],
        ['d', ['b']],
      ]),
    ),
  ).toEqual(['b', 'd', 'b']);
});
