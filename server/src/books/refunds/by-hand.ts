import { refundMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { hasOpenProposal, propose, type Proposal } from '#office/approvals';
import { audit } from '#office/audit';
import { useFiles } from '#office/files';
import { closeExceptions, post } from '#books/ledger';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { transition } from '#platform/transition';
import { quietMinutes } from './rows.ts';
import { closeRefundItems } from './send.ts';
import { tellCompleted } from './notify.ts';

type Given = { refundId: string; version: number; reason: string };

/**
 * Sends a failed refund once more, under the same serial number (9.5#9): what became of the earlier call is asked first.
 * @throws Refusal NOT_FOUND (404), VERSION_CONFLICT (409), ILLEGAL_STATE (412) when it has not failed,
 *   PROPOSAL_OPEN (412) while a second person decides whether it was paid by hand.
 */
export async function retryRefund(tx: Tx, staff: StaffActor, { refundId, version, reason }: Given): Promise<void> {
  const row = await lockFailed(tx, staff, { refundId, version });
  if (await hasOpenProposal(tx, { kind: 'refundByHand', objectId: row.id })) refuse('PROPOSAL_OPEN');
  const actor = { kind: 'staff', id: staff.id } as const;
  await transition(tx, refundMachine, { table: 'refund', kind: 'refund', id: row.id, event: 'retry', actor, reason });
  await sql`
    update refund set next_try_at = app_now() + make_interval(mins => ${quietMinutes}), version = version + 1
    where id = ${row.id}`.execute(tx);
  await closeRefundItems(tx, row.id);
  await enqueue(tx, 'refunds.send', { refundId: row.id }, { jobKey: `refund:${row.id}` });
  await audit(tx, { staff, action: 'refunds.retry', object: { kind: 'refund', id: row.id }, reason });
}

/**
 * Asks a second person to confirm that a failed refund was paid outside the channel, by the bank's receipt (9.5#10, R-76, S-16).
 * @returns the proposal's id.
 * @throws Refusal as `retryRefund`; VOUCHER_USED, PROPOSAL_OPEN (412); NOT_FOUND (404) for a receipt that the caller did not upload.
 */
export async function proposeByHand(
  tx: Tx,
  staff: StaffActor,
  { voucher, fileId, ...given }: Given & { voucher: string; fileId: string },
): Promise<string> {
  const row = await lockFailed(tx, staff, given);
  await checkVoucher(tx, voucher);
  await useFiles(tx, { ids: [fileId], staffId: staff.id, usedBy: 'refund', objectId: row.id });
  return await propose(tx, {
    kind: 'refundByHand',
    objectId: row.id,
    label: row.serial_number,
    officeId: row.office_id,
    payload: { voucher, fileId },
    staff,
    reason: given.reason,
  });
}

const payload = z.object({ voucher: z.string() });

/** What the second person's approval does. @throws Refusal ILLEGAL_STATE when it has gone through meanwhile; VOUCHER_USED. */
export async function payByHand(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { voucher } = payload.parse(proposal.payload);
  const id = proposal.objectId;
  const actor = { kind: 'staff', id: staff.id } as const;
  await checkVoucher(tx, voucher);
  const { reason } = proposal;
  await transition(tx, refundMachine, { table: 'refund', kind: 'refund', id, event: 'payByHand', actor, reason });
  const row = await tx
    .updateTable('refund')
    .set((refund) => ({
      is_by_hand: true,
      voucher,
      completed_at: sql<string>`app_now()`,
      next_try_at: null,
      version: refund('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning(['order_id', 'payment_id', 'amount'])
    .executeTakeFirstOrThrow();
  const { order_id: orderId, payment_id: paymentId, amount } = row;
  await post(tx, { orderId, kind: 'refundDone', debit: 'refundDue', credit: 'bank', amount });
  if (paymentId !== null) await closeExceptions(tx, { paymentId });
  await closeRefundItems(tx, id);
  await tellCompleted(tx, id);
  const after = { voucher, amount, proposedBy: proposal.proposedBy };
  await audit(tx, { staff, action: 'refunds.payByHand', object: { kind: 'refund', id }, reason, after });
}

async function checkVoucher(tx: Tx, voucher: string): Promise<void> {
  const used = await tx.selectFrom('refund').select('id').where('voucher', '=', voucher).executeTakeFirst();
  if (used) refuse('VOUCHER_USED');
}

async function lockFailed(tx: Tx, staff: StaffActor, { refundId, version }: { refundId: string; version: number }) {
  const row = await tx
    .selectFrom('refund')
    .innerJoin('order_owner as owner', 'owner.order_id', 'refund.order_id')
    .select(['refund.id', 'refund.status', 'refund.version', 'refund.serial_number', 'owner.office_id'])
    .where('refund.id', '=', refundId)
    .forNoKeyUpdate('refund')
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  checkOffice(staff, row.office_id);
  if (row.version !== version) refuse('VERSION_CONFLICT');
  if (row.status !== 'Failed') refuse('ILLEGAL_STATE');
  return row;
}
