import { addDays, addSeconds, chinaDateOf, endOfDay, instantOf, later, millisecondsBetween } from './china-date.ts';
import type { Instant } from './china-date.ts';
import type { WorkingCalendar } from './working-days.ts';

/**
 * The instant `hours` working hours after another. A working hour is any hour of a working day in China: 24 of them from Friday 15:00
 * end on Monday 15:00 (R-54; decision 0016).
 */
export function addWorkingHours(from: Instant, hours: number, calendar: WorkingCalendar): Instant {
  let left = hours * 3_600_000;
  for (let date = chinaDateOf(from); ; date = addDays(date, 1)) {
    if (!calendar.isWorkingDay(date)) continue;
    const begin = later(from, instantOf(date));
    const available = millisecondsBetween(begin, endOfDay(date));
    if (left <= available) return addSeconds(begin, left / 1000);
    left -= available;
  }
}

/** Seconds of working days from one instant to another, whole; negative when the second is earlier. */
export function workingSecondsBetween(from: Instant, to: Instant, calendar: WorkingCalendar): number {
  if (to < from) return -workingSecondsBetween(to, from, calendar);
  let seconds = 0;
  for (let date = chinaDateOf(from); instantOf(date) < to; date = addDays(date, 1)) {
    if (!calendar.isWorkingDay(date)) continue;
    const end = endOfDay(date) < to ? endOfDay(date) : to;
    seconds += Math.floor(millisecondsBetween(later(from, instantOf(date)), end) / 1000);
  }
  return seconds;
}
