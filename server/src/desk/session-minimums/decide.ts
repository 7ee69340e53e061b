import { sql } from 'kysely';
import { moveToSession } from '#registering/applications';
import { type Proposal, propose } from '#office/approvals';
import { audit } from '#office/audit';
import { withdrawEach, type WithdrawnEach } from '#services/cancellations';
import { lockOrder } from '#checkout/orders';
import { inTransaction, type Tx } from '#platform/database';
import { eachDue, isLeft } from '#platform/each';
import { refuse, refuseForNow } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { closeItem } from '#office/work-items';
import {
  countAfterMove,
  endDecision,
  endIfEnough,
  lockCounts,
  lockDecision,
  refuseWithdrawnPapers,
  registrationsOf,
} from './store.ts';
import { tellMoved } from './notify.ts';

/** What the candidate reads as the reason. */
const withdrawReason = 'UnderSubscribed';

type Decision = { id: string; reason: string };

/** Staff let a paper take place with too few people. @throws as `lockDecision`. */
export async function runAnyway(tx: Tx, staff: StaffActor, { id, reason }: Decision): Promise<void> {
  await lockDecision(tx, staff, id);
  await finish(tx, { id, outcome: 'RunAnyway' });
  await audit(tx, { staff, action: 'minimums.runAnyway', object: { kind: 'sessionSubject', id }, reason });
}

/**
 * Staff move everybody of a paper to another session of the same product; nobody pays more or gets money back.
 * @returns how many were moved.
 * @throws Refusal NOT_FOUND for a session of another product or office; SESSION_WITHDRAWN or SESSION_EXPIRED when it cannot take place;
 * what `moveToSession` refuses; as `lockDecision`.
 */
export async function moveEverybody(
  tx: Tx,
  staff: StaffActor,
  { id, reason, sessionId }: Decision & { sessionId: string },
): Promise<number> {
  const { rows: own } = await sql<{ from: string }>`
    select session_id as "from" from minimum_decision where session_subject_id = ${id}`.execute(tx);
  await lockCounts(tx, [...own.map(({ from }) => from), sessionId]);
  const decision = await lockDecision(tx, staff, id);
  await checkTarget(tx, staff, { ...decision, targetId: sessionId });
  const before = await lockOrders(tx, await registrationsOf(tx, id));
  const ids = await stillThere(tx, { id, locked: before });
  await refuseWithdrawnPapers(tx, { applicationIds: ids, to: sessionId });
  await moveToSession(tx, { ids, sessionId, actor: { kind: 'staff', id: staff.id }, reason });
  for (const one of before.filter(({ applicationId }) => ids.includes(applicationId))) await tellMoved(tx, one);
  await finish(tx, { id, outcome: 'Moved' });
  await countAfterMove(tx, { from: [decision.sessionId], to: sessionId });
  await audit(tx, {
    staff,
    action: 'minimums.move',
    object: { kind: 'sessionSubject', id },
    reason,
    before: { sessionId: decision.sessionId },
    after: { sessionId, applicationIds: ids },
  });
  return ids.length;
}

/** The kind of proposal that withdraws a paper before its time is up (S-16). */
export const withdrawalKind = 'minimumWithdrawal';

/**
 * Proposes to withdraw a paper before its time is up; a second person decides (S-16). Nobody decides in time: the clock does it.
 * @returns the proposal's id. @throws as `lockDecision`; PROPOSAL_OPEN.
 */
export async function proposeWithdrawal(tx: Tx, staff: StaffActor, { id, reason }: Decision): Promise<string> {
  await lockDecision(tx, staff, id);
  const { rows } = await sql<{ officeId: string; label: string }>`
    select session.office_id as "officeId", upper(product.code) || ' ' || subject.code || ' ' || session.exam_date as label
    from session_subject place
    join exam_session session on session.id = place.session_id
    join product on product.id = session.product_id
    join subject on subject.id = place.subject_id
    where place.id = ${id}`.execute(tx);
  const { officeId, label } = rows[0] ?? refuse('NOT_FOUND');
  const payload = { registrations: (await registrationsOf(tx, id)).length };
  return await propose(tx, { kind: withdrawalKind, objectId: id, label, officeId, payload, staff, reason });
}

/** The second person agrees: everybody is refunded in full (P0). @throws as `lockDecision`: by then it may have been decided otherwise. */
export async function performWithdrawal(tx: Tx, { objectId: id, reason }: Proposal, staff: StaffActor): Promise<void> {
  await lockDecision(tx, staff, id);
  const { withdrawn } = await withdrawPaper(tx, id);
  await audit(tx, {
    staff,
    action: 'minimums.withdraw',
    object: { kind: 'sessionSubject', id },
    reason,
    after: { applicationIds: withdrawn },
  });
}

/**
 * Withdraws every paper that nobody decided about in time and refunds everybody in full, each in its own transaction: one that
 * fails holds no other up. Who could not be withdrawn with their paper before is taken up again.
 */
export async function withdrawUndecided(): Promise<void> {
  await eachDue(undecided, ({ id }) => inTransaction((tx) => withdrawIfUndecided(tx, id)));
}

async function undecided(tx: Tx, tried: readonly string[]): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select session_subject_id as id from minimum_decision
    where (outcome is null and decide_by <= app_now() or outcome = 'Withdrawn' and ${hasStuck})
      and session_subject_id <> all(${[...tried]}::uuid[])
    order by decide_by, session_subject_id limit 100`.execute(tx);
  return rows;
}

/** Somebody of the paper is still registered because their order could not be withdrawn. */
const hasStuck = sql`exists (
  select from application_paper paper
  join application_paid paid on paid.application_id = paper.application_id
  join payment_exception stuck on stuck.order_id = paid.order_id and stuck.kind = 'withdrawalStuck' and stuck.closed_at is null
  where paper.session_subject_id = minimum_decision.session_subject_id)`;

async function withdrawIfUndecided(tx: Tx, id: string): Promise<typeof isLeft | null> {
  const { rows } = await sql`
    select from minimum_decision
    where session_subject_id = ${id} and (outcome is null or outcome = 'Withdrawn' and ${hasStuck}) for no key update`.execute(
    tx,
  );
  if (rows.length === 0) return null;
  // People may have come from another session since they were counted.
  if (await endIfEnough(tx, id)) return null;
  return (await withdrawPaper(tx, id)).stuck.length > 0 ? isLeft : null;
}

async function withdrawPaper(tx: Tx, id: string): Promise<WithdrawnEach> {
  const ids = await registrationsOf(tx, id);
  const done = await withdrawEach(tx, {
    ids,
    reason: withdrawReason,
    refund: 'everything',
    cause: 'underSubscribed',
  });
  await finish(tx, { id, outcome: 'Withdrawn' });
  return done;
}

async function finish(tx: Tx, end: Parameters<typeof endDecision>[1]): Promise<void> {
  await endDecision(tx, end);
  await closeItem(tx, { kind: 'sessionUnderMinimum', objectId: end.id });
}

type Target = { targetId: string; sessionId: string; productId: string };

async function checkTarget(tx: Tx, staff: StaffActor, { targetId, sessionId, productId }: Target): Promise<void> {
  const { rows } = await sql<{ office_id: string; status: string; is_past: boolean }>`
    select office_id, status, starts_at <= app_now() as is_past from exam_session
    where id = ${targetId} and id <> ${sessionId} and product_id = ${productId}`.execute(tx);
  const [target] = rows;
  if (!target || (staff.offices !== 'all' && !staff.offices.includes(target.office_id))) refuse('NOT_FOUND');
  if (target.status !== 'Published') refuse('SESSION_WITHDRAWN');
  if (target.is_past) refuse('SESSION_EXPIRED');
}

/**
 * Those of a paper who are still registered for it now that nobody can leave any more.
 * @throws Refusal BUSY when somebody came in while the orders were waited for: the next try has them too.
 */
async function stillThere(tx: Tx, { id, locked }: { id: string; locked: readonly Before[] }): Promise<string[]> {
  const ids = await registrationsOf(tx, id);
  if (ids.some((each) => locked.every(({ applicationId }) => applicationId !== each))) refuseForNow('BUSY', 1);
  return ids;
}

type Before = { applicationId: string; accountId: string; previousDate: string };

/** Locks the orders in id order, as payments and refunds do, and remembers where everybody was. */
async function lockOrders(tx: Tx, ids: readonly string[]): Promise<Before[]> {
  const { rows } = await sql<Before & { orderId: string }>`
    select paid.application_id as "applicationId", paid.account_id as "accountId", paid.order_id as "orderId",
      session.exam_date as "previousDate"
    from application_paid paid
    join application on application.id = paid.application_id
    join exam_session session on session.id = application.session_id
    where paid.application_id = any(${[...ids]}::uuid[])`.execute(tx);
  for (const orderId of [...new Set(rows.map((row) => row.orderId))].toSorted()) await lockOrder(tx, { orderId });
  return rows.map(({ applicationId, accountId, previousDate }) => ({ applicationId, accountId, previousDate }));
}
