import { daysBetween, movedPlan } from '@exam/contract/rules';
import type { SessionPlanInput, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { lettersAreOld } from '#registering/applications';
import { audit } from '#office/audit';
import { openMove } from '#desk/session-moves';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { record } from '#platform/transition';
import { changeSession, insertPapers, removePapers } from '#offer/sessions';
import { problemsOf, readKnown, refusePlan, sittingKey, valuesOf } from './check.ts';
import { codeOf, createSession } from './make.ts';
import { readPlan } from './plan.ts';
import { lockSession, lockSessionWithPeople, type SessionRow } from './store.ts';

type Edit = z.output<StaffCalls['sessions.edit']['body']>;
type Made = { id: string; version: number };

/**
 * Changes a session: all of a draft by its plan, venue and notices of a published one. Where people have a place a new venue needs a
 * reason, and their letters are made again and sent again (9.7).
 * @throws Refusal FIELDS, SESSION_HAS_PEOPLE for a plan of what people hold, REASON_NEEDED, ILLEGAL_STATE for a withdrawn one.
 */
export async function editSession(tx: Tx, staff: StaffActor, { id, ...edit }: Edit & { id: string }): Promise<Made> {
  const session = await lockSessionWithPeople(tx, staff, { id, version: edit.version });
  if (session.status === 'Withdrawn') refuse('ILLEGAL_STATE');
  return edit.plan
    ? await replan(tx, staff, { session, plan: edit.plan })
    : await retouch(tx, staff, { session, edit });
}

type Replanning = { session: SessionRow; plan: SessionPlanInput };

async function replan(tx: Tx, staff: StaffActor, { session, plan }: Replanning): Promise<Made> {
  if (session.status !== 'Draft') refuse('ILLEGAL_STATE');
  await refuseUsed(tx, session.id);
  const before = await readPlan(tx, session.id);
  if (before !== null && (await wasPublished(tx, session.id)) && !costTheSame(before, plan))
    refusePlan([{ field: 'papers', code: 'FEES_PUBLISHED' }]);
  const known = await readKnown(tx, staff, [plan]);
  const isSame = before !== null && sittingKey(before) === sittingKey(plan);
  const problems = problemsOf(plan, known).filter(({ code }) => code !== 'SESSION_EXISTS' || !isSame);
  refusePlan(problems);
  const isOpen = plan.invitationCode === undefined && session.is_exclusive;
  const code = isOpen ? {} : codeOf(session.id, plan.invitationCode);
  const made = await changeSession(tx, session.id, { ...valuesOf(plan, known), ...code });
  await removePapers(tx, session.id);
  await insertPapers(tx, session.id, plan);
  const { invitationCode: _, ...after } = plan;
  await note(tx, staff, { session, before: before ?? {}, after, reason: null });
  return made;
}

/** Whoever has seen a session at its price is not to find another by one person's act (S-16): its papers and fees stay. */
async function wasPublished(tx: Tx, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from history where kind = 'session' and object_id = ${sessionId} and event in ('publish', 'takeBack') limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The same subjects at the same fees; stages of late entry may have moved by as many days as the exam. */
function costTheSame(before: SessionPlanInput, after: SessionPlanInput): boolean {
  const { examDate } = after;
  const moved = movedPlan(before, { examDate, days: daysBetween(before.examDate, examDate) });
  return [before, moved].some((plan) => pricesOfPlan(plan) === pricesOfPlan(after));
}

function pricesOfPlan({ papers }: SessionPlanInput): string {
  const prices = papers.map(({ subjectId, localFee, boardFee, vat, tierFees, lateCharges }) => [
    subjectId,
    [localFee, boardFee, vat],
    tierFees.map(({ from, to, localFee: fee }) => [from, to, fee]),
    lateCharges.map(({ stage, fee, startAt, endAt }) => [stage, fee, startAt, endAt]),
  ]);
  return JSON.stringify(prices.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)));
}

/** A draft that was published once may lie in carts: its papers are named there. */
async function refuseUsed(tx: Tx, sessionId: string): Promise<void> {
  const { rows } = await sql`select from application where session_id = ${sessionId} limit 1`.execute(tx);
  if (rows.length > 0) refuse('SESSION_HAS_PEOPLE');
}

type Retouching = { session: SessionRow; edit: Edit };

async function retouch(tx: Tx, staff: StaffActor, { session, edit }: Retouching): Promise<Made> {
  const { venueId, noticeEn, noticeZh, isHot, reason = null } = edit;
  const moves = venueId !== undefined && venueId !== session.venue_id;
  if (session.registered > 0 && !reason) refuse('REASON_NEEDED');
  const changes = {
    ...(moves ? await venueOf(tx, session, venueId) : {}),
    ...(noticeEn === undefined ? {} : { notice_en: noticeEn }),
    ...(noticeZh === undefined ? {} : { notice_zh: noticeZh }),
    ...(isHot === undefined ? {} : { is_hot: isHot }),
  };
  if (moves && session.status === 'Published') await tellVenue(tx, staff, { session, venueId, reason });
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, Reflect.get(session, name)]));
  const made = await changeSession(tx, session.id, changes);
  if (moves) await lettersAreOld(tx, session.id);
  await note(tx, staff, { session, before, after: changes, reason });
  return made;
}

type NewVenue = { session: SessionRow; venueId: string; reason: string | null };

/** Who has a place is told where the exam now is, and gets a new letter, for it says the venue (9.7, R-89). */
async function tellVenue(tx: Tx, staff: StaffActor, { session, venueId, reason }: NewVenue): Promise<void> {
  const { exam_date: examDate, start_time: startTime, starts_at: startsAt } = session;
  await openMove(tx, {
    sessionId: session.id,
    before: { examDate, startTime, venueId: session.venue_id },
    after: { examDate, startTime, startsAt, venueId },
    reason: reason ?? '',
    staff,
  });
}

/** Another venue of the same city: another city is another session. */
async function venueOf(tx: Tx, session: SessionRow, venueId: string): Promise<{ venue_id: string }> {
  const venue = await tx.selectFrom('venue').selectAll().where('id', '=', venueId).executeTakeFirst();
  if (venue?.city_id !== session.city_id)
    return refusePlan([{ field: 'venueId', code: 'SESSION_ID_UNKNOWN' }]) ?? refuse('INTERNAL');
  if (venue.status !== 'Active') refusePlan([{ field: 'venueId', code: 'VENUE_INACTIVE' }]);
  return { venue_id: venueId };
}

type Change = { session: SessionRow; before: object; after: object; reason: string | null };

async function note(tx: Tx, staff: StaffActor, { session, before, after, reason }: Change): Promise<void> {
  const actor = { kind: 'staff', id: staff.id } as const;
  await record(tx, { kind: 'session', id: session.id, event: 'edit', actor, reason });
  await audit(tx, {
    staff,
    action: 'sessions.edit',
    object: { kind: 'session', id: session.id },
    reason,
    before,
    after,
  });
}

type Cloning = z.output<StaffCalls['sessions.clone']['body']> & { id: string };

/**
 * A draft of the same on another day, its window and stages moved by as many days.
 * @throws Refusal NOT_FOUND, CODE_NEEDED (412) for one behind a code without a code of its own, FIELDS.
 */
export async function cloneSession(
  tx: Tx,
  staff: StaffActor,
  { id, examDate, venueId, invitationCode }: Cloning,
): Promise<Made> {
  const session = await lockSession(tx, staff, { id, version: null });
  const plan = (await readPlan(tx, id)) ?? refuse('NOT_FOUND');
  if (session.is_exclusive && !invitationCode) refuse('CODE_NEEDED');
  const moved = movedPlan(plan, { examDate, days: daysBetween(plan.examDate, examDate) });
  return await createSession(tx, staff, { ...moved, venueId: venueId ?? plan.venueId, invitationCode });
}
