import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/**
 * Where a row is locked against those that point to it: it is deleted in the same transaction, or ends for good. A foreign key's check takes
 * KEY SHARE on the row it points to; everywhere else `for update` would wait for each of them, and they for it.
 */
const ending: Readonly<Record<string, string>> = {
  'checkout/orders/forget.ts': 'lapsed orders are deleted',
  'office/files/purge.ts': 'files are deleted',
  'people/accounts/store.ts': 'an account that is closed: whoever begins something for it waits, and is refused',
};

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/\.test(ing)?\.ts$/.test(name),
);

/** Names that come before a lock in the text and are not tables that it locks. */
const besides = new Set(['application_paper', 'application_person', 'order_item', 'unnest', 'information_schema']);

/** The tables that a source locks rows of: the last one named before each lock. */
function lockedIn(name: string): string[] {
  const text = readFileSync(join(root, name), 'utf8');
  return [...text.matchAll(/\bfor (?:no key update|update|share)\b|\.for(?:NoKeyUpdate|Update|Share)\(/g)].flatMap(
    (lock) => {
      const named = [...text.slice(0, lock.index).matchAll(/selectFrom\('([a-z_]+)|\bfrom ([a-z_]+)\b(?! \()/g)].at(-1);
      const table = named?.[1] ?? named?.[2];
      return table === undefined || besides.has(table) ? [] : [table];
    },
  );
}

describe('the order of locks', () => {
  it('names every table on which anything is locked', () => {
    const architecture = readFileSync(join(root, '../../ARCHITECTURE.md'), 'utf8');
    const order = architecture.slice(
      architecture.indexOf('## Who waits for whom'),
      architecture.indexOf('## Cross-cutting'),
    );
    const locked = new Set(sources.flatMap(lockedIn));

    expect(locked.size).toBeGreaterThan(30);
    expect([...locked].filter((table) => !order.includes(`\`${table}\``)).toSorted()).toEqual([]);
  });
});

describe('a row that others point to', () => {
  it('is locked for no key update, but where it ends', () => {
    const found = sources.filter((name) => /\bfor update\b|\.forUpdate\(/.test(readFileSync(join(root, name), 'utf8')));

    expect(found.toSorted()).toEqual(Object.keys(ending));
  });
});
