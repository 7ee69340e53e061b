import { describe, expect, it } from 'vitest';
import { officialCalendar2026 } from './calendar-data.ts';
import { instantOf } from './china-date.ts';
import { letterAvailableFrom } from './letter-date.ts';
import { workingCalendar } from './working-days.ts';

const calendar = workingCalendar(officialCalendar2026);
const exam = { examDate: '2026-12-09', leadDays: 5, calendar };

describe('the confirmation letter', () => {
  it.each([
    [instantOf('2026-11-20', '10:00'), instantOf('2026-12-04')],
    [instantOf('2026-12-03', '10:00'), instantOf('2026-12-08')],
    [instantOf('2026-12-07', '10:00'), instantOf('2026-12-08', '09:00')],
    [instantOf('2026-12-08', '15:00'), instantOf('2026-12-08', '15:00')],
  ])('of a booked exam paid at %s is there from %s [R-68]', (paidAt, from) => {
    expect(letterAvailableFrom({ ...exam, origin: 'Booking', paidAt })).toBe(from);
  });

  it.each([
    [instantOf('2026-11-20', '10:00'), 5, instantOf('2026-12-04')],
    [instantOf('2026-12-07', '10:00'), 5, instantOf('2026-12-07', '10:00')],
    [instantOf('2026-11-20', '10:00'), 14, instantOf('2026-11-25')],
  ])('of a Public exam paid at %s with %i days of lead is there from %s [R-68]', (paidAt, leadDays, from) => {
    expect(letterAvailableFrom({ ...exam, origin: 'Public', paidAt, leadDays })).toBe(from);
  });
});
