import type { Tx } from '#platform/database';
import { nobodysAccount, nobodysKey } from '#platform/nobody';
import { sql } from 'kysely';

/**
 * Follows a corrected document: the places of an application are the other person's now. The caller has locked the order.
 * @throws the database's unique violation `seat_allocation_one_person` when that person has one of these places already (S-14).
 */
export async function changePersonOfSeats(
  tx: Tx,
  { applicationId, personKey }: { applicationId: string; personKey: Buffer },
): Promise<void> {
  await tx
    .updateTable('seat_allocation')
    .set({ person_key: personKey })
    .where('application_id', '=', applicationId)
    .where('state', 'in', ['Held', 'Taken'])
    .execute();
}

/** Forgets who had these places; that they were taken stays. */
export async function forgetPersonOfSeats(tx: Tx, applicationIds: readonly string[]): Promise<void> {
  await sql`update seat_allocation set person_key = ${nobodysKey} where application_id = any(${[...applicationIds]}::uuid[])`.execute(
    tx,
  );
}

/** Forgets which accounts ordered these places. */
export async function forgetAccountOfSeats(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`update seat_allocation set account_id = ${nobodysAccount} where order_id = any(${[...orderIds]}::uuid[])`.execute(
    tx,
  );
}
