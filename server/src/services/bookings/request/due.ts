import { chinaDateOf, instantOf, type WorkingCalendar } from '@exam/contract/rules';

/** 17:00 of the n-th working day after an instant: until then staff have dealt with a request. */
export function dueInWorkingDays(calendar: WorkingCalendar, from: string, n: number): string {
  return instantOf(calendar.add(chinaDateOf(from), n), '17:00');
}
