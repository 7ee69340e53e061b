import { describe, expect, it } from 'vitest';
import { mutantsOf } from './mutants.ts';

/** What a source becomes, one mutant at a time. */
const becomes = (text: string): string[] =>
  mutantsOf('a.ts', text).map(({ start, end, wrong }) => text.slice(0, start) + wrong + text.slice(end));

describe('a mutant', () => {
  it.each([
    ['a < b', ['a <= b']],
    ['a >= 3', ['a > 3', 'a >= 4']],
    ['a && !b', ['a || !b', 'a && b']],
    ['const x: number = n > 0 ? 1 : 2;', ['const x: number = true ? 1 : 2;', 'const x: number = false ? 1 : 2;']],
    ['list.some(is)', ['list.every(is)']],
    ['rows.filter(isOpen).length', ['rows.length']],
    ["tx.selectFrom('a').where('id', '=', id).execute()", ["tx.selectFrom('a').execute()"]],
    ['`${a} 1` + text', []],
    ["import { a } from 'b';", []],
    ['type A = { b: true };', []],
  ])('of %s is one small change of what it decides', (text, expected) => {
    expect(becomes(text)).toEqual(expect.arrayContaining(expected));
    if (expected.length === 0) expect(becomes(text)).toEqual([]);
  });

  it('of a statement drops a term, moves a border or loses a lock, and leaves what is between two', () => {
    const text = 'sql`select from a where b <= ${c} and d between 1 and 2 and e is null for no key update`';

    expect(becomes(text)).toEqual([
      'sql`select from a where true or b <= ${c} and d between 1 and 2 and e is null for no key update`',
      'sql`select from a where b < ${c} and d between 1 and 2 and e is null for no key update`',
      'sql`select from a where b <= ${c} or d between 1 and 2 and e is null for no key update`',
      'sql`select from a where b <= ${c} and d between 1 and 2 and e is not null for no key update`',
      'sql`select from a where b <= ${c} and d between 1 and 2 and e is null `',
    ]);
  });
});
