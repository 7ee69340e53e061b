import { expect, it } from 'vitest';
import { bookOfRules, citedRules } from './rules.ts';

it('every rule that is cited stands in the book, and none stands there that nobody cites', () => {
  const [book, cited] = [bookOfRules(), citedRules()];

  expect(book.size).toBeGreaterThan(200);
  expect([...cited].filter(([id]) => !book.has(id))).toEqual([]);
  expect([...book.keys()].filter((id) => !cited.has(id))).toEqual([]);
});
