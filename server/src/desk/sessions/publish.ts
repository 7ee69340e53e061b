import { sessionMachine } from '@exam/contract/machines';
import { addSeconds, doStagesReach } from '@exam/contract/rules';
import type { StaffCalls } from '@exam/contract/staff';
import * as z from 'zod/mini';
import { type Proposal, propose } from '#office/approvals';
import { audit } from '#office/audit';
import { countAgain, lockCounts } from '#desk/session-minimums';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { record, transition } from '#platform/transition';
import { changeSession } from '#offer/sessions';
import { problemsOf, readKnown, refusePlan } from './check.ts';
import { papersOf, pricesOf, readPlan } from './plan.ts';
import { asWritten } from './prices/fees.ts';
import { offList } from './prices/list-price.ts';
import { labelOf, lockSession } from './store.ts';

type Made = { id: string; version: number };
type Aimed = { id: string; version: number };

/** The kind of proposal that publishes a session at another price than the list's (S-16). */
export const publicationKind = 'sessionPublication' as const;

type Publishing = Aimed & { reason?: string | null | undefined };

/**
 * Shows a draft in the portal (9.7): dates in order, fees whole, venue in use, subjects valid on the day, stages without gaps. At another price than the
 * list's a second person is asked, and it stays a draft until then.
 * @returns `proposalId`: null where it is published.
 * @throws Refusal FIELDS with what is wrong; ILLEGAL_STATE when it is not a draft; PRICE_REASON_REQUIRED; PROPOSAL_OPEN.
 */
export async function publishSession(
  tx: Tx,
  staff: StaffActor,
  { id, version, reason }: Publishing,
): Promise<Made & { proposalId: string | null }> {
  const session = await lockSession(tx, staff, { id, version });
  await checkPlan(tx, staff, id);
  if (session.status !== sessionMachine.initial) refuse('ILLEGAL_STATE');
  if ((await offList(tx, [id])).length === 0)
    return { ...(await move(tx, staff, { id, event: 'publish', reason: null })), proposalId: null };
  if (!reason) return refuse('PRICE_REASON_REQUIRED', {}, { reason: 'PRICE_REASON_REQUIRED' });
  const payload = { version, papers: (await papersOf(tx, id)).map(asWritten) };
  const proposal = { kind: publicationKind, objectId: id, label: await labelOf(tx, id), officeId: session.office_id };
  return { id, version, proposalId: await propose(tx, { ...proposal, payload, staff, reason }) };
}

const proposed = z.object({ version: z.int() });

/**
 * The second person agrees to the price: the session is published.
 * @throws Refusal VERSION_CONFLICT (409) when it was changed since; as `publishSession`.
 */
export async function performPublication(
  tx: Tx,
  { objectId: id, payload, reason }: Proposal,
  staff: StaffActor,
): Promise<void> {
  await lockSession(tx, staff, { id, ...proposed.parse(payload) });
  await checkPlan(tx, staff, id);
  await move(tx, staff, { id, event: 'publish', reason });
}

async function checkPlan(tx: Tx, staff: StaffActor, id: string): Promise<void> {
  const plan = (await readPlan(tx, id)) ?? refuse('NOT_FOUND');
  const problems = problemsOf(plan, await readKnown(tx, staff, [plan]));
  refusePlan(problems.filter(({ code }) => code !== 'SESSION_EXISTS'));
}

/** Takes a session out of the portal again while nobody has a place. @throws Refusal SESSION_HAS_PEOPLE, ILLEGAL_STATE. */
export async function takeBackSession(
  tx: Tx,
  staff: StaffActor,
  { id, version, reason }: Aimed & { reason: string },
): Promise<Made> {
  const session = await lockSession(tx, staff, { id, version });
  if (session.registered > 0) refuse('SESSION_HAS_PEOPLE');
  return await move(tx, staff, { id, event: 'takeBack', reason });
}

type Moving = { id: string; event: 'publish' | 'takeBack'; reason: string | null };

async function move(tx: Tx, staff: StaffActor, { id, event, reason }: Moving): Promise<Made> {
  const actor = { kind: 'staff', id: staff.id } as const;
  const { from, to } = await transition(tx, sessionMachine, {
    table: 'exam_session',
    kind: 'session',
    id,
    event,
    actor,
    reason,
  });
  await audit(tx, {
    staff,
    action: `sessions.${event}`,
    object: { kind: 'session', id },
    reason,
    before: { status: from },
    after: { status: to },
  });
  return await changeSession(tx, id, {});
}

type Window = z.output<StaffCalls['sessions.changeWindow']['body']> & { id: string };

/**
 * Changes when registration is open; null is this moment, so that it opens or closes now. Orders made already keep their time to pay.
 * A later end counts the group minimum again, and must not lie behind the last stage of late entry.
 * @throws Refusal FIELDS (SESSION_WINDOW, LATE_STAGES_WRONG), SESSION_EXPIRED, ILLEGAL_STATE for a withdrawn one.
 */
export async function changeWindow(tx: Tx, staff: StaffActor, { id, version, reason, ...wish }: Window): Promise<Made> {
  await lockCounts(tx, [id]);
  const session = await lockSession(tx, staff, { id, version });
  if (session.status === 'Withdrawn') refuse('ILLEGAL_STATE');
  const now = await readNow(tx);
  if (session.starts_at <= now) refuse('SESSION_EXPIRED');
  const publish_start_at = wish.publishStartAt ?? now;
  // The end itself still belongs to registration (9.7): closed now is closed a moment ago.
  const publish_end_at = wish.publishEndAt ?? addSeconds(now, -0.001);
  if (publish_start_at >= publish_end_at || publish_end_at > session.starts_at)
    refusePlan([{ field: 'publishEndAt', code: 'SESSION_WINDOW' }]);
  const stages = (await papersOf(tx, id)).map((paper) => pricesOf(paper).lateCharges);
  if (stages.some((each) => !doStagesReach(each, publish_end_at)))
    refusePlan([{ field: 'publishEndAt', code: 'LATE_STAGES_WRONG' }]);
  const made = await changeSession(tx, id, { publish_start_at, publish_end_at });
  if (publish_end_at > session.publish_end_at) await countAgain(tx, id);
  await note(tx, staff, {
    id,
    event: 'changeWindow',
    reason,
    before: { publishStartAt: session.publish_start_at, publishEndAt: session.publish_end_at },
    after: { publishStartAt: publish_start_at, publishEndAt: publish_end_at },
  });
  return made;
}

/**
 * Changes the capacity. Takers of seats wait for the same lock, so the number taken is the final one (C1, C2).
 * @throws Refusal CAPACITY_BELOW_TAKEN (412); VERSION_CONFLICT (409); ILLEGAL_STATE for a withdrawn session.
 */
export async function changeCapacity(
  tx: Tx,
  staff: StaffActor,
  { id, version, seat, reason }: Aimed & { seat: number; reason: string },
): Promise<Made> {
  const session = await lockSession(tx, staff, { id, version });
  if (session.status === 'Withdrawn') refuse('ILLEGAL_STATE');
  if (seat < session.registered) refuse('CAPACITY_BELOW_TAKEN', { taken: session.registered });
  const made = await changeSession(tx, id, { seat });
  await note(tx, staff, { id, event: 'changeCapacity', reason, before: { seat: session.seat }, after: { seat } });
  return made;
}

type Change = {
  id: string;
  event: 'takeBack' | 'changeWindow' | 'changeCapacity';
  reason: string;
  before: object;
  after: object;
};

async function note(tx: Tx, staff: StaffActor, { id, event, reason, before, after }: Change): Promise<void> {
  await record(tx, { kind: 'session', id, event, actor: { kind: 'staff', id: staff.id }, reason });
  await audit(tx, { staff, action: `sessions.${event}`, object: { kind: 'session', id }, reason, before, after });
}
