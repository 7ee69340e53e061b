import { addDays, chinaDateOf, instantOf } from './china-date.ts';
import type { Instant } from './china-date.ts';
import type { WorkingCalendar } from './working-days.ts';

const shifts = [
  ['09:00', '12:00'],
  ['13:30', '17:00'],
] as const;

/** Whether people answer now, and the instant at which that changes. */
export interface ServiceHours {
  open: boolean;
  /** When it closes if open, when it opens if closed. */
  changesAt: Instant;
}

/**
 * Service hours at an instant: working days 09:00-12:00 and 13:30-17:00 China time, make-up working days included (3-domain
 * 5.3).
 */
export function serviceHours(now: Instant, calendar: WorkingCalendar): ServiceHours {
  for (let date = chinaDateOf(now); ; date = addDays(date, 1)) {
    if (!calendar.isWorkingDay(date)) continue;
    for (const [from, to] of shifts) {
      const opensAt = instantOf(date, from);
      const closesAt = instantOf(date, to);
      if (now < opensAt) return { open: false, changesAt: opensAt };
      if (now < closesAt) return { open: true, changesAt: closesAt };
    }
  }
}
