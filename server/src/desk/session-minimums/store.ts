import { seatedStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { readNow } from '#platform/clock';
import { closeItem } from '#office/work-items';
import { seesOffice, type StaffActor } from '#platform/staff-http';

/** A paper that staff may still decide about, its row locked. */
export type OpenDecision = { id: string; sessionId: string; productId: string; minimum: number };

/**
 * Locks the open decision about a paper.
 * @throws Refusal NOT_FOUND when there was none or it is another office's; VERSION_CONFLICT (409) when it was decided or its time is up.
 */
export async function lockDecision(tx: Tx, staff: StaffActor, id: string): Promise<OpenDecision> {
  const row = await tx
    .selectFrom('minimum_decision')
    .innerJoin('exam_session', 'exam_session.id', 'minimum_decision.session_id')
    .select(['minimum_decision.session_subject_id as id', 'minimum_decision.session_id as sessionId'])
    .select(['exam_session.product_id as productId', 'exam_session.office_id as officeId', 'minimum'])
    .select(['minimum_decision.outcome', 'minimum_decision.decide_by as decideBy'])
    .where('session_subject_id', '=', id)
    .forNoKeyUpdate('minimum_decision')
    .executeTakeFirst();
  if (!row?.decideBy || !seesOffice(staff, row.officeId)) refuse('NOT_FOUND');
  const { officeId: _, outcome, decideBy, ...decision } = row;
  if (outcome !== null || decideBy <= (await readNow(tx))) refuse('VERSION_CONFLICT');
  return decision;
}

/** Writes what became of a paper. */
export async function endDecision(
  tx: Tx,
  { id, outcome }: { id: string; outcome: 'RunAnyway' | 'Moved' | 'Withdrawn' },
): Promise<void> {
  await sql`
    update minimum_decision set outcome = ${outcome}, decided_at = app_now() where session_subject_id = ${id}`.execute(
    tx,
  );
}

/** The paid registrations that contain this paper. */
export async function registrationsOf(tx: Tx, sessionSubjectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select application.id
    from application_paper paper join application on application.id = paper.application_id
    where paper.session_subject_id = ${sessionSubjectId} and application.status = any(${[...seatedStates]}::text[])
    order by application.id`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Locks what was counted of these sessions, in ascending id, before anything else is locked: whoever moves people between them counts
 * again at the end (`countAfterMove`).
 */
export async function lockCounts(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await sql`
    select from minimum_decision where session_id = any(${[...sessionIds]}::uuid[])
    order by session_subject_id for no key update`.execute(tx);
}

/** SQL: whether a place of a session (`paper`, a `session_subject`) was withdrawn because too few were registered. */
export const isPaperWithdrawn = sql<boolean>`exists (
  select from minimum_decision gone where gone.session_subject_id = paper.id and gone.outcome = 'Withdrawn' offset 0)`;

/**
 * Nobody is moved into a paper that was withdrawn because too few were registered for it: nobody would count it again. After `lockCounts`.
 * @throws Refusal SESSION_WITHDRAWN where the session has such a paper of a subject of these registrations.
 */
export async function refuseWithdrawnPapers(
  tx: Tx,
  { applicationIds, to }: { applicationIds: readonly string[]; to: string },
): Promise<void> {
  const { rows } = await sql`
    select from minimum_decision gone join session_subject place on place.id = gone.session_subject_id
    where place.session_id = ${to} and gone.outcome = 'Withdrawn'
      and place.subject_id in (select subject_id from application_paper where application_id = any(${[...applicationIds]}::uuid[])) limit 1`.execute(
    tx,
  );
  if (rows.length > 0) refuse('SESSION_WITHDRAWN');
}

/**
 * People went from one session to another: where a paper waits for a decision and has enough of them now, none is needed; where too few are
 * left of one that had enough, it is counted again. After `lockCounts`.
 */
export async function countAfterMove(tx: Tx, { from, to }: { from: readonly string[]; to: string }): Promise<void> {
  const { rows } = await sql<{ id: string; minimum: number; sessionId: string; outcome: string | null }>`
    select session_subject_id as id, minimum, session_id as "sessionId", outcome from minimum_decision
    where session_id = any(${[...from, to]}::uuid[]) and (outcome is null or outcome = 'NotNeeded')
    order by session_subject_id`.execute(tx);
  for (const { id, minimum, outcome } of rows) {
    const registered = (await registrationsOf(tx, id)).length;
    await sql`update minimum_decision set registered = ${registered} where session_subject_id = ${id}`.execute(tx);
    if (outcome === null && registered >= minimum) await endAsEnough(tx, id);
    if (outcome === 'NotNeeded' && registered > 0 && registered < minimum)
      await sql`delete from minimum_decision where session_subject_id = ${id}`.execute(tx);
  }
}

/** Whether a paper that was counted as too small has enough people now; then nobody need decide. */
export async function endIfEnough(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ minimum: number }>`
    select minimum from minimum_decision where session_subject_id = ${id} and outcome is null`.execute(tx);
  const [decision] = rows;
  if (!decision || (await registrationsOf(tx, id)).length < decision.minimum) return false;
  await endAsEnough(tx, id);
  return true;
}

/** As if there had been enough when it was counted: nobody sees it among what was to be decided. */
async function endAsEnough(tx: Tx, id: string): Promise<void> {
  await sql`
    update minimum_decision set outcome = 'NotNeeded', decide_by = null, decided_at = app_now()
    where session_subject_id = ${id}`.execute(tx);
  await closeItem(tx, { kind: 'sessionUnderMinimum', objectId: id });
}

/** Registration closes later than it was to: what was counted and not decided is counted again then. */
export async function countAgain(tx: Tx, sessionId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from minimum_decision where session_id = ${sessionId} and (outcome is null or outcome = 'NotNeeded')
    returning session_subject_id as id`.execute(tx);
  for (const { id } of rows) await closeItem(tx, { kind: 'sessionUnderMinimum', objectId: id });
}

/** The whole session is withdrawn: nobody need decide about its papers any more. */
export async function closeCounts(tx: Tx, sessionId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update minimum_decision set outcome = 'Withdrawn', decided_at = app_now()
    where session_id = ${sessionId} and outcome is null returning session_subject_id as id`.execute(tx);
  for (const { id } of rows) await closeItem(tx, { kind: 'sessionUnderMinimum', objectId: id });
}
