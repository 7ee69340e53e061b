import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What a file and the files beside it import as they are loaded; an `import()` comes later. */
function loadedWith(file: string, seen: Set<string> = new Set()): Set<string> {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  for (const [, from, alone] of text.matchAll(
    /^(?:import|export) (?!type)[^;]*?from '([^']+)';|^import '([^']+)';/gm,
  )) {
    const name = from ?? alone ?? '';
    if (seen.has(name)) continue;
    seen.add(name);
    if (name.startsWith('./')) loadedWith(name, seen);
  }
  return seen;
}

it('the check begins without the source it checks, so that types and lint name a wrong import', () => {
  const loaded = [...loadedWith('./check.ts')];

  expect(loaded).toContain('./test-steps.ts');
  expect(loaded.filter((name) => name.startsWith('@exam/'))).toEqual([]);
});
