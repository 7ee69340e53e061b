import type { CalendarDay } from './calendar-data.ts';
import { knownYear } from './calendar-year.ts';
import { addDays, endOfDay, weekdayOf } from './china-date.ts';
import type { ChinaDate, Instant } from './china-date.ts';

/** Arithmetic on working days; `add` and `sub` never count the day they start from (spec 3-domain 5.3). */
export interface WorkingCalendar {
  isWorkingDay: (date: ChinaDate) => boolean;
  /** The n-th working day after a date. */
  add: (date: ChinaDate, n: number) => ChinaDate;
  /** The n-th working day before a date. */
  sub: (date: ChinaDate, n: number) => ChinaDate;
  /** Whether the holidays of every year from one day to another are announced; where not, what is counted there may still change. */
  isAnnounced: (from: ChinaDate, to: ChinaDate) => boolean;
}

/**
 * The working calendar made of the known special days; years without rows are ordinary weeks (spec 3-domain 5.3): a working day is a
 * make-up day, or Monday to Friday and no holiday.
 */
export function workingCalendar(days: readonly CalendarDay[]): WorkingCalendar {
  const kinds = new Map(days.map((day) => [day.date, day.kind]));
  const isWorkingDay = (date: ChinaDate): boolean => {
    const kind = kinds.get(date);
    if (kind !== undefined) return kind === 'MakeupWorkday';
    const weekday = weekdayOf(date);
    return weekday !== 0 && weekday !== 6;
  };
  const walk = (from: ChinaDate, n: number, step: 1 | -1): ChinaDate => {
    let date = from;
    for (let left = n; left > 0;) {
      date = addDays(date, step);
      if (isWorkingDay(date)) left -= 1;
    }
    return date;
  };
  const isYearAnnounced = (year: number) =>
    knownYear(days.filter(({ date }) => date.startsWith(`${year}-`))) === 'Official';
  const isAnnounced = (from: ChinaDate, to: ChinaDate): boolean => {
    for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++)
      if (!isYearAnnounced(year)) return false;
    return true;
  };
  return { isWorkingDay, isAnnounced, add: (date, n) => walk(date, n, 1), sub: (date, n) => walk(date, n, -1) };
}

/** The end (24:00) of the last day that is at least `n` working days before an exam (spec 3-domain 5.3). */
export function lastMomentBefore(calendar: WorkingCalendar, examDate: ChinaDate, n: number): Instant {
  return endOfDay(calendar.sub(examDate, n));
}

/** The end (24:00) of the last day that is within `n` working days of an event (spec 3-domain 5.3). */
export function lastMomentWithin(calendar: WorkingCalendar, eventDate: ChinaDate, n: number): Instant {
  return endOfDay(calendar.add(eventDate, n));
}
