import type { HolidayName, KnownCalendarDay } from './calendar-data.ts';
import { addDays, endOfDay } from './china-date.ts';
import type { ChinaDate, Instant } from './china-date.ts';

/** What is known of the holidays of a year: what the State Council announced, what was computed before it did, or nothing. */
export type KnownYear = 'Official' | 'Provisional' | 'Unknown';

/** On which days of a year each statutory holiday may fall: `MM-DD`, or `month/day` of the lunar year (3-domain 5.2). Qingming goes by the sun. */
const holidayDays: Readonly<Record<HolidayName, readonly string[]>> = {
  NewYear: ['01-01'],
  SpringFestival: ['1/1'],
  Qingming: ['04-04', '04-05', '04-06'],
  LabourDay: ['05-01'],
  DragonBoat: ['5/5'],
  MidAutumn: ['8/15'],
  NationalDay: ['10-01'],
};

const holidayNames = Object.keys(holidayDays) as HolidayName[];

const lunarCalendar = new Intl.DateTimeFormat('en-u-ca-chinese', { month: 'numeric', day: 'numeric', timeZone: 'UTC' });

/** A day of the calendar as far as it tells what is known of its year. */
type YearDay = Pick<KnownCalendarDay, 'date' | 'kind'> & Partial<Pick<KnownCalendarDay, 'source'>>;

/**
 * The statutory holidays of which no day is entered as off, in their order. A year that lacks one was not entered to its end. A day beside the lunar
 * one will do: JavaScript's calendar is a day out where the moon is new close to midnight (2027, 2030).
 */
export function missingHolidays(days: readonly YearDay[]): HolidayName[] {
  const off = new Set<string>();
  for (const { date } of days.filter(({ kind }) => kind === 'Holiday')) {
    off.add(date.slice(5));
    for (const beside of [-1, 0, 1]) off.add(lunarCalendar.format(new Date(addDays(date, beside))));
  }
  return holidayNames.filter((name) => !holidayDays[name].some((day) => off.has(day)));
}

/** What the days of a year say of it: nothing until each of its holidays is among them, whatever they call themselves. */
export function knownYear(days: readonly YearDay[]): KnownYear {
  if (missingHolidays(days).length > 0) return 'Unknown';
  return days.every(({ source }) => source === 'Official') ? 'Official' : 'Provisional';
}

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
