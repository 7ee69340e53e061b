import { expect, it } from 'vitest';
import { Refusal } from '#platform/errors';
import { languageOf } from '#platform/http/errors';

it.each([
  [undefined, 'en'],
  ['fr', 'en'],
  ['zh-TW', 'zh'],
  ['zh-HK,en;q=0.9', 'zh'],
  ['de,zh;q=0.5', 'zh'],
  ['zh;q=0.2,en-GB;q=0.8', 'en'],
  ['zh,en', 'zh'],
  ['en;q=0.8,zh;q=0.8', 'en'],
] as const)('the language of a page and of an answer to %s is %s [R-16]', (asked, language) => {
  expect(languageOf(asked)).toBe(language);
});

it('whoever finds us busy is told to come back in two seconds, unless told otherwise; nobody else is', () => {
  const seconds = [new Refusal('BUSY'), new Refusal('BUSY', { retryAfterSeconds: 9 }), new Refusal('NOT_FOUND')];

  expect(seconds.map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([2, 9, undefined]);
});
