import { sql } from 'kysely';
import * as z from 'zod/mini';
import { propose, type Proposal } from '#office/approvals';
import { audit } from '#office/audit';
import { post } from '#books/ledger';
import { lockOrder, settleOrder } from '#checkout/orders';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { returnSurplus } from './apply-payment.ts';

/** The channel name of money that staff received outside the channels. */
const manual = 'manual';

type Claim = { orderId: string; version: number; voucher: string; paidAt: string; reason: string };

/**
 * Asks a second person to confirm that an unpaid order was paid outside the channels (9.4 #5, S-16); an expired one is then revived
 * if its seats can be had again (S-3, C15).
 * @returns the proposal's id.
 * @throws Refusal NOT_FOUND (404), VERSION_CONFLICT (409), ILLEGAL_STATE when it is paid, PAID_AT_FUTURE, VOUCHER_USED, PROPOSAL_OPEN.
 */
export async function proposePaid(tx: Tx, staff: StaffActor, claim: Claim): Promise<string> {
  const order = (await lockOrder(tx, { orderId: claim.orderId })) ?? refuse('NOT_FOUND');
  const owner = await tx
    .selectFrom('order_owner')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  checkOffice(staff, owner.office_id);
  if (order.version !== claim.version) refuse('VERSION_CONFLICT');
  if (order.status === 'PaymentSuccessful') refuse('ILLEGAL_STATE');
  if (claim.paidAt > (await readNow(tx))) refuse('PAID_AT_FUTURE', {}, { paidAt: 'PAID_AT_FUTURE' });
  await checkVoucher(tx, claim.voucher);
  return await propose(tx, {
    kind: 'orderPaidByHand',
    objectId: order.id,
    label: order.code,
    officeId: owner.office_id,
    payload: { voucher: claim.voucher, paidAt: claim.paidAt, amount: order.pay_amount },
    staff,
    reason: claim.reason,
  });
}

const payload = z.object({ voucher: z.string(), paidAt: z.string(), amount: z.int() });

/**
 * What the second person's approval does: the order is paid as by a channel, with the voucher as the payment's number. An attempt that is
 * still open at a channel is closed after commit; if it pays all the same, that money goes back (9.4 #11).
 * @throws Refusal ILLEGAL_STATE when the order is paid meanwhile; ORDER_NOT_REVIVABLE when it has expired and S-3 does not hold;
 *   VOUCHER_USED.
 */
export async function payByHand(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { voucher, paidAt, amount } = payload.parse(proposal.payload);
  const order = (await lockOrder(tx, { orderId: proposal.objectId })) ?? refuse('NOT_FOUND');
  if (order.status === 'PaymentSuccessful' || order.pay_amount !== amount) refuse('ILLEGAL_STATE');
  await checkVoucher(tx, voucher);
  await sql`
    insert into payment (id, order_id, channel, channel_trade_no, amount, settles_order, paid_at, recorded_at)
    values (${randomId()}, ${order.id}, ${manual}, ${voucher}, ${amount}, true, ${paidAt}, app_now())`.execute(tx);
  await post(tx, { orderId: order.id, kind: 'paymentReceived', debit: 'bank', credit: 'customer', amount });
  const actor = { kind: 'staff', id: staff.id } as const;
  const { decision } = await settleOrder(tx, order, { amount, paymentType: null, paidAt, actor });
  if (decision === 'refund') refuse('ORDER_NOT_REVIVABLE');
  await post(tx, { orderId: order.id, kind: 'orderPaid', debit: 'customer', credit: 'revenue', amount });
  await returnSurplus(tx, order, 'doublePayment');
  await enqueue(tx, 'payments.clear', { orderId: order.id }, { jobKey: `clear:${order.id}` });
  await audit(tx, {
    staff,
    action: 'payments.payByHand',
    object: { kind: 'order', id: order.id },
    reason: proposal.reason,
    after: { voucher, paidAt, amount, decision, proposedBy: proposal.proposedBy },
  });
}

async function checkVoucher(tx: Tx, voucher: string): Promise<void> {
  const used = await tx
    .selectFrom('payment')
    .select('id')
    .where('channel', '=', manual)
    .where('channel_trade_no', '=', voucher)
    .executeTakeFirst();
  if (used) refuse('VOUCHER_USED');
}
