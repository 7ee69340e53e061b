import { chinaDateOf } from './china-date.ts';
import type { ChinaDate, Instant } from './china-date.ts';
import { lastMomentWithin, type WorkingCalendar } from './working-days.ts';

/** For how many working days after their exam was moved to another day a candidate may have everything back (9.7). */
export const moveChoiceDays = 5;

/** When a session was moved, from which day to which, and when it begins now. */
export interface SessionMove {
  movedAt: Instant;
  previousDate: ChinaDate;
  examDate: ChinaDate;
  startsAt: Instant;
}

/**
 * Until when the registered may have everything back (9.7): the end of the fifth working day after the move, and never beyond the start
 * of the exam. Null where the day stayed: another time or place of the same day opens no choice.
 */
export function moveChoiceUntil(move: SessionMove, calendar: WorkingCalendar): Instant | null {
  if (move.examDate === move.previousDate) return null;
  const end = lastMomentWithin(calendar, chinaDateOf(move.movedAt), moveChoiceDays);
  return end < move.startsAt ? end : move.startsAt;
}
