import { sql } from 'kysely';
import * as z from 'zod/mini';
import { propose, type Proposal } from '#office/approvals';
import { lockOrder } from '#checkout/orders';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { settings } from '#platform/settings';
import type { StaffActor } from '#platform/staff-http';
import { giveRest } from '#books/refunds';
import { closeException } from './exception-rows.ts';

type Wish = { id: string; reason: string };

/**
 * Gives for a withdrawn registration what was held back because the channel's console had given money back before, and it turns out
 * that the console meant something else (C29). Above `refund.secondApprovalFen`, and by staff who may only prepare, a second person
 * is asked first (S-16).
 * @returns the proposal's id, or null when the money is on its way.
 * @throws Refusal NOTHING_TO_REFUND; PROPOSAL_OPEN.
 */
export async function refundRest(tx: Tx, staff: StaffActor, wish: Wish): Promise<string | null> {
  const rest = await lockRest(tx, wish.id);
  if (staff.permissions.has('refunds:approve') && rest.amount <= settings().refund.secondApprovalFen) {
    await give(tx, staff, { ...wish, rest });
    return null;
  }
  const owner = await tx.selectFrom('order_owner').selectAll().where('order_id', '=', rest.orderId).executeTakeFirst();
  return await propose(tx, {
    kind: restKind,
    objectId: wish.id,
    label: rest.orderCode,
    officeId: owner?.office_id ?? null,
    payload: { amount: rest.amount },
    staff,
    reason: wish.reason,
  });
}

/** The kind of proposal that gives back what was held back. */
export const restKind = 'refundRest';

const payload = z.object({ amount: z.int() });

/** What the second person's approval does. @throws Refusal VERSION_CONFLICT when less is left than was proposed; NOTHING_TO_REFUND. */
export async function performRest(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const rest = await lockRest(tx, proposal.objectId);
  if (rest.amount !== payload.parse(proposal.payload).amount) refuse('VERSION_CONFLICT');
  await give(tx, staff, { id: proposal.objectId, reason: proposal.reason, rest });
}

type Rest = { orderId: string; orderCode: string; paymentId: string; applicationId: string; amount: number };

async function give(tx: Tx, staff: StaffActor, { id, reason, rest }: Wish & { rest: Rest }): Promise<void> {
  const { amount, ...paid } = rest;
  const actor = { kind: 'staff', id: staff.id } as const;
  await giveRest(tx, paid, { amount, policyRow: 'Staff', note: reason, actor });
  await closeException(tx, staff, { id, reason, after: { amount } });
}

/** What may still be given: never more than the payment has left. The order is locked first, as everywhere. */
async function lockRest(tx: Tx, id: string): Promise<Rest> {
  const { rows } = await sql<Omit<Rest, 'orderCode' | 'amount'>>`
    select order_id as "orderId", payment_id as "paymentId", application_id as "applicationId" from payment_exception
    where id = ${id} and kind = 'refundShort' and payment_id is not null`.execute(tx);
  const [found] = rows;
  if (!found) return refuse('NOTHING_TO_REFUND');
  const order = (await lockOrder(tx, { orderId: found.orderId })) ?? refuse('NOT_FOUND');
  const { rows: sums } = await sql<{ amount: number }>`
    select least(exception.amount, payment.amount - payment.refunded_amount) as amount
    from payment_exception exception join payment on payment.id = exception.payment_id
    where exception.id = ${id} and exception.closed_at is null for no key update`.execute(tx);
  const amount = sums[0]?.amount ?? 0;
  if (amount === 0) refuse('NOTHING_TO_REFUND');
  return { ...found, orderCode: order.code, amount };
}
