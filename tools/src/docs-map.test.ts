import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('the map names every domain of the server', () => {
  const map = readFileSync(`${root}ARCHITECTURE.md`, 'utf8');
  const domains = readdirSync(`${root}server/src`).filter((name) => existsSync(`${root}server/src/${name}/index.ts`));

  expect(domains.length).toBeGreaterThan(40);
  expect(domains.filter((name) => !map.includes(`\`${name}\``))).toEqual([]);
});
