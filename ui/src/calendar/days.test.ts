import { describe, expect, it } from 'vitest';
import { dayAfterKey, weeksOf } from './days.ts';

describe('the weeks of a month', () => {
  it('begin on Monday and leave out the days of other months', () => {
    const weeks = weeksOf('2026-12');
    expect(weeks).toHaveLength(5);
    expect(weeks[0]).toEqual([
      null,
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
    ]);
    expect(weeks[4]).toEqual(['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', null, null, null]);
  });

  it.each([
    ['2027-02', 4, 28],
    ['2028-02', 5, 29],
    ['2026-08', 6, 31],
  ])('of %s are %d with %d days', (month, weeks, days) => {
    expect(weeksOf(month)).toHaveLength(weeks);
    expect(weeksOf(month).flat().filter(Boolean)).toHaveLength(days);
  });
});

describe('a key in the calendar', () => {
  it.each([
    ['2026-12-31', 'ArrowRight', false, '2027-01-01'],
    ['2027-01-01', 'ArrowLeft', false, '2026-12-31'],
    ['2026-12-02', 'ArrowUp', false, '2026-11-25'],
    ['2026-12-02', 'Home', false, '2026-11-30'],
    ['2026-12-06', 'Home', false, '2026-11-30'],
    ['2026-12-02', 'End', false, '2026-12-06'],
    ['2027-01-31', 'PageDown', false, '2027-02-28'],
    ['2028-02-29', 'PageUp', true, '2027-02-28'],
    ['2026-12-02', 'Enter', false, null],
    ['2026-12-02', 'Tab', false, null],
  ])('leads from %s by %s (with Shift: %s) to %s', (date, key, isShift, to) => {
    expect(dayAfterKey(date, key, isShift)).toBe(to);
  });
});
