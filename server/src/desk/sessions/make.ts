import { sessionsAtOnce } from '@exam/contract/rules';
import { sessionMachine } from '@exam/contract/machines';
import type { SessionPlanInput } from '@exam/contract/staff';
import { sql } from 'kysely';
import { audit } from '#office/audit';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { record, transitionAll } from '#platform/transition';
import { invitationCodeHash } from '#offer/invitations';
import { insertPapers, insertSessions } from '#offer/sessions';
import { offList } from './prices/list-price.ts';
import { problemsOf, readKnown, refusePlan, sittingKey, valuesOf, type Known } from './check.ts';

/** Makes one session as a draft. @throws Refusal FIELDS (412). */
export async function createSession(
  tx: Tx,
  staff: StaffActor,
  plan: SessionPlanInput,
): Promise<{ id: string; version: number }> {
  await lockVenues(tx, [plan]);
  const known = await readKnown(tx, staff, [plan]);
  refusePlan(problemsOf(plan, known));
  const [id = refuse('INTERNAL')] = await insertPlans(tx, { staff, plans: [plan], known });
  await noteMade(tx, staff, { ids: [id], plans: [plan] });
  return { id, version: 1 };
}

/**
 * Makes many sessions, all or none, each checked as the dry run does; published at once when wished. At another price than the list's they stay drafts.
 * @returns their ids in the order of the plans, and of those that stay drafts although they were to be published.
 * @throws Refusal SESSION_ROW (412) naming the first that cannot be made.
 */
export async function createSessions(
  tx: Tx,
  staff: StaffActor,
  { plans, isPublished }: { plans: readonly SessionPlanInput[]; isPublished: boolean },
): Promise<{ ids: string[]; offList: string[] }> {
  await lockVenues(tx, plans);
  const known = await readKnown(tx, staff, plans);
  const seen = new Set<string>();
  for (const [at, plan] of plans.entries()) {
    const key = sittingKey(plan);
    if (seen.has(key) || problemsOf(plan, known).length > 0) refuse('SESSION_ROW', { row: at + 1 });
    seen.add(key);
  }
  const ids = await insertPlans(tx, { staff, plans, known });
  await noteMade(tx, staff, { ids, plans });
  if (!isPublished) return { ids, offList: [] };
  const dear = new Set(await offList(tx, ids));
  await publishAll(
    tx,
    staff,
    ids.filter((id) => !dear.has(id)),
  );
  return { ids, offList: ids.filter((id) => dear.has(id)) };
}

async function publishAll(tx: Tx, staff: StaffActor, ids: readonly string[]): Promise<void> {
  const [first] = ids;
  if (first === undefined) return;
  const actor = { kind: 'staff', id: staff.id } as const;
  await transitionAll(tx, sessionMachine, { table: 'exam_session', kind: 'session', ids, event: 'publish', actor });
  await audit(tx, { staff, action: 'sessions.publish', object: { kind: 'session', id: first }, after: { ids } });
}

/** The venues of the plans, locked in id order: of two who plan the same sitting the second finds the first's. */
async function lockVenues(tx: Tx, plans: readonly SessionPlanInput[]): Promise<void> {
  if (plans.length > sessionsAtOnce) refuse('TOO_MANY_SESSIONS', { limit: sessionsAtOnce });
  const ids = [...new Set(plans.map(({ venueId }) => venueId))];
  await sql`select id from venue where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
}

type Making = { staff: StaffActor; plans: readonly SessionPlanInput[]; known: Known };

async function insertPlans(tx: Tx, { staff, plans, known }: Making): Promise<string[]> {
  const made = plans.map((plan) => ({ id: randomId(), plan }));
  await insertSessions(
    tx,
    made.map(({ id, plan }) => ({
      ...valuesOf(plan, known),
      id,
      status: sessionMachine.initial,
      ...codeOf(id, plan.invitationCode),
      created_by: staff.name,
      created_at: known.now,
    })),
  );
  for (const { id, plan } of made) await insertPapers(tx, id, plan);
  return made.map(({ id }) => id);
}

/** How a session keeps its code; without one it is open to everybody. */
export function codeOf(id: string, code: string | null | undefined) {
  const isExclusive = code !== null && code !== undefined;
  return { is_exclusive: isExclusive, invitation_code_hash: isExclusive ? invitationCodeHash(id, code) : null };
}

async function noteMade(
  tx: Tx,
  staff: StaffActor,
  { ids, plans }: { ids: readonly string[]; plans: readonly SessionPlanInput[] },
): Promise<void> {
  const actor = { kind: 'staff', id: staff.id } as const;
  for (const [at, id] of ids.entries()) {
    const { invitationCode: _, ...after } = plans[at] ?? {};
    await record(tx, { kind: 'session', id, event: 'create', actor, to: sessionMachine.initial });
    await audit(tx, { staff, action: 'sessions.create', object: { kind: 'session', id }, after });
  }
}
