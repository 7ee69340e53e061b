import { addDays, addMonths, instantOf, weekdayOf } from '@exam/contract/rules';
import type { DemoFees } from './fees.ts';
import type { Words } from './places.ts';

export type DemoPaper = { subject: string; start: string; end: string; fees: DemoFees };

/** A session to be written; dates in China, instants ISO. `key` names the ones that tests and registrations speak of. */
export type DemoSession = {
  key?: string;
  product: string;
  venue: string;
  date: string;
  papers: readonly DemoPaper[];
  seat: number;
  publishStartAt: string;
  publishEndAt: string;
  /** Late entry: the standard stage ends and the dear one begins. */
  lateFrom?: string;
  invitationCode?: string;
  isHot?: true;
  isDraft?: true;
  seatPer?: 'Candidate';
  notice?: Words;
};

/** The first day on or after a date that is this day of the week (0 = Sunday). */
export function weekdayOnOrAfter(date: string, weekday: number): string {
  return addDays(date, (weekday - weekdayOf(date) + 7) % 7);
}

/** The n-th such weekday of a date's month. */
export function nthWeekday(month: string, weekday: number, nth: number): string {
  return addDays(weekdayOnOrAfter(`${month}-01`, weekday), (nth - 1) * 7);
}

/** The months `yyyy-mm` that follow, this one included. */
export function monthsFrom(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addMonths(`${today.slice(0, 7)}-01`, index).slice(0, 7));
}

/** 17:00 some days before an exam, when registration usually closes. */
export function closing(date: string, daysBefore: number): string {
  return instantOf(addDays(date, -daysBefore), '17:00');
}

/** 09:00 some days before an exam, when registration usually opens. */
export function opening(date: string, daysBefore: number): string {
  return instantOf(addDays(date, -daysBefore), '09:00');
}

/** A day without exams of ours: weekends apart, the feast days with a fixed date. */
export function isFeast(date: string): boolean {
  return ['01-01', '05-01', '10-01', '10-02', '10-03'].includes(date.slice(5));
}
