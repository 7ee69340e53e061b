import { sessionMachine } from '@exam/contract/machines';
import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { maskMinors } from '#office/access';
import { hasOpenProposal, type Proposal, propose } from '#office/approvals';
import { audit } from '#office/audit';
import { withdrawEach } from '#services/cancellations';
import { closeCounts, lockCounts } from '#desk/session-minimums';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { eachDue, isLeft } from '#platform/each';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import type { StaffActor } from '#platform/staff-http';
import { transition } from '#platform/transition';
import { labelOf, lockSession, type SessionRow } from './store.ts';
import { seated } from '#registering/applications';

type Preview = z.output<StaffCalls['sessions.previewWithdrawal']['reply']>;

/** The kind of proposal that withdraws a session (S-16). */
export const withdrawalKind = 'sessionWithdrawal' as const;

/** What the candidate reads as the reason. */
const withdrawReason = 'SessionWithdrawn';

/** How many registrations one transaction takes. */
const perRun = 100;

/**
 * Dry run (9.7): everybody it concerns with what they would get back, which is all they paid (P0), and how many unpaid orders end.
 * @throws Refusal NOT_FOUND.
 */
export async function previewWithdrawal(tx: Tx, staff: StaffActor, id: string): Promise<Preview> {
  const session = await lookAt(tx, staff, id);
  const { rows } = await sql<Preview['people'][number]>`
    select application.id as "applicationId", application.code, summary.candidate_name as "candidateName",
      coalesce((select string_agg(subject.code, ', ' order by paper.sort) from application_paper paper
        join subject on subject.id = paper.subject_id where paper.application_id = application.id), '') as "subjectCodes",
      coalesce(paid.pay_amount, 0) as paid, coalesce(paid.pay_amount, 0) as refund
    from application
    join application_summary summary on summary.application_id = application.id
    left join application_paid paid on paid.application_id = application.id
    where application.session_id = ${id} and application.status in ${seated}
    order by application.code`.execute(tx);
  const people = await maskMinors(tx, staff, rows, ({ applicationId }) => applicationId);
  const unpaid = await unpaidOrders(tx, id);
  const refundTotal = people.reduce((sum, { refund }) => sum + refund, 0);
  return { people, registrations: people.length, refundTotal, unpaidOrders: unpaid.length, version: session.version };
}

async function lookAt(tx: Tx, staff: StaffActor, id: string): Promise<{ version: number }> {
  const row = await tx
    .selectFrom('exam_session')
    .select(['version', 'office_id', 'booking_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  const isSeen = row?.booking_id === null && (staff.offices === 'all' || staff.offices.includes(row.office_id));
  return row && isSeen ? { version: row.version } : refuse('NOT_FOUND');
}

async function unpaidOrders(tx: Tx, sessionId: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct exam_order.id from exam_order join order_item on order_item.order_id = exam_order.id
    where order_item.session_id = ${sessionId} and exam_order.status = 'PaymentPending' order by 1`.execute(tx);
  return rows;
}

/**
 * Proposes to withdraw a session; a second person decides (S-16). One in which nobody has a place, nor an order that could still be paid, is withdrawn at
 * once (S-21).
 * @returns `proposalId`: null where it is withdrawn.
 * @throws Refusal ILLEGAL_STATE, SESSION_EXPIRED, PROPOSAL_OPEN.
 */
export async function proposeWithdrawal(
  tx: Tx,
  staff: StaffActor,
  { id, version, reason }: { id: string; version: number; reason: string },
): Promise<{ proposalId: string | null }> {
  await lockCounts(tx, [id]);
  const session = await lockSession(tx, staff, { id, version });
  await refuseEnded(tx, session);
  const { people: _, ...counts } = await previewWithdrawal(tx, staff, id);
  if (counts.registrations + counts.unpaidOrders === 0) {
    if (await hasOpenProposal(tx, { kind: withdrawalKind, objectId: id })) refuse('PROPOSAL_OPEN');
    await withdraw(tx, staff, { session, reason });
    return { proposalId: null };
  }
  const label = await labelOf(tx, id);
  const proposal = {
    kind: withdrawalKind,
    objectId: id,
    label,
    officeId: session.office_id,
    payload: counts,
    staff,
    reason,
  };
  return { proposalId: await propose(tx, proposal) };
}

async function refuseEnded(tx: Tx, session: SessionRow): Promise<void> {
  if (session.status !== 'Published') refuse('ILLEGAL_STATE');
  if (session.ends_at <= (await readNow(tx))) refuse('SESSION_EXPIRED');
}

/**
 * The second person agrees: nobody can register any more. Everybody registered is withdrawn and refunded in full by a job that starts
 * at once, in small transactions; unpaid orders are ended at the channel first (9.1#15, #16).
 */
export async function performWithdrawal(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { objectId: id, reason } = proposal;
  await lockCounts(tx, [id]);
  const session = await lockSession(tx, staff, { id, version: null });
  await refuseEnded(tx, session);
  await withdraw(tx, staff, { session, reason });
  await enqueue(tx, 'sessionDesk.empty', { sessionId: id }, { jobKey: `empty:${id}` });
  for (const order of await unpaidOrders(tx, id))
    await enqueue(tx, 'sessionDesk.endOrder', { orderId: order.id, sessionId: id }, { jobKey: `endOrder:${order.id}` });
}

type Withdrawing = { session: SessionRow; reason: string };

async function withdraw(tx: Tx, staff: StaffActor, { session: { id, status }, reason }: Withdrawing): Promise<void> {
  const actor = { kind: 'staff', id: staff.id } as const;
  await transition(tx, sessionMachine, {
    table: 'exam_session',
    kind: 'session',
    id,
    event: 'withdraw',
    actor,
    reason,
  });
  await closeCounts(tx, id);
  await audit(tx, {
    staff,
    action: 'sessions.withdraw',
    object: { kind: 'session', id },
    reason,
    before: { status },
    after: { status: 'Withdrawn' },
  });
}

/**
 * Withdraws everybody who is registered in a withdrawn session, a hundred at a time. May run again; nobody is told or refunded twice.
 * Who cannot be withdrawn is left to staff and to the next sweep.
 * @returns how many could not.
 */
export async function emptySession({ sessionId }: { sessionId: string }): Promise<number> {
  const stuck: string[] = [];
  for (;;) {
    const some = await inTransaction((tx) => withdrawSome(tx, { sessionId, but: stuck }));
    stuck.push(...some.stuck);
    if (some.withdrawn.length + some.stuck.length === 0) return stuck.length;
  }
}

async function withdrawSome(tx: Tx, { sessionId, but }: { sessionId: string; but: readonly string[] }) {
  const { rows } = await sql<{ id: string }>`
    select application.id from application join exam_session session on session.id = application.session_id
    where session.id = ${sessionId} and session.status = 'Withdrawn' and application.status in ${seated}
      and application.id <> all(${[...but]}::uuid[])
    order by application.id limit ${perRun}`.execute(tx);
  return await withdrawEach(tx, {
    ids: rows.map(({ id }) => id),
    reason: withdrawReason,
    refund: 'everything',
    cause: 'sessionWithdrawn',
  });
}

/**
 * Whoever was paid for after the session was withdrawn, because the channel had accepted the payment before (9.1#16, then #15), and
 * whatever an earlier run left. A session that fails holds no other up.
 */
export async function sweepWithdrawn(): Promise<void> {
  await eachDue(notEmpty, async ({ id }) => ((await emptySession({ sessionId: id })) > 0 ? isLeft : null));
}

async function notEmpty(tx: Tx, tried: readonly string[]): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct session.id from exam_session session join application on application.session_id = session.id
    where session.status = 'Withdrawn' and session.booking_id is null and session.ends_at > app_now() and application.status in ${seated}
      and session.id <> all(${[...tried]}::uuid[]) limit 200`.execute(tx);
  return rows;
}
