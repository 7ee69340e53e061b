import * as z from 'zod/mini';
import { propose, type Proposal } from '#office/approvals';
import { audit } from '#office/audit';
import { lockOrder, tellReturned } from '#checkout/orders';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { settings } from '#platform/settings';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { giveBack } from '#books/refunds';

type Wish = { orderId: string; paymentId: string; reason: string };

/**
 * Gives a payment that no order is paid by back to its payer: whole, or what the channel's console has left of it. Above `refund.secondApprovalFen`, and by staff who may only
 * prepare, a second person is asked first (S-16). What an order is paid by goes back by a cancellation alone.
 * @returns the proposal's id, or null when the money is on its way.
 * @throws Refusal NOT_FOUND (404); NOTHING_TO_REFUND when the order is paid by it or it has gone back; PROPOSAL_OPEN.
 */
export async function refundPayment(tx: Tx, staff: StaffActor, wish: Wish): Promise<string | null> {
  const { order, payment } = await lockSurplus(tx, wish);
  const owner = await tx.selectFrom('order_owner').selectAll().where('order_id', '=', order.id).executeTakeFirst();
  checkOffice(staff, owner?.office_id ?? null);
  const mayAlone = staff.permissions.has('refunds:approve') && payment.amount <= settings().refund.secondApprovalFen;
  if (mayAlone) {
    await give(tx, staff, wish);
    return null;
  }
  return await propose(tx, {
    kind: 'paymentRefund',
    objectId: payment.id,
    label: order.code,
    officeId: owner?.office_id ?? null,
    payload: { orderId: order.id, amount: payment.amount },
    staff,
    reason: wish.reason,
  });
}

const payload = z.object({ orderId: z.uuid(), amount: z.int() });

/** What the second person's approval does. @throws Refusal NOTHING_TO_REFUND when it has gone back meanwhile. */
export async function performRefund(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { orderId } = payload.parse(proposal.payload);
  await give(tx, staff, { orderId, paymentId: proposal.objectId, reason: proposal.reason });
}

async function give(tx: Tx, staff: StaffActor, wish: Wish): Promise<void> {
  const { order, payment } = await lockSurplus(tx, wish);
  const cause = order.status === 'PaymentSuccessful' ? 'doublePayment' : 'latePayment';
  const { id: paymentId, amount } = payment;
  await giveBack(tx, { orderId: order.id, orderCode: order.code, paymentId, amount, cause });
  await tellReturned(tx, { orderId: order.id, paymentId, amount });
  await audit(tx, {
    staff,
    action: 'payments.refund',
    object: { kind: 'payment', id: paymentId },
    reason: wish.reason,
    after: { orderCode: order.code, amount },
  });
}

async function lockSurplus(tx: Tx, { orderId, paymentId }: Pick<Wish, 'orderId' | 'paymentId'>) {
  const order = (await lockOrder(tx, { orderId })) ?? refuse('NOT_FOUND');
  const payment = await tx
    .selectFrom('payment')
    .select(['id', 'amount', 'refunded_amount', 'settles_order'])
    .where('id', '=', paymentId)
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  if (!payment) return refuse('NOT_FOUND');
  const left = payment.amount - payment.refunded_amount;
  if (payment.settles_order || left === 0) refuse('NOTHING_TO_REFUND');
  return { order, payment: { id: payment.id, amount: left } };
}
