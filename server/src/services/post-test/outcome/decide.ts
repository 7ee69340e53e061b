import * as z from 'zod/mini';
import type { Proposal } from '#office/approvals';
import { lockOrder } from '#checkout/orders';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';
import { performCancellation, performRefusal } from '../staff-acts.ts';
import { outcome, performOutcome } from './outcome.ts';
import { lockRequest, paidOf } from '../store.ts';

/** What may wait for a second person, because of the money it gives back (S-16). */
const payload = z.discriminatedUnion('act', [
  z.object({ act: z.literal('approveCancellation') }),
  z.object({ act: z.literal('refuse'), isProviderCause: z.boolean() }),
  z.object({ act: z.literal('complete'), ...outcome.shape }),
]);

/** What the second person's approval does; its guards run again. */
export async function performDecision(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const what = payload.parse(proposal.payload);
  const paid = await paidOf(tx, proposal.objectId);
  if (paid) await lockOrder(tx, { orderId: paid.orderId });
  const row = await lockRequest(tx, proposal.objectId);
  if (what.act === 'approveCancellation') return await performCancellation(tx, staff, row);
  if (what.act === 'complete') return await performOutcome(tx, staff, row, what);
  await performRefusal(tx, staff, row, { reason: proposal.reason, isProviderCause: what.isProviderCause });
}
