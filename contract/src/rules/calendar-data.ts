import { addDays, type ChinaDate } from './china-date.ts';

/** A day that departs from the ordinary week. */
export interface CalendarDay {
  date: ChinaDate;
  kind: 'Holiday' | 'MakeupWorkday';
  /** Announced by the State Council, or computed before it did; left out where nobody asks `isAnnounced`. */
  source?: 'Official' | 'Provisional';
}

/** The statutory holidays by name; their words are in the dictionaries. */
export type HolidayName =
  | 'NewYear'
  | 'SpringFestival'
  | 'Qingming'
  | 'LabourDay'
  | 'DragonBoat'
  | 'MidAutumn'
  | 'NationalDay';

/** A calendar day with what it is and how sure that is (spec 3-domain 5.2): the first content of the editable calendar table. */
export interface KnownCalendarDay extends CalendarDay {
  name: HolidayName;
  source: 'Official' | 'Provisional';
}

type Range = readonly [name: HolidayName, from: string, to: string];

const off2026: readonly Range[] = [
  ['NewYear', '2026-01-01', '2026-01-03'],
  ['SpringFestival', '2026-02-15', '2026-02-23'],
  ['Qingming', '2026-04-04', '2026-04-06'],
  ['LabourDay', '2026-05-01', '2026-05-05'],
  ['DragonBoat', '2026-06-19', '2026-06-21'],
  ['MidAutumn', '2026-09-25', '2026-09-27'],
  ['NationalDay', '2026-10-01', '2026-10-07'],
];

const madeUp2026: readonly Range[] = [
  ['NewYear', '2026-01-04', '2026-01-04'],
  ['SpringFestival', '2026-02-14', '2026-02-14'],
  ['SpringFestival', '2026-02-28', '2026-02-28'],
  ['LabourDay', '2026-05-09', '2026-05-09'],
  ['MidAutumn', '2026-09-20', '2026-09-20'],
  ['NationalDay', '2026-10-10', '2026-10-10'],
];

const off2027: readonly Range[] = [
  ['NewYear', '2027-01-01', '2027-01-01'],
  ['SpringFestival', '2027-02-05', '2027-02-08'],
  ['Qingming', '2027-04-05', '2027-04-05'],
  ['LabourDay', '2027-05-01', '2027-05-02'],
  ['DragonBoat', '2027-06-09', '2027-06-09'],
  ['MidAutumn', '2027-09-15', '2027-09-15'],
  ['NationalDay', '2027-10-01', '2027-10-03'],
];

/** 2026 as the State Council announced it (two published packages agree; spec 3-domain 5.2). */
export const officialCalendar2026: readonly KnownCalendarDay[] = [
  ...daysOf(off2026, 'Holiday', 'Official'),
  ...daysOf(madeUp2026, 'MakeupWorkday', 'Official'),
];

/** The 13 statutory days of 2027, computed, without make-up days: to be replaced when the notice appears (spec 3-domain 5.2). */
export const provisionalCalendar2027: readonly KnownCalendarDay[] = daysOf(off2027, 'Holiday', 'Provisional');

function daysOf(
  ranges: readonly Range[],
  kind: CalendarDay['kind'],
  source: KnownCalendarDay['source'],
): KnownCalendarDay[] {
  return ranges.flatMap(([name, from, to]) => {
    const days: KnownCalendarDay[] = [];
    for (let date = from; date <= to; date = addDays(date, 1)) days.push({ date, kind, name, source });
    return days;
  });
}
