import { isRealDate, weekdayOf } from '@exam/contract/rules';
import type { CalendarDay } from '@exam/contract/staff';

/** What stands for a make-up working day in a line of a table; anything else is a holiday. */
const makeup = /班|work/i;

/** The table of a year as text: a day a line, its columns between tabs, as spreadsheets copy them. */
export function textOfYear(days: readonly CalendarDay[], kinds: Record<CalendarDay['kind'], string>): string {
  return days.map(({ date, kind, nameZh, nameEn }) => [date, kinds[kind], nameZh, nameEn].join('\t')).join('\n');
}

/**
 * Reads such a table, pasted from a spreadsheet or typed: date, holiday or working day, name in Chinese, name in English, between tabs or commas.
 * @param year what every date must be of.
 * @returns the days, and the numbers of the lines that are none: another year, no such date, twice, without names, or a make-up day within the week.
 */
export function readYear(
  text: string,
  { year, source }: { year: string; source: CalendarDay['source'] },
): { days: CalendarDay[]; wrong: number[] } {
  const days = new Map<string, CalendarDay>();
  const wrong: number[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const day = dayOf(line, source);
    if (day?.date.startsWith(`${year}-`) && !days.has(day.date)) days.set(day.date, day);
    else wrong.push(at + 1);
  }
  return { days: [...days.values()], wrong };
}

/** The day of a line; null where it has no date or names, or is a make-up day within the week. */
function dayOf(line: string, source: CalendarDay['source']): CalendarDay | null {
  const [written = '', about = '', nameZh = '', nameEn = ''] = line.split(/[\t,\uff0c]/).map((part) => part.trim());
  const date = dateOf(written);
  if (date === '' || nameZh === '' || nameEn === '') return null;
  const kind = makeup.test(about) ? 'MakeupWorkday' : 'Holiday';
  return kind === 'MakeupWorkday' && ![0, 6].includes(weekdayOf(date)) ? null : { date, kind, nameZh, nameEn, source };
}

/** 2028-1-1, 2028/1/1 and 2028年1月1日 as spreadsheets write them; empty for no date. */
function dateOf(written: string): string {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.\u5e74](\d{1,2})[-/.\u6708](\d{1,2})\u65e5?$/.exec(written) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isRealDate(date) ? date : '';
}
