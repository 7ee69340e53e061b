import type { ServiceDates } from '@exam/contract/entities';
import {
  bookableRange,
  chinaDateOf,
  isServiceOpen,
  serviceDateCalendar,
  type ServiceDateFacts,
  serviceDateOf,
} from '@exam/contract/rules';
import { sql } from 'kysely';
import { productById } from '#offer/catalogue';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { readWorkingCalendar } from '#office/working-days';
import { tariffOf } from '../store.ts';

type Place = { productId: string; officeId: string };

/** The service dates of a product at an office. @throws Refusal NOT_FOUND where the office does not offer it. */
export async function readServiceDates(tx: Tx, place: Place): Promise<ServiceDates> {
  const product = await productById(tx, place.productId);
  if (product?.category !== 'Booking') refuse('NOT_FOUND');
  await placesOf(tx, place, false);
  const facts = await readFacts(tx, place);
  const { earliest, latest } = bookableRange(facts.today, facts.leadDays);
  return {
    chinaNowDate: facts.today,
    earliestDate: earliest,
    latestDate: latest,
    dates: serviceDateCalendar(facts),
  };
}

/**
 * Checks the date of a new request (9.3#1), the office's product locked so that two cannot take the last place of a day.
 * @throws Refusal NOT_FOUND, PRODUCT_NOT_OPEN, SERVICE_DATE_CLOSED, SERVICE_DATE_FULL
 */
export async function takeServiceDate(tx: Tx, { date, ...place }: Place & { date: string }): Promise<void> {
  await placesOf(tx, place, true);
  const { status } = serviceDateOf(date, await readFacts(tx, place));
  if (status === 'Closed') refuse('SERVICE_DATE_CLOSED', {}, { expectTestDate: 'SERVICE_DATE_CLOSED' });
  if (status === 'Full') refuse('SERVICE_DATE_FULL', {}, { expectTestDate: 'SERVICE_DATE_FULL' });
}

/** Whether exams of a product are held on a day at all. */
export async function isServiceDay(tx: Tx, place: Place, date: string): Promise<boolean> {
  return isServiceOpen(date, await readFacts(tx, place));
}

async function readFacts(tx: Tx, { productId, officeId }: Place): Promise<ServiceDateFacts> {
  const tariff = await tariffOf(tx, productId);
  const today = chinaDateOf(await readNow(tx));
  const rows = await tx
    .selectFrom('service_range')
    .select(['from_date', 'to_date', 'is_open'])
    .where('office_id', '=', officeId)
    .where((range) => range.or([range('product_id', 'is', null), range('product_id', '=', productId)]))
    .where('to_date', '>=', today)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return {
    today,
    leadDays: tariff.lead_days,
    isSurchargeAllowed: tariff.is_surcharge_allowed,
    ranges: rows.map((row) => ({ from: row.from_date, to: row.to_date, isOpen: row.is_open })),
    full: await fullDays(tx, { productId, officeId }, today),
    calendar: await readWorkingCalendar(tx),
  };
}

/** Days on which as many bookings are live as the office takes: expected ones, until their real dates are known. */
async function fullDays(tx: Tx, { productId, officeId }: Place, today: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select booking.expected_date as day
    from booking join product_office place on place.product_id = booking.product_id and place.office_id = booking.office_id
    where booking.product_id = ${productId} and booking.office_id = ${officeId} and booking.expected_date >= ${today}
      and booking.status not in ('CancelledBeforeArrangement', 'WithdrawnBeforeArrangement')
    group by booking.expected_date, place.booking_places
    having count(*) >= place.booking_places`.execute(tx);
  return rows.map((row) => row.day);
}

async function placesOf(tx: Tx, { productId, officeId }: Place, lock: boolean): Promise<void> {
  const query = tx
    .selectFrom('product_office')
    .select('id')
    .where('product_id', '=', productId)
    .where('office_id', '=', officeId);
  if (!(await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst())) refuse('NOT_FOUND');
}
