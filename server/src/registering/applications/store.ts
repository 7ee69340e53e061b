import { idTypes, type IdType } from '@exam/contract/entities';
import { liveApplicationStates } from '@exam/contract/machines';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tx } from '#platform/database';
import type { ApplicationPersonTable, ApplicationTable } from '#platform/tables/index';

export type ApplicationRow = Selectable<ApplicationTable>;
export type NewApplication = Insertable<ApplicationTable>;
export type ApplicationPersonRow = Selectable<ApplicationPersonTable>;

/** One application of this account, or null: another account's answers like one that does not exist (T8). */
export async function findApplication(
  tx: Tx,
  { accountId, id, lock }: { accountId: string; id: string; lock?: boolean },
): Promise<ApplicationRow | null> {
  const query = tx
    .selectFrom('application')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null);
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
}

/** The papers of applications in their order, as session-subject ids. */
export async function sessionSubjectIdsOf(tx: Tx, applicationIds: readonly string[]): Promise<Map<string, string[]>> {
  if (applicationIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('application_paper')
    .select(['application_id', 'session_subject_id'])
    .where('application_id', '=', sql<string>`any(${[...applicationIds]}::uuid[])`)
    .orderBy('application_id')
    .orderBy('sort')
    .execute();
  const groups = Map.groupBy(rows, (row) => row.application_id);
  return new Map([...groups].map(([id, papers]) => [id, papers.map((paper) => paper.session_subject_id)]));
}

/** Guardian and pickup person of an application as they were at submission. */
export async function peopleOf(tx: Tx, applicationId: string): Promise<ApplicationPersonRow[]> {
  return await tx.selectFrom('application_person').selectAll().where('application_id', '=', applicationId).execute();
}

/**
 * One submission of an account at a time until the transaction ends, so that a double click cannot put the same person into
 * the cart twice (S-5).
 */
export async function lockCart(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, 2))`.execute(tx);
}

const liveOf = (sessionId: string) =>
  sql`application where session_id = ${sessionId} and deleted_at is null and status = any(${[...liveApplicationStates]}::text[])`;

/** Locks the live registrations of a session, carts included, until the transaction ends. For an act that goes on to lock the session. */
export async function lockRegistrationsOf(tx: Tx, sessionId: string): Promise<void> {
  await sql`select id from ${liveOf(sessionId)} order by id for no key update`.execute(tx);
}

/** The same without waiting. @returns false when somebody else holds one: not all of them are locked then. */
export async function holdRegistrationsOf(tx: Tx, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    with free as (select id from ${liveOf(sessionId)} for no key update skip locked)
    select (select count(*) from ${liveOf(sessionId)}) = (select count(*) from free) as "isHeld"`.execute(tx);
  return rows[0]?.isHeld ?? false;
}

/** The kind of a document as the snapshot keeps it. */
export function idTypeOf(value: string): IdType {
  return idTypes.find((type) => type === value) ?? 'Passport';
}

/** Counts the version up of registrations that staff look at (S-1). */
export async function countUpDesk(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update application set desk_version = desk_version + 1 where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Notes that a special arrangement is asked for, otherwise than in the form. */
export async function noteArrangement(tx: Tx, id: string): Promise<void> {
  await sql`update application set has_special_arrangement = true where id = ${id}`.execute(tx);
}
