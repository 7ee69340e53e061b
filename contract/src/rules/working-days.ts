import { addDays, endOfDay, weekdayOf } from './china-date.ts';
import type { ChinaDate, Instant } from './china-date.ts';

/** A day that departs from the ordinary week. */
export interface CalendarDay {
  date: ChinaDate;
  kind: 'Holiday' | 'MakeupWorkday';
}

/** Arithmetic on working days; `add` and `sub` never count the day they start from (spec 3-domain 5.3). */
export interface WorkingCalendar {
  isWorkingDay: (date: ChinaDate) => boolean;
  /** The n-th working day after a date. */
  add: (date: ChinaDate, n: number) => ChinaDate;
  /** The n-th working day before a date. */
  sub: (date: ChinaDate, n: number) => ChinaDate;
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
  return { isWorkingDay, add: (date, n) => walk(date, n, 1), sub: (date, n) => walk(date, n, -1) };
}

/** The end (24:00) of the last day that is at least `n` working days before an exam (spec 3-domain 5.3). */
export function lastMomentBefore(calendar: WorkingCalendar, examDate: ChinaDate, n: number): Instant {
  return endOfDay(calendar.sub(examDate, n));
}

/** The end (24:00) of the last day that is within `n` working days of an event (spec 3-domain 5.3). */
export function lastMomentWithin(calendar: WorkingCalendar, eventDate: ChinaDate, n: number): Instant {
  return endOfDay(calendar.add(eventDate, n));
}

/** What is known of the holidays of a year: what the State Council announced, what was computed before it did, or nothing. */
export type KnownYear = 'Official' | 'Provisional' | 'Unknown';

/**
 * Until when staff have to enter or confirm the holidays of a year (spec 3-domain 5.2): before it begins. Asked of them three months
 * earlier where nothing is known of it, and where it is provisional from 15 November on, when the announcement is out.
 * @returns null while there is nothing to do.
 */
export function calendarYearDue(year: number, known: KnownYear, today: ChinaDate): Instant | null {
  if (known === 'Official') return null;
  const asked = known === 'Unknown' ? '10-01' : '11-15';
  return today >= `${year - 1}-${asked}` ? endOfDay(`${year - 1}-12-31`) : null;
}
