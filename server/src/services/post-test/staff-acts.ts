import type { AuditAct } from '@exam/contract/staff';
import { postTestMachine } from '@exam/contract/machines';
import type { EventOf } from '@exam/contract/machines';
import { refusalRefund } from '@exam/contract/rules';
import { openRecords } from '#office/access';
import { hasOpenProposal, propose } from '#office/approvals';
import { audit } from '#office/audit';
import { handFile } from '#office/files';
import { lockOrder } from '#checkout/orders';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { settings } from '#platform/settings';
import { seesOffice, type StaffActor } from '#platform/staff-http';
import { transition } from '#platform/transition';
import { approveRefund, endPendingRefund, refundForProvider } from '#books/refunds';
import { closeItem } from '#office/work-items';
import { paidFees } from './request/cancel.ts';
import { putOnBoard } from './follow.ts';
import { itemsOf, lockRequest, paidOf, type RequestRow } from './store.ts';
import { tellCancellationRejected, tellCancelled, tellFiles, tellRefused } from './notify.ts';

/** Which request, and what version of it the member of staff looked at (S-1). */
export type Seen = { id: string; version: number; reason?: string | null };

export const actorOf = (staff: Pick<StaffActor, 'id'>) => ({ kind: 'staff', id: staff.id }) as const;

/**
 * Locks a request that staff act on, its order before it. Of two at once the second is told.
 * @throws Refusal NOT_FOUND for another office's or a draft; VERSION_CONFLICT; ILLEGAL_STATE once its period is over.
 */
export async function lockSeen(tx: Tx, staff: StaffActor, { id, version, reason = null }: Seen): Promise<RequestRow> {
  const paid = await paidOf(tx, id);
  if (paid) await lockOrder(tx, { orderId: paid.orderId });
  const row = await lockRequest(tx, id);
  if (!seesOffice(staff, row.office_id) || row.deleted_at !== null || row.restricted_at !== null) refuse('NOT_FOUND');
  if (row.status === 'Initiated' || row.status === 'Expired') refuse('NOT_FOUND');
  await openRecords(tx, staff, { kind: 'postTest', ids: [id], purpose: 'postResults.get', act: 'Changed', reason });
  if (row.version !== version) refuse('VERSION_CONFLICT');
  // It names nobody any more.
  if (row.anonymised_at !== null) refuse('ILLEGAL_STATE');
  return row;
}

type Change = Partial<Omit<RequestRow, 'id' | 'status' | 'version' | 'created_at' | 'saved_at'>>;

/** Writes what an act of staff changes beside the state. */
export async function change(tx: Tx, id: string, values: Change): Promise<void> {
  await tx
    .updateTable('post_test')
    .set((old) => ({ ...values, version: old('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function move(
  tx: Tx,
  row: RequestRow,
  {
    event,
    staff,
    reason = null,
  }: { event: EventOf<typeof postTestMachine>; staff: StaffActor; reason?: string | null },
): Promise<void> {
  await transition(tx, postTestMachine, {
    table: 'post_test',
    kind: 'postTest',
    id: row.id,
    event,
    actor: actorOf(staff),
    reason,
  });
}

/** One audit row of an act on a request. */
export async function note(
  tx: Tx,
  staff: StaffActor,
  row: RequestRow,
  act: { action: AuditAct; reason?: string | null; before?: object; after?: object },
): Promise<void> {
  const people = row.person_key === null ? [] : [row.person_key];
  await audit(tx, { staff, object: { kind: 'postTest', id: row.id }, people, ...act });
}

/** Takes a request on, so that colleagues see who works on it. */
export async function takeRequest(tx: Tx, staff: StaffActor, seen: Seen): Promise<void> {
  const row = await lockSeen(tx, staff, seen);
  await change(tx, row.id, { taken_by: staff.id, taken_by_name: staff.name });
  await note(tx, staff, row, { action: 'postTest.take' });
}

/**
 * Approves the cancellation of a request that was not sent (9.6 #9); above the limit a second person decides (S-16).
 * @throws Refusal as `lockSeen`; ILLEGAL_STATE; PROPOSAL_OPEN.
 */
export async function approveCancellation(tx: Tx, staff: StaffActor, seen: Seen): Promise<void> {
  const row = await lockSeen(tx, staff, seen);
  if (row.status !== 'RegisteredCancellationRequested' || row.cancel_refund_id === null) refuse('ILLEGAL_STATE');
  const amount = await refundAmount(tx, row.cancel_refund_id);
  const what = { act: 'approveCancellation' } as const;
  // The candidate's own words stay where they are sealed: who decides reads them on the request.
  if (await isLeftToSecond(tx, { staff, row, amount, what, reason: '' })) return;
  await performCancellation(tx, staff, row);
}

/** Refuses to cancel: the request goes on (9.6 #9). */
export async function rejectCancellation(
  tx: Tx,
  staff: StaffActor,
  { reason, ...seen }: Seen & { reason: string },
): Promise<void> {
  const row = await lockSeen(tx, staff, { ...seen, reason });
  await refuseWhileProposed(tx, row);
  await move(tx, row, { event: 'rejectCancellation', staff, reason });
  if (row.cancel_refund_id !== null)
    await endPendingRefund(tx, { refundId: row.cancel_refund_id, event: 'reject', actor: actorOf(staff) });
  await change(tx, row.id, { cancel_reject_reason: reason });
  await closeItem(tx, { kind: 'postTestCancellation', objectId: row.id });
  await putOnBoard(tx, row);
  await note(tx, staff, row, { action: 'postTest.rejectCancellation', reason });
  await tellCancellationRejected(tx, { id: row.id, version: row.version });
}

/**
 * Refuses a request with its refund (9.6 #11): everything before it was sent or for the provider's doing, otherwise the board's fee.
 * Above the limit a second person decides (S-16).
 */
export async function refuseRequest(
  tx: Tx,
  staff: StaffActor,
  { reason, isProviderCause, ...seen }: Seen & { reason: string; isProviderCause: boolean },
): Promise<void> {
  const row = await lockSeen(tx, staff, { ...seen, reason });
  if (row.status !== 'Registered' && row.status !== 'Processing') refuse('ILLEGAL_STATE');
  const amount = await refusalAmount(tx, row, isProviderCause);
  const what = { act: 'refuse', isProviderCause } as const;
  if (await isLeftToSecond(tx, { staff, row, amount, what, reason })) return;
  await performRefusal(tx, staff, row, { reason, isProviderCause });
}

/** Gives the candidate files that came back from the awarding body; they are told. */
export async function addFiles(
  tx: Tx,
  staff: StaffActor,
  { fileIds, ...seen }: Seen & { fileIds: readonly string[] },
): Promise<void> {
  const row = await lockSeen(tx, staff, seen);
  if (row.status !== 'Processing' && row.status !== 'Complete') refuse('ILLEGAL_STATE');
  await handFiles(tx, staff, row, fileIds);
  await change(tx, row.id, {});
  await note(tx, staff, row, { action: 'postTest.addFiles', after: { files: fileIds.length } });
  await tellFiles(tx, { id: row.id, version: row.version });
}

export async function handFiles(tx: Tx, staff: StaffActor, row: RequestRow, ids: readonly string[]): Promise<void> {
  const to = { staffId: staff.id, accountId: row.account_id, usedBy: 'postTest', objectId: row.id } as const;
  for (const id of ids) await handFile(tx, { id, ...to });
}

/** Allows another UCI of the same candidate beside this one (3-domain 4.3). */
export async function clearUci(
  tx: Tx,
  staff: StaffActor,
  { reason, ...seen }: Seen & { reason: string },
): Promise<void> {
  const row = await lockSeen(tx, staff, { ...seen, reason });
  await change(tx, row.id, { is_uci_cleared: true });
  await note(tx, staff, row, { action: 'postTest.clearUci', reason });
}

/** Approves a cancellation that one person, or two, have decided. */
export async function performCancellation(tx: Tx, staff: StaffActor, row: RequestRow): Promise<void> {
  await move(tx, row, { event: 'approveCancellation', staff });
  const refundId = row.cancel_refund_id ?? refuse('ILLEGAL_STATE');
  const amount = await refundAmount(tx, refundId);
  await approveRefund(tx, { refundId, amount, actor: actorOf(staff), note: null });
  await change(tx, row.id, {});
  await closeItem(tx, { kind: 'postTestCancellation', objectId: row.id });
  await note(tx, staff, row, { action: 'postTest.approveCancellation', after: { amount } });
  await tellCancelled(tx, { id: row.id, version: row.version, amount });
}

type Refusing = { reason: string; isProviderCause: boolean };

/** Refuses a request as one person, or two, have decided. */
export async function performRefusal(tx: Tx, staff: StaffActor, row: RequestRow, refusing: Refusing): Promise<void> {
  const { reason, isProviderCause } = refusing;
  const amount = await refusalAmount(tx, row, isProviderCause);
  await move(tx, row, { event: 'refuse', staff, reason });
  const paid = (await paidOf(tx, row.id)) ?? refuse('ILLEGAL_STATE');
  if (amount > 0)
    await refundForProvider(tx, paid, {
      amount,
      policyRow: 'T2',
      cause: 'withdrawal',
      note: reason,
      actor: actorOf(staff),
    });
  await change(tx, row.id, { reject_reason: reason });
  await closeItem(tx, { kind: 'postTestToSend', objectId: row.id });
  await closeItem(tx, { kind: 'postTestOutcome', objectId: row.id });
  await note(tx, staff, row, { action: 'postTest.refuse', reason, after: { amount, isProviderCause } });
  await tellRefused(tx, { id: row.id, version: row.version, amount });
}

async function refusalAmount(tx: Tx, row: RequestRow, isProviderCause: boolean): Promise<number> {
  const paid = paidFees((await itemsOf(tx, [row.id])).get(row.id) ?? []);
  return refusalRefund(paid, { isSent: row.status === 'Processing', isProviderCause });
}

async function refundAmount(tx: Tx, id: string): Promise<number> {
  return (await tx.selectFrom('refund').select('amount').where('id', '=', id).executeTakeFirstOrThrow()).amount;
}

async function refuseWhileProposed(tx: Tx, row: RequestRow): Promise<void> {
  if (await hasOpenProposal(tx, { kind: 'postTestRefund', objectId: row.id })) refuse('PROPOSAL_OPEN');
}

type Deciding = {
  staff: StaffActor;
  row: RequestRow;
  amount: number;
  what: object;
  reason: string;
  isDoubtful?: boolean;
};

/** Whether a decision gives back more than one person may, or what nothing but their word speaks for: then it is proposed. @throws Refusal PROPOSAL_OPEN. */
export async function isLeftToSecond(tx: Tx, deciding: Deciding): Promise<boolean> {
  const { staff, row, amount, what, reason, isDoubtful = false } = deciding;
  await refuseWhileProposed(tx, row);
  if (!isDoubtful && amount <= settings().refund.secondApprovalFen) return false;
  await propose(tx, {
    kind: 'postTestRefund',
    objectId: row.id,
    label: row.code,
    officeId: row.office_id,
    payload: { ...what, total: amount },
    staff,
    reason,
  });
  return true;
}
