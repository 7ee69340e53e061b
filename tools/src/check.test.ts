import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What a file and the files of this room that it names import as they are loaded; an `import()` comes later. */
function loadedWith(file: URL, seen: Set<string> = new Set()): Set<string> {
  const text = readFileSync(file, 'utf8');
  for (const [, from, alone] of text.matchAll(
    /^(?:import|export) (?!type)[^;]*?from '([^']+)';|^import '([^']+)';/gm,
  )) {
    const name = from ?? alone ?? '';
    const place = name.startsWith('.') ? new URL(name, file).href : name;
    if (seen.has(place)) continue;
    seen.add(place);
    if (name.startsWith('.')) loadedWith(new URL(place), seen);
  }
  return seen;
}

it('the check begins without the source it checks, so that types and lint name a wrong import', () => {
  const loaded = [...loadedWith(new URL('./check.ts', import.meta.url))];

  expect(loaded).toContain(new URL('./testing/steps.ts', import.meta.url).href);
  expect(loaded.filter((name) => name.startsWith('@exam/'))).toEqual([]);
});
