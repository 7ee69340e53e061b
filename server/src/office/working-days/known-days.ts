import { officialCalendar2026, provisionalCalendar2027, type HolidayName } from '@exam/contract/rules';
import type { Tx } from '#platform/database';

const names: Readonly<Record<HolidayName, { en: string; zh: string }>> = {
  NewYear: { en: 'New Year’s Day', zh: '元旦' },
  SpringFestival: { en: 'Spring Festival', zh: '春节' },
  Qingming: { en: 'Tomb-Sweeping Day', zh: '清明节' },
  LabourDay: { en: 'Labour Day', zh: '劳动节' },
  DragonBoat: { en: 'Dragon Boat Festival', zh: '端午节' },
  MidAutumn: { en: 'Mid-Autumn Festival', zh: '中秋节' },
  NationalDay: { en: 'National Day', zh: '国庆节' },
};

/** Writes the known holidays and make-up days where the calendar has none yet; what staff edited stays (3-domain 5.2). */
export async function loadKnownCalendar(tx: Tx): Promise<void> {
  const days = [...officialCalendar2026, ...provisionalCalendar2027];
  await tx
    .insertInto('calendar_day')
    .values(
      days.map(({ date, kind, name, source }) => ({
        date,
        kind,
        name_en: kind === 'MakeupWorkday' ? `Working day for ${names[name].en}` : names[name].en,
        name_zh: kind === 'MakeupWorkday' ? `${names[name].zh}调休上班` : names[name].zh,
        source,
      })),
    )
    .onConflict((conflict) => conflict.column('date').doNothing())
    .execute();
}
