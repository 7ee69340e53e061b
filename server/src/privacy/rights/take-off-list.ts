import { lockAccountOrders } from '#checkout/orders';
import { waitForHolds } from '#office/holds';
import { forgetUnneeded, hideCandidate, lockForDeletion } from '#people/candidates';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { forgetUnkept } from './delete-candidate.ts';

/**
 * Takes a candidate off the list, with whatever of theirs nothing lawful keeps: lines of the cart, drafts, what was never booked; and
 * erases them where no registration or booking is left (PIPL 47). Registrations stay as they are, and their owner finds them.
 * @throws Refusal NOT_FOUND when it is not on the account's list.
 */
export async function takeOffList(
  tx: Tx,
  { accountId, candidateId }: { accountId: string; candidateId: string },
): Promise<void> {
  await waitForHolds(tx);
  // An order that is being placed is waited for, as whoever places one waits for this.
  await lockAccountOrders(tx, accountId);
  await lockForDeletion(tx, { accountId, id: candidateId });
  if (!(await hideCandidate(tx, accountId, candidateId))) refuse('NOT_FOUND');
  await forgetUnkept(tx, { accountId, candidateId });
  await forgetUnneeded(tx, accountId);
}
