import { describe, expect, it } from 'vitest';
import { readDay, type DayReading } from './read-day.ts';

/** A Tuesday. */
const today = '2026-12-01';
const en: DayReading = { language: 'en', today, yearless: 'next' };
const zh: DayReading = { ...en, language: 'zh' };

describe('a day that staff type', () => {
  it.each([
    ['2026-12-28', '2026-12-28'],
    ['20261228', '2026-12-28'],
    ['2026/2/3', '2026-02-03'],
    ['28/12/2026', '2026-12-28'],
    ['28.12.2026', '2026-12-28'],
    ['28/12', '2026-12-28'],
    ['28.12.', '2026-12-28'],
    ['28-12', '2026-12-28'],
    ['28 Dec', '2026-12-28'],
    ['28th of December', '2026-12-28'],
    ['28-Dec-2027', '2027-12-28'],
    ['Dec 28', '2026-12-28'],
    ['December 28, 2027', '2027-12-28'],
    ['Sept 3', '2027-09-03'],
    ['Mon 28 Dec 2026', '2026-12-28'],
    ['12月28日', '2026-12-28'],
    ['  28/12  ', '2026-12-28'],
  ])('in English, %s is %s', (typed, day) => {
    expect(readDay(typed, en)).toEqual({ day });
  });

  it.each([
    ['12月28日', '2026-12-28'],
    ['12月28号', '2026-12-28'],
    ['12月28', '2026-12-28'],
    ['2026年12月28日', '2026-12-28'],
    ['2026 年 12 月 28 日', '2026-12-28'],
    ['2026\u2060年12\u2060月28\u2060日 周\u2060一', '2026-12-28'],
    ['2026年12月28日（星期一）', '2026-12-28'],
    ['12-28', '2026-12-28'],
    ['12.28', '2026-12-28'],
    ['１２／２８', '2026-12-28'],
    ['28 Dec', '2026-12-28'],
  ])('in Chinese, %s is %s', (typed, day) => {
    expect(readDay(typed, zh)).toEqual({ day });
  });

  it.each([
    ['3/12', '2026-12-03', '2027-03-12'],
    ['3/12/2027', '2027-12-03', '2027-03-12'],
    ['12/28', '2026-12-28', '2026-12-28'],
    ['28/12', '2026-12-28', '2026-12-28'],
  ])(
    'with bare numbers has the order of the page, unless the month would be above 12: %s is %s or %s',
    (typed, inEnglish, inChinese) => {
      expect(readDay(typed, en)).toEqual({ day: inEnglish });
      expect(readDay(typed, zh)).toEqual({ day: inChinese });
    },
  );

  it.each([
    ['today', '2026-12-01'],
    ['Tomorrow', '2026-12-02'],
    ['yesterday', '2026-11-30'],
    ['今天', '2026-12-01'],
    ['明天', '2026-12-02'],
    ['后天', '2026-12-03'],
    ['昨天', '2026-11-30'],
    ['+3', '2026-12-04'],
    ['+3d', '2026-12-04'],
    ['+ 2 weeks', '2026-12-15'],
    ['+2w', '2026-12-15'],
    ['＋2周', '2026-12-15'],
    ['+1m', '2027-01-01'],
    ['+1个月', '2027-01-01'],
    ['-1w', '2026-11-24'],
  ])('may be counted from today: %s is %s', (typed, day) => {
    expect(readDay(typed, en)).toEqual({ day });
    expect(readDay(typed, zh)).toEqual({ day });
  });

  it.each([
    ['Wed', '2026-12-02', '2026-11-25'],
    ['Monday', '2026-12-07', '2026-11-30'],
    ['周一', '2026-12-07', '2026-11-30'],
    ['星期天', '2026-12-06', '2026-11-29'],
    ['tue', '2026-12-08', '2026-11-24'],
  ])('may be a weekday, which is never today: %s is the next, %s, or the last, %s', (typed, next, last) => {
    expect(readDay(typed, en)).toEqual({ day: next });
    expect(readDay(typed, { ...en, yearless: 'last' })).toEqual({ day: last });
  });
});

describe('a day without a year', () => {
  it.each([
    ['1/12', '2026-12-01', '2026-12-01'],
    ['30/11', '2027-11-30', '2026-11-30'],
    ['2/12', '2026-12-02', '2025-12-02'],
    ['29/2', '2028-02-29', '2024-02-29'],
  ])(
    'is the next one, today included, or the last one where the field looks back: %s is %s or %s',
    (typed, next, last) => {
      expect(readDay(typed, en)).toEqual({ day: next });
      expect(readDay(typed, { ...en, yearless: 'last' })).toEqual({ day: last });
    },
  );

  it('on 29 February may be eight years away', () => {
    expect(readDay('29 Feb', { ...en, today: '2096-03-01' })).toEqual({ day: '2104-02-29' });
  });

  it('is not enough where the year is needed, such as for a date of birth', () => {
    expect(readDay('3 May', { ...en, yearless: 'never' })).toEqual({ refusal: 'yearNeeded' });
    expect(readDay('3 May 2008', { ...en, yearless: 'never' })).toEqual({ day: '2008-05-03' });
  });
});

describe('what is not a day', () => {
  it.each(['31/4', '29/2/2027', '30 Feb', '2026-13-01', '0/12', '2月30日', '1/1/0026', '2226-01-01'])(
    'does not exist: %s',
    (typed) => {
      expect(readDay(typed, en)).toEqual({ refusal: 'noSuchDay' });
    },
  );

  it.each([
    '',
    '28',
    '28 foo',
    'marc 28th x',
    'soon',
    '28/12/26',
    '+',
    '+1000',
    '12月',
    'Mon 28',
    '2026',
    `28/12${' '.repeat(40)}`,
  ])('cannot be read: "%s"', (typed) => {
    expect(readDay(typed, zh)).toEqual({ refusal: 'unreadable' });
  });
});
