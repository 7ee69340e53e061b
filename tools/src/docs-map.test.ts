import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { wings } from '../../oxlint.config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('the map names every domain of the server, in its wing', () => {
  const map = readFileSync(`${root}ARCHITECTURE.md`, 'utf8');
  const rows = map.split('\n').filter((line) => line.startsWith('| `'));
  const domains = globSync(`${root}server/src/{${wings.slice(1).join(',')}}/*/index.ts`).map(dirname);
  const isNamed = (path: string) =>
    rows.some((row) => row.startsWith(`| \`${basename(dirname(path))}\``) && row.includes(`\`${basename(path)}\``));

  expect(domains.length).toBeGreaterThan(40);
  expect(domains.filter((path) => !isNamed(path))).toEqual([]);
});
