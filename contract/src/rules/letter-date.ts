import { addDays, chinaDateOf, instantOf, later } from './china-date.ts';
import type { ChinaDate, Instant } from './china-date.ts';
import type { WorkingCalendar } from './working-days.ts';

/** What decides when a confirmation letter may be printed. */
export interface LetterFacts {
  /** Where the application comes from. */
  origin: 'Public' | 'Booking';
  examDate: ChinaDate;
  paidAt: Instant;
  /** Days before the exam: 5, or 14 for products that say so. */
  leadDays: number;
  calendar: WorkingCalendar;
}

/**
 * From when a confirmation letter is available, never before it was paid. Public: `leadDays` days before the exam. Booking-born:
 * then or three working days after payment, whichever is later, but at the latest at 09:00 of the day before the exam.
 */
export function letterAvailableFrom({ origin, examDate, paidAt, leadDays, calendar }: LetterFacts): Instant {
  const lead = instantOf(addDays(examDate, -leadDays));
  if (origin === 'Public') return later(lead, paidAt);
  const settled = instantOf(calendar.add(chinaDateOf(paidAt), 3));
  const latest = instantOf(addDays(examDate, -1), '09:00');
  const ordinary = later(lead, settled);
  return later(ordinary < latest ? ordinary : latest, paidAt);
}
