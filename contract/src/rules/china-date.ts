/**
 * Civil dates and instants of China. Asia/Shanghai is UTC+8 all year, so everything is arithmetic on UTC plus eight hours and the
 * time zone of the process never matters (spec 3-domain, "How to read it"; S-12).
 */

/** An instant: ISO 8601 in UTC with milliseconds, `2026-11-21T08:00:00.000Z`. Comparing two as strings compares the times. */
export type Instant = string;
/** A civil date in Asia/Shanghai, `yyyy-mm-dd`. */
export type ChinaDate = string;
/** A time of day in Asia/Shanghai, `HH:mm` or `HH:mm:ss`; `24:00` is the end of the day. */
export type ChinaTime = string;

const CHINA_OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

/** The date in China at an instant. */
export function chinaDateOf(instant: Instant): ChinaDate {
  return new Date(Date.parse(instant) + CHINA_OFFSET_MS).toISOString().slice(0, 10);
}

/** The time of day in China at an instant, `HH:mm`. */
export function chinaTimeOf(instant: Instant): ChinaTime {
  return new Date(Date.parse(instant) + CHINA_OFFSET_MS).toISOString().slice(11, 16);
}

/** The instant of a China date and time of day (midnight when no time is given). Throws RangeError for what is not a date. */
export function instantOf(date: ChinaDate, time: ChinaTime = '00:00'): Instant {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const ofDay = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return new Date(midnightUtc(date) + ofDay - CHINA_OFFSET_MS).toISOString();
}

/** The instant of 24:00 of a China date: the first moment that is no longer that day. */
export function endOfDay(date: ChinaDate): Instant {
  return instantOf(date, '24:00');
}

/** The day that ends at, or just before, an instant: the last on which something may still be done that is due then. */
export function lastDayOf(end: Instant): ChinaDate {
  return chinaDateOf(new Date(Date.parse(end) - 1).toISOString());
}

/** The instant `seconds` after (or, negative, before) an instant. */
export function addSeconds(instant: Instant, seconds: number): Instant {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}

/** The instant `minutes` after (or, negative, before) an instant. */
export function addMinutes(instant: Instant, minutes: number): Instant {
  return addSeconds(instant, minutes * 60);
}

/** Milliseconds from one instant to another; negative when the second is earlier. */
export function millisecondsBetween(from: Instant, to: Instant): number {
  return Date.parse(to) - Date.parse(from);
}

/** The date `days` calendar days after (or before) a date. */
export function addDays(date: ChinaDate, days: number): ChinaDate {
  return new Date(midnightUtc(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of the month `months` later (or earlier); the last day of a shorter month: 31 March minus one is 28 February. */
export function addMonths(date: ChinaDate, months: number): ChinaDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const first = Date.UTC(year, month - 1 + months, 1);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(first + (Math.min(day, lastDay) - 1) * DAY_MS).toISOString().slice(0, 10);
}

/** Calendar days from one date to another; negative when the second is earlier. */
export function daysBetween(from: ChinaDate, to: ChinaDate): number {
  return (midnightUtc(to) - midnightUtc(from)) / DAY_MS;
}

/** The day of the week, 0 = Sunday ... 6 = Saturday. */
export function weekdayOf(date: ChinaDate): number {
  return new Date(midnightUtc(date)).getUTCDay();
}

/** Whether a value is `yyyy-mm-dd` and a day that exists. */
export function isRealDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const parsed = Date.parse(`${value}T00:00:00.000Z`);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(value);
}

/** The earliest of some instants, or null of none. */
export function earliest(instants: readonly Instant[]): Instant | null {
  return instants.reduce<Instant | null>((least, at) => (least === null || at < least ? at : least), null);
}

/** The later of two instants (or of two dates). */
export function later(a: Instant, b: Instant): Instant {
  return a > b ? a : b;
}

/**
 * A date of birth as it comes over the wire: a China date, or a UTC instant of which the date in China is meant (R-09:
 * `2010-05-03T16:00:00.000Z` is 4 May). Null when it is neither.
 */
export function dobFromWire(value: string): ChinaDate | null {
  if (isRealDate(value)) return value;
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(value)) return null;
  if (!isRealDate(value.slice(0, 10)) || Number.isNaN(Date.parse(value))) return null;
  return chinaDateOf(value);
}

function midnightUtc(date: ChinaDate): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}
