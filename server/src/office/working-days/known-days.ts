import { holidays as en } from '@exam/contract/messages/holidays/en';
import { holidays as zh } from '@exam/contract/messages/holidays/zh';
import { officialCalendar2026, provisionalCalendar2027 } from '@exam/contract/rules';
import type { Tx } from '#platform/database';

/** Writes the known holidays and make-up days where the calendar has none yet; what staff edited stays (3-domain 5.2). */
export async function loadKnownCalendar(tx: Tx): Promise<void> {
  const days = [...officialCalendar2026, ...provisionalCalendar2027];
  await tx
    .insertInto('calendar_day')
    .values(
      days.map(({ date, kind, name, source }) => ({
        date,
        kind,
        name_en: kind === 'MakeupWorkday' ? `Working day for ${en[name]}` : en[name],
        name_zh: kind === 'MakeupWorkday' ? `${zh[name]}调休上班` : zh[name],
        source,
      })),
    )
    .onConflict((conflict) => conflict.column('date').doNothing())
    .execute();
}
