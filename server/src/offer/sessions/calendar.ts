import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { availabilityAt } from './availability.ts';
import { listed, type SessionFilter } from './search-filters.ts';

/**
 * The days with sessions that a filter leaves, in order; a day is available while some session of it is, otherwise its
 * registration is closed.
 */
export async function calendarDays(tx: Tx, filter: SessionFilter): Promise<{ date: string; isAvailable: boolean }[]> {
  const now = await readNow(tx);
  return tx
    .selectFrom('exam_session as s')
    .leftJoin('venue as v', 'v.id', 's.venue_id')
    .where(listed(filter, now))
    .select(['s.exam_date as date', sql<boolean>`bool_or(${availabilityAt(now)} = 'Available')`.as('isAvailable')])
    .groupBy('s.exam_date')
    .orderBy('s.exam_date')
    .execute();
}
