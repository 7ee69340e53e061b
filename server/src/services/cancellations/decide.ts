import { addDays, chinaDateOf, lengthSeen } from '@exam/contract/rules';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { openRecords } from '#office/access';
import { holdRegistrations, moveRegistrations } from '#registering/applications';
import { propose, type Proposal } from '#office/approvals';
import { audit } from '#office/audit';
import { countFiles } from '#office/files';
import { lockOrder } from '#checkout/orders';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { settings } from '#platform/settings';
import { seesOffice, type StaffActor } from '#platform/staff-http';
import { approveRefund, endPendingRefund } from '#books/refunds';
import { releaseSeats } from '#offer/sessions';
import { applicationsOf, closeRequest, lockRequest, type OpenRequest } from './store.ts';
import { closeRequestItems } from './take-back.ts';
import { tellOwner } from './notify.ts';
import { refuseTaken } from './taken.ts';

/** Days after approval between which the money is promised. */
const promised = { from: 28, to: 42 };

const amounts = z.array(z.object({ applicationId: z.uuid(), amount: z.int().check(z.minimum(0)) }));
type Amounts = z.output<typeof amounts>;

export type Approval = {
  requestId: string;
  version: number;
  /** Fen by application where staff give back something else than the quote; the reason says why. */
  overrides: Amounts;
  reason: string | null;
};

/**
 * Approves a request (9.1 #12, C28): seats freed, refunds approved with the frozen quote or the amounts staff gave, letters invalid,
 * the person told, in one transaction. Above `refund.secondApprovalFen` or the quote, and by staff who may only prepare, a second person
 * is asked first (S-16, S-21).
 * @returns whether a second person has been asked instead.
 * @throws Refusal NOT_FOUND (404); VERSION_CONFLICT (409); CANCELLATION_DOCUMENTS_NEEDED, CANCELLATION_OVERRIDE_REASON,
 *   REFUND_TOO_MUCH, PROPOSAL_OPEN (412).
 */
export async function approveCancellation(
  tx: Tx,
  staff: StaffActor,
  approval: Approval,
): Promise<{ isProposed: boolean }> {
  const request = await lockForStaff(tx, staff, approval);
  const decided = await decidedAmounts(tx, request, approval);
  const total = [...decided.values()].reduce((sum, amount) => sum + amount, 0);
  const isQuoted = request.items.every((item) => (decided.get(item.application_id) ?? 0) <= item.quoted_amount);
  const mayAlone =
    isQuoted && staff.permissions.has('cancellations:approve') && total <= settings().refund.secondApprovalFen;
  if (mayAlone) {
    await perform(tx, request, { staff, decided, reason: approval.reason });
    return { isProposed: false };
  }
  const { rows } = await sql<{ office_id: string | null; code: string }>`
    select owner.office_id, application.code from order_owner owner, application
    where owner.order_id = ${request.order_id} and application.id = ${request.items[0]?.application_id ?? ''}`.execute(
    tx,
  );
  await propose(tx, {
    kind: 'cancellationApproval',
    objectId: request.id,
    label: rows[0]?.code ?? null,
    officeId: rows[0]?.office_id ?? null,
    payload: { overrides: approval.overrides, total, isReasonGiven: approval.reason !== null },
    staff,
    // Read by staff of either language.
    reason: approval.reason ?? '按冻结的报价办理 / The quote as frozen',
  });
  return { isProposed: true };
}

const payload = z.object({ overrides: amounts, total: z.int(), isReasonGiven: z._default(z.boolean(), true) });

/** What the second person's approval does. @throws Refusal VERSION_CONFLICT when it was decided meanwhile. */
export async function performApproval(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { overrides, isReasonGiven } = payload.parse(proposal.payload);
  const request = await lockWithOrder(tx, proposal.objectId);
  if (!request) return refuse('VERSION_CONFLICT');
  // The family reads it: what is there where none was given is for colleagues.
  const reason = isReasonGiven ? proposal.reason : null;
  const decided = await decidedAmounts(tx, request, { overrides, reason });
  await perform(tx, request, { staff, decided, reason });
}

/**
 * Rejects a request with a reason that the candidate reads (9.1 #13): the seat stays, and they may ask again.
 * @throws Refusal NOT_FOUND (404), VERSION_CONFLICT (409).
 */
export async function rejectCancellation(
  tx: Tx,
  staff: StaffActor,
  { requestId, version, reason }: { requestId: string; version: number; reason: string },
): Promise<void> {
  const request = await lockForStaff(tx, staff, { requestId, version });
  const actor = { kind: 'staff', id: staff.id } as const;
  const ids = request.items.map((item) => item.application_id);
  await moveRegistrations(tx, { ids, event: 'rejectCancellation', actor, reason });
  for (const { refund_id: refundId } of request.items) await endPendingRefund(tx, { refundId, event: 'reject', actor });
  await closeRequest(tx, { id: request.id, outcome: 'Rejected', by: staff.id, reason });
  await closeRequestItems(tx, request.id);
  const about = { accountId: request.account_id, applicationId: ids[0] ?? '', objectId: request.id };
  await tellOwner(tx, about, { kind: 'cancellationRejected', values: {} });
  await audit(tx, { staff, action: 'cancellations.reject', object: { kind: 'cancellation', id: request.id }, reason });
}

/** An undecided request of the staff's offices at the version they look at, its order locked before it. */
export async function lockForStaff(
  tx: Tx,
  staff: StaffActor,
  { requestId, version, reason = null }: { requestId: string; version: number; reason?: string | null },
): Promise<OpenRequest> {
  const { rows } = await sql<{ office_id: string | null }>`
    select owner.office_id from cancellation_request request join order_owner owner on owner.order_id = request.order_id
    where request.id = ${requestId} and not exists (select from out_of_use gone where gone.id = request.id)`.execute(
    tx,
  );
  const [row] = rows;
  if (!row || !seesOffice(staff, row.office_id)) return refuse('NOT_FOUND');
  const ids = await applicationsOf(tx, requestId);
  await openRecords(tx, staff, { kind: 'application', ids, purpose: 'cancellations.get', act: 'Changed', reason });
  const request = await lockWithOrder(tx, requestId);
  if (!request || request.version !== version) return refuse('VERSION_CONFLICT');
  return request;
}

/** Locks are taken in one order everywhere: order, request, session. */
async function lockWithOrder(tx: Tx, requestId: string): Promise<OpenRequest | null> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from cancellation_request where id = ${requestId}`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  await lockOrder(tx, { orderId: row.order_id });
  return await lockRequest(tx, requestId);
}

async function decidedAmounts(
  tx: Tx,
  request: OpenRequest,
  { overrides, reason }: Pick<Approval, 'overrides' | 'reason'>,
): Promise<Map<string, number>> {
  if (request.is_document_required && (await countFiles(tx, request.id)) === 0) {
    // Staff may give another amount without papers, audited with their reason; the quote itself is on papers.
    if (overrides.length < request.items.length) refuse('CANCELLATION_DOCUMENTS_NEEDED');
  }
  const given = new Map(overrides.map(({ applicationId, amount }) => [applicationId, amount]));
  const decided = new Map<string, number>();
  for (const item of request.items) {
    const amount = given.get(item.application_id) ?? item.quoted_amount;
    if (amount > item.paid_amount) refuse('REFUND_TOO_MUCH');
    if (amount !== item.quoted_amount && lengthSeen((reason ?? '').trim()) < 5)
      refuse('FIELDS', {}, { reason: 'CANCELLATION_OVERRIDE_REASON' });
    decided.set(item.application_id, amount);
    given.delete(item.application_id);
  }
  if (given.size > 0) refuse('NOT_FOUND');
  return decided;
}

type Performing = { staff: StaffActor; decided: ReadonlyMap<string, number>; reason: string | null };

async function perform(tx: Tx, request: OpenRequest, { staff, decided, reason }: Performing): Promise<void> {
  const actor = { kind: 'staff', id: staff.id } as const;
  const ids = request.items.map((item) => item.application_id);
  await holdRegistrations(tx, ids);
  await refuseTaken(
    tx,
    ids.map((id) => ({ id })),
  );
  const moved = await moveRegistrations(tx, { ids, event: 'approveCancellation', actor, reason });
  if (moved.length !== ids.length) refuse('ILLEGAL_STATE');
  let given = 0;
  for (const { application_id: applicationId, refund_id: refundId } of request.items) {
    const amount = decided.get(applicationId) ?? 0;
    given += await approveRefund(tx, { refundId, amount, actor, note: reason });
    await sql`
      update cancellation_item set approved_amount = ${amount}
      where request_id = ${request.id} and application_id = ${applicationId}`.execute(tx);
  }
  await releaseSeats(tx, { orderId: request.order_id, reason: 'cancelled', applicationIds: ids });
  await closeRequest(tx, { id: request.id, outcome: 'Approved', by: staff.id, reason });
  await closeRequestItems(tx, request.id);
  await tellApproved(tx, request, given);
  await audit(tx, {
    staff,
    action: 'cancellations.approve',
    object: { kind: 'cancellation', id: request.id },
    reason,
    before: { quoted: Object.fromEntries(request.items.map((item) => [item.application_id, item.quoted_amount])) },
    after: { approved: Object.fromEntries(decided), amount: given },
  });
}

/** Without money the worker tells it when it completes the refund (9.5#11). */
async function tellApproved(tx: Tx, request: OpenRequest, amount: number): Promise<void> {
  if (amount === 0) return;
  const today = chinaDateOf(await readNow(tx));
  await tellOwner(
    tx,
    { accountId: request.account_id, applicationId: request.items[0]?.application_id ?? '', objectId: request.id },
    {
      kind: 'cancellationApproved',
      values: { amount, from: addDays(today, promised.from), to: addDays(today, promised.to) },
    },
  );
}
