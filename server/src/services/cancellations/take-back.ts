import { moveRegistrations, paidSet } from '#registering/applications';
import { lockOrder } from '#checkout/orders';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { endPendingRefund } from '#books/refunds';
import { closeItem } from '#office/work-items';
import { closeRequest, lockOpenRequest } from './store.ts';

/**
 * The candidate takes an undecided request back: everything in it is Registered again (9.1 #11, R-78).
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE when nothing is undecided.
 */
export async function takeBackRequest(
  tx: Tx,
  { accountId, applicationId }: { accountId: string; applicationId: string },
): Promise<void> {
  const [own] = await paidSet(tx, { id: applicationId, accountId });
  if (!own) return refuse('NOT_FOUND');
  await lockOrder(tx, { orderId: own.orderId });
  const request = (await lockOpenRequest(tx, { applicationId })) ?? refuse('ILLEGAL_STATE');
  const actor = { kind: 'candidate', id: accountId } as const;
  const ids = request.items.map((item) => item.application_id);
  await moveRegistrations(tx, { ids, event: 'takeBackRequest', actor, reason: null });
  for (const { refund_id: refundId } of request.items)
    await endPendingRefund(tx, { refundId, event: 'takeBack', actor });
  await closeRequest(tx, { id: request.id, outcome: 'TakenBack', by: null, reason: null });
  await closeRequestItems(tx, request.id);
}

/** Nothing about a request waits for staff any more. */
export async function closeRequestItems(tx: Tx, requestId: string): Promise<void> {
  await closeItem(tx, { kind: 'cancellationToDecide', objectId: requestId });
  await closeItem(tx, { kind: 'documentsOverdue', objectId: requestId });
}
