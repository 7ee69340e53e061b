import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** SQL: whether a registration never got further than the cart: it lies there, or cannot be ordered any more and never was. */
export const isCartLine = sql<boolean>`(application.status = 'Initiated' or (application.status = 'Expired'
  and not exists (select from order_item item where item.registration_id = application.id)))`;

/**
 * Lines leave the cart for good, also those that wait out of use.
 * @returns the ids of those that did: what was ordered meanwhile stays.
 */
export async function leaveCart(tx: Tx, wanted: readonly string[]): Promise<string[]> {
  // Late money for what they were cloned from comes before or after.
  const { rows } = await sql<{ id: string }>`
    select id from application where id = any(${[...wanted]}::uuid[]) and ${isCartLine} order by id for no key update`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  // One that waits out of use is deleted at another instant than it was put there: `liftRegistrations` leaves it out.
  await sql`
    update application set deleted_at = coalesce(nullif(deleted_at, restricted_at), app_now()), cloned_from = null
    where id = any(${ids}::uuid[])`.execute(tx);
  return ids;
}
