import { addDays, chinaDateOf, endOfDay, type ChinaDate, type Instant } from './china-date.ts';

/** A past year whose report on minors' data has to be filed. */
export type ReportYear = { year: number; dueOn: ChinaDate; dueAt: Instant };

/** What was recorded of a filing is kept for ten years: of a year before that nobody can say any more whether its report was filed. */
const mostYears = 10;

/**
 * The past years of the China calendar of which a report on minors' data has to be filed, the latest first: each by the end of the January
 * after it (3-domain 6.3). The first is the year in which the installation began, at most ten years back.
 * @param began the instant at which the installation began.
 * @returns with `dueAt`, the first moment of the February that is too late.
 */
export function reportYears(now: Instant, began: Instant): ReportYear[] {
  const thisYear = yearOf(now);
  const first = Math.max(yearOf(began), thisYear - mostYears);
  return Array.from({ length: Math.max(0, thisYear - first) }, (_, back) => {
    const year = thisYear - 1 - back;
    const dueOn = `${year + 1}-01-31`;
    return { year, dueOn, dueAt: endOfDay(dueOn) };
  });
}

/** Whether the report of a year can have been filed on a China date: after the year, and not in the future. */
export function isFilingDay(year: number, filedOn: ChinaDate, today: ChinaDate): boolean {
  return filedOn > addDays(`${year + 1}-01-01`, -1) && filedOn <= today;
}

function yearOf(instant: Instant): number {
  return Number(chinaDateOf(instant).slice(0, 4));
}
