import {
  calendarYearDue,
  chinaDateOf,
  knownYear,
  missingHolidays,
  weekdayOf,
  workingCalendar,
  type WorkingCalendar,
} from '@exam/contract/rules';
import type { CalendarDay, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { audit } from '#office/audit';
import { closeItem, type NewItem, objectIdOfYear } from '#office/work-items';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';

type Year = z.output<StaffCalls['calendar.year']['reply']>;
type NewDay = z.output<StaffCalls['calendar.setDay']['body']>;

/** The holidays and make-up working days of a year, and whether somebody should have confirmed it by now. */
export async function readYear(tx: Tx, year: string): Promise<Year> {
  const days = await daysOf(tx, year);
  const known = knownYear(days);
  const today = chinaDateOf(await readNow(tx));
  return { days, isOfficial: known === 'Official', isOverdue: calendarYearDue(Number(year), known, today) !== null };
}

/** This year and the next, where somebody has to see to their holidays, for the board. */
export async function yearsToConfirm(tx: Tx): Promise<Omit<NewItem, 'kind'>[]> {
  const today = chinaDateOf(await readNow(tx));
  const items: Omit<NewItem, 'kind'>[] = [];
  for (const year of [0, 1].map((more) => Number(today.slice(0, 4)) + more)) {
    const dueAt = calendarYearDue(year, knownYear(await daysOf(tx, String(year))), today);
    if (dueAt !== null)
      items.push({
        objectKind: 'calendarYear',
        objectId: objectIdOfYear(year),
        officeId: null,
        dueAt,
        label: String(year),
      });
  }
  return items;
}

/** The working days of China as the editable calendar has them (3-domain 5.2). */
export async function readWorkingCalendar(tx: Tx): Promise<WorkingCalendar> {
  return workingCalendar(await tx.selectFrom('calendar_day').select(['date', 'kind', 'source']).execute());
}

async function daysOf(tx: Tx, year: string): Promise<CalendarDay[]> {
  const { rows } = await sql<CalendarDay>`
    select date, kind, name_en as "nameEn", name_zh as "nameZh", source from calendar_day
    where date between ${`${year}-01-01`} and ${`${year}-12-31`} order by date`.execute(tx);
  return rows;
}

/** Writes a day, new or changed. @throws Refusal FIELDS with CALENDAR_NO_WORKDAY for a make-up day within the week. */
export async function setDay(tx: Tx, staff: StaffActor, { reason, ...day }: NewDay): Promise<CalendarDay> {
  if (day.kind === 'MakeupWorkday' && ![0, 6].includes(weekdayOf(day.date)))
    refuse('FIELDS', {}, { date: 'CALENDAR_NO_WORKDAY' });
  const before = await lockDay(tx, day.date);
  await sql`
    insert into calendar_day (date, kind, name_en, name_zh, source)
    values (${day.date}, ${day.kind}, ${day.nameEn}, ${day.nameZh}, ${day.source})
    on conflict (date) do update set kind = excluded.kind, name_en = excluded.name_en, name_zh = excluded.name_zh, source = excluded.source`.execute(
    tx,
  );
  await audit(tx, {
    staff,
    action: 'calendar.setDay',
    object: { kind: 'calendarDay', id: day.date },
    reason,
    before,
    after: day,
  });
  return day;
}

/** Makes a day ordinary again. @throws Refusal NOT_FOUND. */
export async function removeDay(
  tx: Tx,
  staff: StaffActor,
  { date, reason }: { date: string; reason: string },
): Promise<void> {
  const before = (await lockDay(tx, date)) ?? refuse('NOT_FOUND');
  await sql`delete from calendar_day where date = ${date}`.execute(tx);
  await audit(tx, { staff, action: 'calendar.removeDay', object: { kind: 'calendarDay', id: date }, reason, before });
}

/**
 * Writes the whole table of a year: what differs is set or removed, day by day, each with its line in the audit.
 * @throws Refusal FIELDS where a day is of another year, is there twice, or is a make-up day within the week; nothing is written then.
 */
export async function setYear(
  tx: Tx,
  staff: StaffActor,
  { year, days, reason }: { year: string; days: readonly CalendarDay[]; reason: string },
): Promise<void> {
  const wanted = new Map(days.map((day) => [day.date, day]));
  if (wanted.size < days.length || days.some(({ date }) => !date.startsWith(`${year}-`)))
    refuse('FIELDS', {}, { days: 'INVALID_FORMAT' });
  const before = new Map((await daysOf(tx, year)).map((day) => [day.date, day]));
  // By date, so that two tables wait for each other and do not block each other.
  for (const date of [...new Set([...before.keys(), ...wanted.keys()])].toSorted()) {
    const [is, day] = [before.get(date), wanted.get(date)];
    if (day === undefined) await removeDay(tx, staff, { date, reason });
    else if (is === undefined || isChanged(is, day)) await setDay(tx, staff, { ...day, reason });
  }
}

function isChanged(before: CalendarDay, after: CalendarDay): boolean {
  return (['kind', 'nameEn', 'nameZh', 'source'] as const).some((field) => before[field] !== after[field]);
}

/** The year's days are what was announced. @throws Refusal CALENDAR_LACKS (412) with the holidays that nobody has entered. */
export async function confirmYear(
  tx: Tx,
  staff: StaffActor,
  { year, reason }: { year: string; reason: string },
): Promise<void> {
  const before = await daysOf(tx, year);
  const missing = missingHolidays(before);
  if (missing.length > 0) refuse('CALENDAR_LACKS', { holidays: missing.join() });
  await sql`
    update calendar_day set source = 'Official' where date between ${`${year}-01-01`} and ${`${year}-12-31`}`.execute(
    tx,
  );
  await closeItem(tx, { kind: 'holidaysToConfirm', objectId: objectIdOfYear(Number(year)) });
  await audit(tx, {
    staff,
    action: 'calendar.confirmYear',
    object: { kind: 'calendarYear', id: year },
    reason,
    before: { provisional: before.filter(({ source }) => source === 'Provisional').map(({ date }) => date) },
    after: { source: 'Official' },
  });
}

async function lockDay(tx: Tx, date: string): Promise<CalendarDay | null> {
  const { rows } = await sql<CalendarDay>`
    select date, kind, name_en as "nameEn", name_zh as "nameZh", source from calendar_day where date = ${date} for no key update`.execute(
    tx,
  );
  return rows[0] ?? null;
}
