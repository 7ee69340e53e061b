import { expect, it } from 'vitest';
import { bookOfRules, citations, withoutTest } from './rules.ts';

const [book, cited] = [bookOfRules(), citations()];

const isChapter = (id: string) => /^\d/.test(id);

it('every rule that is cited is in the book, and every rule in the book is cited', () => {
  expect(book.size).toBeGreaterThan(200);
  expect(cited.filter(({ id }) => !book.has(id))).toEqual([]);
  expect([...book.keys()].filter((id) => !cited.some((each) => each.id === id))).toEqual([]);
});

it('every rule is proved by a test and every chapter decided or proved somewhere; the book names the others with the reason', () => {
  const proved = new Set(cited.filter(({ role }) => role === 'proves').map(({ id }) => id));
  const decided = new Set(cited.filter(({ role }) => role === 'decides').map(({ id }) => id));
  const lacking = [...book.keys()].filter((id) => !proved.has(id) && !(isChapter(id) && decided.has(id)));

  expect(lacking).toEqual([...withoutTest().keys()]);
  expect([...withoutTest().values()].filter((reason) => reason.length < 10)).toEqual([]);
});
