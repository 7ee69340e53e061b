import { expect, it } from 'vitest';
import { inWords } from './numerals.en.ts';
import { inWords as inChinese } from './numerals.zh.ts';

it('a number of things is said in words, one thing in the singular', () => {
  expect([inWords(1, 'year'), inWords(5, 'working day'), inWords(12, 'month')]).toEqual([
    'one year',
    'five working days',
    'twelve months',
  ]);
});

it('Chinese says 两 before what is counted, and 二 in twelve', () => {
  expect([1, 2, 7, 10, 12, 15].map((count) => inChinese(count))).toEqual(['一', '两', '七', '十', '十二', '十五']);
});

it.each([-1, 1.5, 21, 90])('%d is not written in words', (count) => {
  expect(() => inWords(count, 'day')).toThrow(RangeError);
  expect(() => inChinese(count)).toThrow(RangeError);
});
