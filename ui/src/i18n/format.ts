import { chinaDateOf, chinaTimeOf, formatMoney } from '@exam/contract/rules';
import { names as en } from './names.en.ts';
import { names as zh } from './names.zh.ts';
import type { Language } from './words.ts';

const names = { en, zh };

type DateParts = { year: number; month: number; day: number; weekday: number };

function partsOf(date: string): DateParts {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return { year, month, day, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
}

/**
 * Everything a page writes about dates and money, in one language.
 * Dates are China civil dates `yyyy-mm-dd`, instants ISO 8601 UTC, money integer fen. Names come from our own lists and
 * not from Intl, so that a prerendered page and the browser write the same characters.
 */
export function formatsOf(language: Language) {
  const words = names[language];
  const dateText = (date: string, weekday: boolean): string => {
    const p = partsOf(date);
    return words.date({
      year: p.year,
      month: words.months[p.month - 1] ?? '',
      day: p.day,
      weekday: weekday ? words.weekdays[p.weekday] : undefined,
    });
  };
  const shortDateText = (date: string, thisYear?: number): string => {
    const p = partsOf(date);
    return words.shortDate({
      ...(p.year === thisYear ? {} : { year: p.year }),
      month: words.monthsShort[p.month - 1] ?? '',
      day: p.day,
      weekday: words.weekdaysShort[p.weekday] ?? '',
    });
  };
  const momentText = (instant: string): string =>
    words.chinaTime(words.dateAndTime({ date: dateText(chinaDateOf(instant), true), time: chinaTimeOf(instant) }));
  return {
    money: formatMoney,
    /** `2 December 2026` or `2026年12月2日`. */
    date: (date: string) => dateText(date, false),
    /** `Wednesday 2 December 2026` or `2026年12月2日（星期三）`. */
    longDate: (date: string) => dateText(date, true),
    /** `Wed 2 Dec 2026` or `2026年12月2日 周三`, for lists; without the year where it is the one given. */
    shortDate: shortDateText,
    /** An instant for lists: `Wed 2 Dec, 17:00` or `12月2日 周三 17:00`, with the year only when it is another than the one given. */
    shortInstant: (instant: string, thisYear: number) =>
      words.dateAndTime({ date: shortDateText(chinaDateOf(instant), thisYear), time: chinaTimeOf(instant) }),
    /** `2026-12` -> `December 2026` or `2026年12月`. */
    month: (month: string) => {
      const p = partsOf(`${month}-01`);
      return words.monthOfYear({ year: p.year, month: words.months[p.month - 1] ?? '' });
    },
    /** The three lines of a ticket's date block; the first names the year too. */
    stub: (date: string) => {
      const p = partsOf(date);
      return {
        month: words.monthOfYear({ year: p.year, month: words.monthsShort[p.month - 1] ?? '' }),
        day: p.day.toString().padStart(2, '0'),
        weekday: words.weekdaysShort[p.weekday] ?? '',
      };
    },
    /** `09:00–12:15`; without an end only the start. */
    times: (start: string, end?: string | null) => (end ? `${start}–${end}` : start),
    /** `09:12`: the time of day in China of an instant. */
    time: chinaTimeOf,
    /** An instant as date and time in China, without naming the zone. */
    instant: (instant: string) =>
      words.dateAndTime({ date: dateText(chinaDateOf(instant), false), time: chinaTimeOf(instant) }),
    /** When something begins: weekday, date, time and the words "China time". */
    beginning: momentText,
    /** Up to when something may be done: as a beginning, but midnight is the end of the day before, as people say it. */
    deadline: (end: string) => {
      const lastDay = chinaDateOf(new Date(Date.parse(end) - 1).toISOString());
      return lastDay === chinaDateOf(end) ? momentText(end) : words.endOfDay(dateText(lastDay, true));
    },
  };
}

export type Formats = ReturnType<typeof formatsOf>;

/** Both languages' formats, made once. */
export const formats: Record<Language, Formats> = { en: formatsOf('en'), zh: formatsOf('zh') };
