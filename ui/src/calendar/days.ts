import { addDays, addMonths, weekdayOf } from '@exam/contract/rules';

/** The Monday-first place of a civil date in its week, 0 to 6. */
function placeInWeek(date: string): number {
  return (weekdayOf(date) + 6) % 7;
}

/** The weeks of a month `yyyy-mm`, Monday to Sunday: civil dates, and null where another month's days would be. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const count = Number(addDays(addMonths(first, 1), -1).slice(8));
  const before = placeInWeek(first);
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_week, week) =>
    Array.from({ length: 7 }, (_day, place) => {
      const index = week * 7 + place - before;
      return index >= 0 && index < count ? addDays(first, index) : null;
    }),
  );
}

/**
 * Where a key leads from a day, or null for a key that is not the calendar's: arrows by day and week, Home and End in
 * the week, PageUp and PageDown by month, with Shift by year.
 */
export function dayAfterKey(date: string, key: string, isShift = false): string | null {
  const place = placeInWeek(date);
  const months = isShift ? 12 : 1;
  const ways = new Map<string, () => string>([
    ['ArrowLeft', () => addDays(date, -1)],
    ['ArrowRight', () => addDays(date, 1)],
    ['ArrowUp', () => addDays(date, -7)],
    ['ArrowDown', () => addDays(date, 7)],
    ['Home', () => addDays(date, -place)],
    ['End', () => addDays(date, 6 - place)],
    ['PageUp', () => addMonths(date, -months)],
    ['PageDown', () => addMonths(date, months)],
  ]);
  return ways.get(key)?.() ?? null;
}
