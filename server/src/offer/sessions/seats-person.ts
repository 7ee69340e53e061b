import type { Tx } from '#platform/database';

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
