import { describe, expect, it } from 'vitest';
import { isFilingDay, reportYears } from './minors-report.ts';

const began = '2026-05-01T00:00:00.000Z';
const yearsAt = (now: string) => reportYears(now, began).map(({ year }) => year);

describe('the yearly report on minors', () => {
  it('is asked for from the first moment of the next year in China, and not a moment before [3-domain 6.3]', () => {
    const last = yearsAt('2026-12-31T15:59:59.999Z');
    const first = reportYears('2026-12-31T16:00:00.000Z', began);

    expect(last).toEqual([]);
    expect(first).toEqual([{ year: 2026, dueOn: '2027-01-31', dueAt: '2027-01-31T16:00:00.000Z' }]);
  });

  it('is asked for of every past year of the installation, none before it, and of none of which nothing is known any more [3-domain 6.3]', () => {
    const third = yearsAt('2029-03-01T00:00:00.000Z');
    const muchLater = yearsAt('2050-03-01T00:00:00.000Z');

    expect(third).toEqual([2028, 2027, 2026]);
    expect([muchLater.length, muchLater.at(-1)]).toEqual([10, 2040]);
  });

  it('cannot have been filed in its own year, nor tomorrow [3-domain 6.3]', () => {
    const days = ['2026-12-31', '2027-01-01', '2027-01-20', '2027-01-21'];

    expect(days.map((day) => isFilingDay(2026, day, '2027-01-20'))).toEqual([false, true, true, false]);
  });
});
