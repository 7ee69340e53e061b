import { addDays, addMonths, isRealDate, weekdayOf, type ChinaDate } from './china-date.ts';

/**
 * A day as staff type it (decision 0100). Words of both languages are read on every page; only the order of two bare numbers is the
 * page's: `3/12` is 3 December in English and 12 March in Chinese, unless the month would then be above 12.
 */
export interface DayReading {
  language: 'en' | 'zh';
  today: ChinaDate;
  /** Which day is meant without a year: the next one, today included; the last one, today included; or the year is needed. */
  yearless: Yearless;
}

export type Yearless = 'next' | 'last' | 'never';

/** Why a text is not a day. */
export type DayRefusal = 'unreadable' | 'noSuchDay' | 'yearNeeded';

/** How many characters a day may have: `Wednesday 30 September 2026` and room for a pasted ordinal. */
const mostCharacters = 40;

/** A leap day may be eight years away: 2096 and 2104. */
const mostYears = 8;

const relativeDays: Readonly<Record<string, number>> = {
  yesterday: -1,
  today: 0,
  tomorrow: 1,
  昨天: -1,
  今天: 0,
  明天: 1,
  后天: 2,
};

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const chineseWeekdays = '日一二三四五六';

const yearFirst = /^(\d{4}) ?[-/.年] ?(\d{1,2}) ?[-/.月] ?(\d{1,2}) ?[日号]?$/;
const eightDigits = /^(\d{4})(\d{2})(\d{2})$/;
const bareNumbers = /^(\d{1,2}) ?[-/.] ?(\d{1,2})(?: ?[-/.] ?(\d{4})?)?$/;
const chineseDay = /^(\d{1,2}) ?月 ?(\d{1,2}) ?[日号]?$/;
const dayThenMonth = /^(\d{1,2})(?:st|nd|rd|th)?[ -]?(?:of )?([a-z]{3,9})\.?(?:[ -](\d{4}))?$/;
const monthThenDay = /^([a-z]{3,9})\.?[ -]?(\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/;
const englishWeekday = /^([a-z]{3,9})\.?$/;
const chineseWeekday = /^(?:周|星期|礼拜)([日天一二三四五六])$/;
/** The weekday that the page itself writes beside a day; somebody who changes the number beside it means the number. */
const wordBefore = /^([a-z]{3,9})\.? (?=.)/;
const weekdayAfter = /([日号]) ?\(?(?:周|星期)[日天一二三四五六]\)?$/;
const away = /^([+-]) ?(\d{1,3}) ?(d|days?|天|w|weeks?|周|m|months?|月|个月)?$/;

/** The day that a text means, `yyyy-mm-dd`, or why it means none. */
export function readDay(typed: string, reading: DayReading): { day: ChinaDate } | { refusal: DayRefusal } {
  if (typed.length > mostCharacters) return { refusal: 'unreadable' };
  const text = plain(typed);
  const { today, language } = reading;
  const days = relativeDays[text];
  if (days !== undefined) return { day: addDays(today, days) };
  const far = away.exec(text);
  if (far !== null) return { day: dayAway(today, far) };
  const weekday = weekdayIn(text);
  if (weekday !== null) return { day: dayOfWeek(weekday, reading) };
  const numbers = numbersIn(withoutWeekday(text), language);
  return numbers === null ? { refusal: 'unreadable' } : dayOf(numbers, reading);
}

/** Digits and signs of full width as ASCII, words in small letters, and no word joiners, which Chinese pages have inside dates. */
function plain(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll('\u2060', '')
    .replaceAll(/[\s,]+/g, ' ')
    .replaceAll('。', '.')
    .trim()
    .toLowerCase();
}

function dayAway(today: ChinaDate, [, sign, count, unit = 'd']: RegExpExecArray): ChinaDate {
  const number = Number(count) * (sign === '-' ? -1 : 1);
  if (/^m|月$/.test(unit)) return addMonths(today, number);
  return addDays(today, /^[w周]/.test(unit) ? number * 7 : number);
}

function withoutWeekday(text: string): string {
  const isBefore = placeOf(wordBefore.exec(text)?.[1], weekdayNames) !== null;
  return (isBefore ? text.replace(wordBefore, '') : text).replace(weekdayAfter, '$1');
}

/** Where a name is, written out or cut short after its third letter or later; null for another word. */
function placeOf(word: string | undefined, names: readonly string[]): number | null {
  const place = word === undefined ? -1 : names.findIndex((name) => name.startsWith(word));
  return place === -1 ? null : place;
}

function weekdayIn(text: string): number | null {
  const english = placeOf(englishWeekday.exec(text)?.[1], weekdayNames);
  if (english !== null) return english;
  const chinese = chineseWeekday.exec(text)?.[1];
  return chinese === undefined ? null : chineseWeekdays.indexOf(chinese.replace('天', '日'));
}

/** The next such weekday, or the last one where the field looks back; never today, for which there is a word. */
function dayOfWeek(weekday: number, { today, yearless }: DayReading): ChinaDate {
  const ahead = (weekday - weekdayOf(today) + 7) % 7 || 7;
  const back = ahead === 7 ? 7 : 7 - ahead;
  return addDays(today, yearless === 'next' ? ahead : -back);
}

type Numbers = { year: string | undefined; month: number; day: number };

function numbersIn(text: string, language: 'en' | 'zh'): Numbers | null {
  const full = yearFirst.exec(text) ?? eightDigits.exec(text);
  if (full !== null) return { year: full[1], month: Number(full[2]), day: Number(full[3]) };
  const bare = bareNumbers.exec(text);
  if (bare !== null) return inOrder(bare, language);
  const chinese = chineseDay.exec(text);
  if (chinese !== null) return { year: undefined, month: Number(chinese[1]), day: Number(chinese[2]) };
  const british = dayThenMonth.exec(text);
  const [, month, day, year] = monthThenDay.exec(text) ?? [];
  return british === null ? named(month, day, year) : named(british[2], british[1], british[3]);
}

function named(word: string | undefined, day: string | undefined, year: string | undefined): Numbers | null {
  const month = placeOf(word, monthNames);
  return month === null ? null : { year, month: month + 1, day: Number(day) };
}

/** Two numbers in the order of the language, or in the other one where the month would be above 12. */
function inOrder([, first, second, year]: RegExpExecArray, language: 'en' | 'zh'): Numbers {
  const [a, b] = [Number(first), Number(second)];
  const isDayFirst = language === 'en' ? b <= 12 : a > 12;
  return isDayFirst ? { year, month: b, day: a } : { year, month: a, day: b };
}

function dayOf({ year, month, day }: Numbers, reading: DayReading): { day: ChinaDate } | { refusal: DayRefusal } {
  const { today, yearless } = reading;
  const two = (value: number) => value.toString().padStart(2, '0');
  const inYear = (of: number | string): ChinaDate => `${of}-${two(month)}-${two(day)}`;
  // A leap year has every day that a year can have.
  if (!isRealDate(inYear(year ?? 2000))) return { refusal: 'noSuchDay' };
  if (year !== undefined) return /^(?:19|2[01])/.test(year) ? { day: inYear(year) } : { refusal: 'noSuchDay' };
  if (yearless === 'never') return { refusal: 'yearNeeded' };
  const step = yearless === 'next' ? 1 : -1;
  const thisYear = Number(today.slice(0, 4));
  for (let years = 0; years <= mostYears; years++) {
    const date = inYear(thisYear + years * step);
    if (isRealDate(date) && (yearless === 'next' ? date >= today : date <= today)) return { day: date };
  }
  return { refusal: 'noSuchDay' };
}
