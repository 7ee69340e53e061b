import { describe, expect, it } from 'vitest';
import { officialCalendar2026 } from './calendar-data.ts';
import { rightsClock, rightsCode } from './rights.ts';
import { workingCalendar } from './working-days.ts';

const calendar = workingCalendar(officialCalendar2026);

describe('the clock of a request about one’s own data', () => {
  it('rings as the tenth working day begins and ends with the fifteenth, both in China', () => {
    // Monday 23 November 2026, 10:00: the tenth working day is Monday 7 December, the fifteenth Monday 14 December.
    expect(rightsClock(calendar, '2026-11-23T02:00:00.000Z')).toEqual({
      alarmAt: '2026-12-06T16:00:00.000Z',
      dueAt: '2026-12-14T16:00:00.000Z',
    });
  });

  it('does not run over the holidays, and runs on the Saturday worked for them', () => {
    // Wednesday 23 September 2026, 23:30. Mid-autumn 25 to 27 September, National Day 1 to 7 October, Saturday 10 October is worked.
    expect(rightsClock(calendar, '2026-09-23T15:30:00.000Z')).toEqual({
      alarmAt: '2026-10-13T16:00:00.000Z',
      dueAt: '2026-10-21T16:00:00.000Z',
    });
  });

  it('of an objection ends a day before its exam, if that is sooner, and rings once fewer than three working days are left', () => {
    const received = '2026-11-23T02:00:00.000Z';
    // Monday 30 November, 09:00: due on Sunday, and from Thursday there are fewer than three.
    expect(rightsClock(calendar, received, '2026-11-30T01:00:00.000Z')).toEqual({
      alarmAt: '2026-11-25T16:00:00.000Z',
      dueAt: '2026-11-29T01:00:00.000Z',
    });
    // Wednesday 25 November, 09:00: alarmed at once.
    expect(rightsClock(calendar, received, '2026-11-25T01:00:00.000Z')).toEqual({
      alarmAt: '2026-11-23T02:00:01.000Z',
      dueAt: '2026-11-24T01:00:00.000Z',
    });
    // The same day: within the hour.
    expect(rightsClock(calendar, received, '2026-11-23T06:00:00.000Z')).toEqual({
      alarmAt: '2026-11-23T02:00:01.000Z',
      dueAt: '2026-11-23T03:00:00.000Z',
    });
    expect(rightsClock(calendar, received, '2027-01-23T06:00:00.000Z')).toEqual(rightsClock(calendar, received));
  });
});

describe('the receipt number of a request', () => {
  it('is a letter, the day and six random signs [R-93]', () => {
    expect(rightsCode('2026-11-21', Uint8Array.of(1, 2, 3, 4, 5, 6))).toBe('D261121123456');
  });
});
