import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  chinaDateOf,
  chinaTimeOf,
  daysBetween,
  dobFromWire,
  earliest,
  endOfDay,
  instantOf,
  isRealDate,
  lastDayOf,
  later,
  weekdayOf,
} from './china-date.ts';

describe('civil dates of China', () => {
  it('puts the seam between two days at 16:00 UTC [S-12]', () => {
    expect(chinaDateOf('2026-11-21T15:59:59.999Z')).toBe('2026-11-21');
    expect(chinaDateOf('2026-11-21T16:00:00.000Z')).toBe('2026-11-22');
    expect(chinaTimeOf('2026-11-21T16:05:00.000Z')).toBe('00:05');
  });

  it('turns a China date and time into one instant and back [S-12]', () => {
    const at = instantOf('2026-12-31', '23:30');
    expect(at).toBe('2026-12-31T15:30:00.000Z');
    expect([chinaDateOf(at), chinaTimeOf(at)]).toEqual(['2026-12-31', '23:30']);
    expect(instantOf('2026-12-31', '23:59:59')).toBe('2026-12-31T15:59:59.000Z');
  });

  it('ends a day where the next begins [5.3]', () => {
    expect(endOfDay('2026-12-31')).toBe(instantOf('2027-01-01'));
  });

  it('has the day before an end at midnight as the last, and the day of any other end', () => {
    const ends = ['2026-12-30T15:59:59.999Z', '2026-12-30T16:00:00.000Z', '2026-12-30T16:00:00.001Z'];
    expect(ends.map(lastDayOf)).toEqual(['2026-12-30', '2026-12-30', '2026-12-31']);
  });

  it('counts days over a leap day and a year change', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
    expect(daysBetween('2026-11-21', '2027-11-21')).toBe(365);
    expect(weekdayOf('2026-11-21')).toBe(6);
  });

  it('keeps to the end of a shorter month when it goes back or forward by months [R-53]', () => {
    expect(addMonths('2027-03-31', -1)).toBe('2027-02-28');
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  });

  it('knows which dates exist', () => {
    expect(isRealDate('2012-02-29')).toBe(true);
    expect(
      ['2010-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '', '2026-04-31', '2026-04-3', '2026-04'].filter(
        isRealDate,
      ),
    ).toEqual([]);
  });

  it('picks the earliest of some instants', () => {
    expect(earliest([])).toBeNull();
    expect(earliest([instantOf('2026-11-22'), instantOf('2026-11-21')])).toBe(instantOf('2026-11-21'));
  });

  it('picks the later of two instants', () => {
    const [first, second] = [instantOf('2026-11-21'), instantOf('2026-11-22')];
    expect([later(first, second), later(second, first)]).toEqual([second, second]);
  });
});

describe('a date of birth over the wire', () => {
  it('takes a plain date as it is [R-09]', () => {
    expect(dobFromWire('2010-05-04')).toBe('2010-05-04');
  });

  it('reads a UTC instant as the day it was in China [R-09]', () => {
    expect(dobFromWire('2010-05-03T16:00:00.000Z')).toBe('2010-05-04');
    expect(dobFromWire('2010-05-03T15:59:59.000Z')).toBe('2010-05-03');
  });

  it('gives nothing for what is neither [R-09]', () => {
    const wrong = [
      '',
      '2010-02-29',
      '2010-02-30T16:00:00.000Z',
      '04/05/2010',
      '2010-05-03T16:00:00+08:00',
      '2010-05-03T25:00:00Z',
    ];
    expect(wrong.map(dobFromWire)).toEqual(wrong.map(() => null));
  });
});
