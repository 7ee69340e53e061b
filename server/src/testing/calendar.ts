import { loadKnownCalendar } from '#office/working-days';
import { databasePool, inTransaction } from '#platform/database';

/**
 * The working-day calendar as a server that starts fills it. Whenever a test runs, this year and the next have a day at least, so that nothing
 * warns of a year that staff have not entered.
 */
export async function givenWorkingCalendar(): Promise<void> {
  await inTransaction(loadKnownCalendar);
  await databasePool().query(
    `insert into calendar_day (date, kind, name_en, name_zh, source)
     select make_date(year::integer, 1, 1), 'Holiday', 'New Year’s Day', '元旦', 'Provisional'
     from extract(year from app_now() at time zone 'Asia/Shanghai') as this, generate_series(this, this + 1) as year
     on conflict do nothing`,
  );
}
