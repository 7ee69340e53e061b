import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { officialCalendar2026 } from './calendar-data.ts';
import { addSeconds, instantOf } from './china-date.ts';
import { workingCalendar } from './working-days.ts';
import { addWorkingHours, workingSecondsBetween } from './working-hours.ts';

const calendar = workingCalendar(officialCalendar2026);
const dayAndNight = 24;

function at(moment: string): string {
  const [date = '', time] = moment.split(' ');
  return instantOf(date, time);
}

describe('twenty-four working hours', () => {
  it.each([
    ['from a Thursday to the same time on Friday', '2026-11-19 15:00', '2026-11-20 15:00'],
    ['from a Friday over the weekend to Monday', '2026-11-20 15:00', '2026-11-23 15:00'],
    ['from a Saturday to the end of Monday', '2026-11-21 10:00', '2026-11-23 24:00'],
    ['from midnight of a Monday to its end', '2026-11-23 00:00', '2026-11-23 24:00'],
    ['from midnight of a Friday to its end', '2026-11-20 00:00', '2026-11-20 24:00'],
    [
      'from a second before midnight on Friday to a second before it on Monday',
      '2026-11-20 23:59:59',
      '2026-11-23 23:59:59',
    ],
    ['over the National Day holiday', '2026-09-30 15:00', '2026-10-08 15:00'],
    ['into a make-up Saturday', '2026-10-09 15:00', '2026-10-10 15:00'],
  ])('run %s [R-54]', (_, begin, end) => {
    const from = at(begin);

    const due = addWorkingHours(from, dayAndNight, calendar);

    expect(due).toBe(at(end));
    expect(workingSecondsBetween(from, due, calendar)).toBe(dayAndNight * 3600);
  });
});

describe('working time left', () => {
  it('does not run on a holiday', () => {
    const from = instantOf('2026-10-01', '09:00');

    expect(workingSecondsBetween(from, instantOf('2026-10-07', '18:00'), calendar)).toBe(0);
  });

  it('is none at the very moment, and counts whole seconds', () => {
    const due = instantOf('2026-11-20', '15:00');

    expect(workingSecondsBetween(due, due, calendar)).toBe(0);
    expect(workingSecondsBetween(due, '2026-11-20T07:00:01.900Z', calendar)).toBe(1);
  });

  it('is negative after the time, by as much as was missed', () => {
    const due = instantOf('2026-11-20', '23:00');

    expect(workingSecondsBetween(instantOf('2026-11-23', '01:00'), due, calendar)).toBe(-7200);
  });

  it('grows with the deadline, and adding it leads back to the deadline, wherever one begins', () => {
    const start = instantOf('2026-09-20');
    const whole = fc.integer({ min: 0, max: 40 * 86_400 });
    fc.assert(
      fc.property(whole, fc.integer({ min: 1, max: 200 }), (offset, hours) => {
        const from = addSeconds(start, offset);
        const due = addWorkingHours(from, hours, calendar);
        expect(workingSecondsBetween(from, due, calendar)).toBe(hours * 3600);
        expect(addWorkingHours(from, hours + 1, calendar) > due).toBe(true);
      }),
    );
  });
});
