import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { wings } from '../../../oxlint.config.ts';
import { shortened } from './layers.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

it('the map names every domain of the server, in its wing', () => {
  const map = readFileSync(`${root}ARCHITECTURE.md`, 'utf8');
  const rows = map.split('\n').filter((line) => line.startsWith('| `'));
  const domains = globSync(`${root}server/src/{${wings.slice(1).join(',')}}/*/index.ts`).map(dirname);
  const isNamed = (path: string) =>
    rows.some((row) => row.startsWith(`| \`${basename(dirname(path))}\``) && row.includes(`\`${basename(path)}\``));

  expect(domains.length).toBeGreaterThan(40);
  expect(domains.filter((path) => !isNamed(path))).toEqual([]);
});

it('every file and folder that a page for readers names is there', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'SECURITY.md', 'docs/tour.md'];
  // From the root, or from the server's floors.
  const places = ['', 'server/', 'server/src/', 'server/src/*/', 'docs/'];
  const isThere = (path: string) =>
    places.some((place) => globSync(`${root}${place}${path.replaceAll(/<\w+>/g, '*')}{,.ts}`).length > 0);
  const named = pages.flatMap((page) =>
    [...readFileSync(`${root}${page}`, 'utf8').matchAll(/`([\w./{}*<>,-]+\/[\w./{}*<>,-]*)`|\]\(([\w./-]+)\)/g)].map(
      ([, quoted, linked]) => ({ page, path: (quoted ?? linked ?? '').replace(/\/$/, '') }),
    ),
  );

  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ path }) => !isThere(path))).toEqual([]);
});

it('the picture of the layers leaves out only what other arrows lead to', () => {
  const arrow = (from: string, to: string) => ({ from, to });
  const kept = [arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'd'), arrow('a', 'e')];

  expect(shortened([...kept, arrow('a', 'c'), arrow('a', 'd')])).toEqual(kept);
});
