import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** Whether a date between two is a public holiday by the editable calendar. */
export async function isHoliday(
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<(date: string) => boolean> {
  const { rows } = await sql<{ date: string }>`
    select date from calendar_day where kind = 'Holiday' and date between ${from} and ${to}`.execute(tx);
  const holidays = new Set(rows.map(({ date }) => date));
  return (date) => holidays.has(date);
}
