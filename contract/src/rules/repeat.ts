import { addMonths, chinaDateOf } from './china-date.ts';
import type { ChinaDate, ChinaTime, Instant } from './china-date.ts';

/** An exam's place in time: `HH:mm` of one China date. */
export interface Sitting {
  examDate: ChinaDate;
  startTime: ChinaTime;
  endTime: ChinaTime;
}

/**
 * Whether an earlier registration is recent enough for the repeat warning: registered within the last calendar month, counted in China
 * dates. The caller compares candidate, product and subject, and leaves out what was cancelled, withdrawn or expired.
 */
export function isRepeat(registeredAt: Instant, now: Instant): boolean {
  return registeredAt <= now && chinaDateOf(registeredAt) >= addMonths(chinaDateOf(now), -1);
}

/** Whether two sittings share any time; one that ends when the other starts does not clash. */
export function timesOverlap(a: Sitting, b: Sitting): boolean {
  return a.examDate === b.examDate && a.startTime < b.endTime && b.startTime < a.endTime;
}
