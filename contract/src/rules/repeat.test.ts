import { describe, expect, it } from 'vitest';
import { instantOf } from './china-date.ts';
import { isRepeat, timesOverlap } from './repeat.ts';

describe('a repeat registration', () => {
  const now = instantOf('2026-11-21', '12:00');

  it('is one within the last calendar month in China dates [R-53 rule:exam.repeat_within_1_month]', () => {
    expect(isRepeat(instantOf('2026-10-21', '00:00'), now)).toBe(true);
    expect(isRepeat('2026-10-20T15:59:59.999Z', now)).toBe(false);
    expect(isRepeat(now, now)).toBe(true);
  });

  it('reaches back to the last day of a shorter month [R-53]', () => {
    expect(isRepeat(instantOf('2027-02-28'), instantOf('2027-03-31'))).toBe(true);
    expect(isRepeat(instantOf('2027-02-27'), instantOf('2027-03-31'))).toBe(false);
  });
});

describe('two sittings', () => {
  const morning = { examDate: '2026-12-05', startTime: '09:00', endTime: '10:20' };

  it('clash when they share time on one day and not when they touch [R-53]', () => {
    expect(timesOverlap(morning, { ...morning, startTime: '10:19', endTime: '12:00' })).toBe(true);
    expect(timesOverlap({ ...morning, startTime: '08:00', endTime: '12:00' }, morning)).toBe(true);
    expect(timesOverlap(morning, { ...morning, startTime: '10:20', endTime: '12:00' })).toBe(false);
    expect(timesOverlap(morning, { ...morning, examDate: '2026-12-06' })).toBe(false);
  });
});
