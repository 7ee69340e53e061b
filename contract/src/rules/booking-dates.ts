import type { ServiceDate } from '../entities/booking.ts';
import { addDays, daysBetween, instantOf } from './china-date.ts';
import type { ChinaDate, Instant } from './china-date.ts';
import { bookableRange } from './booking-status.ts';
import { lastMomentBefore, lastMomentWithin, type WorkingCalendar } from './working-days.ts';

/** Why a date of payment is refused. */
export const payEndRefusals = ['PAY_END_PAST', 'PAY_END_TOO_LATE', 'PAY_END_AFTER_START'] as const;
export type PayEndRefusal = (typeof payEndRefusals)[number];

/** How many working days before the exam a booking has to be paid. */
export const payWorkingDays = 5;

/** The last moment to pay a booking: 17:00 of the fifth working day before its first exam. */
export function lastPayMoment(calendar: WorkingCalendar, firstExamDate: ChinaDate): Instant {
  return instantOf(calendar.sub(firstExamDate, payWorkingDays), '17:00');
}

/**
 * Checks the end of payment that staff set (R-65, 9.3#3): in the future, not after `lastPayMoment` unless the restriction is lifted,
 * and then not after the first exam begins. The last allowed instant itself is allowed.
 */
export function checkPayEnd(
  payEndAt: Instant,
  facts: { now: Instant; lastMoment: Instant; firstStartAt: Instant; isLifted: boolean },
): PayEndRefusal | null {
  if (payEndAt <= facts.now) return 'PAY_END_PAST';
  if (payEndAt > facts.firstStartAt) return 'PAY_END_AFTER_START';
  return !facts.isLifted && payEndAt > facts.lastMoment ? 'PAY_END_TOO_LATE' : null;
}

/** Until when a confirmed booking may be paid: `payEndAt`, or the first exam's start once the restriction is lifted. */
export function payableUntil(facts: { payEndAt: Instant; firstStartAt: Instant; isLifted: boolean }): Instant {
  return facts.isLifted ? facts.firstStartAt : facts.payEndAt;
}

/** `isExpired`: the time to pay is over, unpaid and not lifted. At the very instant it is over. */
export function isPayExpired(facts: {
  payEndAt: Instant;
  firstStartAt: Instant;
  isLifted: boolean;
  now: Instant;
}): boolean {
  return facts.now >= payableUntil(facts);
}

/** `isExpectedExpired`: the expected date lies in the past while nothing is confirmed. */
export function isExpectedPast(expectedDate: ChinaDate, today: ChinaDate): boolean {
  return expectedDate < today;
}

/** Days after the expected date when an unconfirmed booking ends by itself (9.3#14). */
export const forgottenAfterDays = 30;

/** Whether an unconfirmed booking is withdrawn for its expected date (9.3#14): it passed 30 days ago. */
export function isForgotten(expectedDate: ChinaDate, today: ChinaDate): boolean {
  return daysBetween(expectedDate, today) >= forgottenAfterDays;
}

/** What an office lays down for days of a product: closed, or open although it is a weekend or holiday. */
export interface ServiceRange {
  from: ChinaDate;
  to: ChinaDate;
  isOpen: boolean;
}

/** What a service-date calendar depends on. `full` are the days that have no place left. */
export interface ServiceDateFacts {
  today: ChinaDate;
  leadDays: number;
  /** Whether weekends and holidays are open at a surcharge. */
  isSurchargeAllowed: boolean;
  /** Later ones win. */
  ranges: readonly ServiceRange[];
  full: readonly ChinaDate[];
  calendar: WorkingCalendar;
}

/** Whether exams are held on a day: as the office laid down, or on working days, or on any where weekends and holidays cost more. */
export function isServiceOpen(
  date: ChinaDate,
  facts: Pick<ServiceDateFacts, 'ranges' | 'calendar' | 'isSurchargeAllowed'>,
): boolean {
  const laidDown = facts.ranges.findLast(({ from, to }) => from <= date && date <= to);
  return laidDown?.isOpen ?? (facts.calendar.isWorkingDay(date) || facts.isSurchargeAllowed);
}

/** How many working days a family has to answer a proposed date, and how many before the exam the answer must come (decision 0044). */
export const dateAnswerDays = 5;
export const dateAnswerDaysBefore = 2;

/**
 * Until when a family may agree to another date: the end of the fifth working day, and of the second working day before the earliest of the
 * old and new dates, whichever comes first (decision 0044).
 */
export function dateAnswerUntil(
  { today, dates }: { today: ChinaDate; dates: readonly ChinaDate[] },
  calendar: WorkingCalendar,
): Instant {
  const first = [...dates].sort()[0] ?? today;
  const [within, before] = [
    lastMomentWithin(calendar, today, dateAnswerDays),
    lastMomentBefore(calendar, first, dateAnswerDaysBefore),
  ];
  return within < before ? within : before;
}

/** The day of a service-date calendar: outside the bookable range everything is Closed. */
export function serviceDateOf(date: ChinaDate, facts: ServiceDateFacts): ServiceDate {
  const { earliest, latest } = bookableRange(facts.today, facts.leadDays);
  const isWorkingDay = facts.calendar.isWorkingDay(date);
  if (date < earliest || date > latest || !isServiceOpen(date, facts))
    return { date, status: 'Closed', isSurcharge: false };
  return { date, status: facts.full.includes(date) ? 'Full' : 'Available', isSurcharge: !isWorkingDay };
}

/** Every day from the earliest to the latest date that may be asked for, in order. */
export function serviceDateCalendar(facts: ServiceDateFacts): ServiceDate[] {
  const { earliest, latest } = bookableRange(facts.today, facts.leadDays);
  const days = Math.max(0, daysBetween(earliest, latest) + 1);
  return Array.from({ length: days }, (_, index) => serviceDateOf(addDays(earliest, index), facts));
}
