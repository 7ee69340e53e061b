import { letterMachine, letterStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import { isWaitedFor } from '#people/guardians';
import type { Sweep } from '#office/work-items';
import type { Tx } from '#platform/database';
import type { Wanted } from '#platform/each';
import { enqueue } from '#platform/outbox';
import { theSystem, transitionAll } from '#platform/transition';
import { seated } from '../states.ts';

/** Longest time between the day a letter may be told and the exam: no product has more lead days. */
const horizonDays = 31;

/**
 * Registered applications whose owner has not been told about the present version of the letter and whose exam is near enough
 * for it to be possible. Whether the day has come is decided one by one.
 */
export async function lettersToPlan(tx: Tx, { most, but }: Wanted): Promise<{ id: string }[]> {
  // Who is waited for is looked up one by one, once all the others are known.
  return await tx
    .with(
      (part) => part('due').materialized(),
      (db) =>
        db
          .selectFrom('application')
          .innerJoin('exam_session', 'exam_session.id', 'application.session_id')
          .innerJoin('product', 'product.id', 'application.product_id')
          .select(['application.id', 'exam_session.starts_at'])
          .where('application.status', 'in', [...letterStates])
          .whereRef('application.letter_announced_version', '<', 'application.letter_version')
          .where('exam_session.status', '=', 'Published')
          .where('exam_session.starts_at', '>', sql<string>`app_now()`)
          .where('exam_session.starts_at', '<', sql<string>`app_now() + make_interval(days => ${horizonDays})`)
          .where(
            sql<boolean>`(exam_session.can_send
        or exam_session.exam_date - product.letter_lead_days <= (app_now() at time zone 'Asia/Shanghai')::date)`,
          )
          .where(sql<boolean>`application.id <> all(${[...but]}::uuid[])`),
    )
    .selectFrom('due')
    .select('due.id')
    .where(sql<boolean>`not ${isWaitedFor(sql.ref('due.id'))}`)
    .orderBy('due.starts_at')
    .limit(most)
    .execute();
}

/**
 * Claims the present version of a letter for telling: of two jobs one gets it.
 * @returns whether it is ours to tell.
 */
export async function claimLetter(
  tx: Tx,
  { applicationId, version }: { applicationId: string; version: number },
): Promise<boolean> {
  const claimed = await tx
    .updateTable('application')
    .set({ letter_announced_version: version })
    .where('id', '=', applicationId)
    .where('letter_version', '=', version)
    .where('letter_announced_version', '<', version)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Moves the e-mail state of a letter (9.8). @returns whether it was in a state that allows it. */
export async function moveLetterMail(
  tx: Tx,
  { applicationId, event }: { applicationId: string; event: 'send' | 'deliver' | 'fail' | 'renew' },
): Promise<boolean> {
  const change = { table: 'application', column: 'email_status', kind: 'letter', actor: theSystem } as const;
  return (await transitionAll(tx, letterMachine, { ...change, event, ids: [applicationId] })).length > 0;
}

/**
 * The letters of a session say something else from now on, in one statement whatever their number: a new version is planned by the sweep, or
 * sooner by whoever tells their owners (9.7).
 */
export async function lettersAreOld(tx: Tx, sessionId: string): Promise<void> {
  await sql`
    update application set letter_version = letter_version + 1
    where session_id = ${sessionId} and status in ${seated}`.execute(tx);
}

/** The same for one registration, named by itself or by its booking. */
export async function letterIsOld(tx: Tx, objectId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update application set letter_version = letter_version + 1
    where (id = ${objectId} or booking_id = ${objectId}) and status = any(${[...letterStates]}::text[]) returning id`.execute(
    tx,
  );
  for (const { id } of rows) await enqueue(tx, 'letters.plan', { applicationId: id }, { jobKey: `letter:${id}` });
}

/**
 * A consent about leaving alone is taken back, of a registration or a booking: what staff have noted counts no more, whoever gave it, and the letter
 * changes. Of a booking it reaches no exam for which another guardian is named.
 */
export async function leavingConsentEnds(tx: Tx, objectId: string): Promise<void> {
  await sql`
    update application set leaving_noted_at = null
    where leaving_noted_at is not null and (id = ${objectId} or booking_id = ${objectId} and guardian_changed_at is null)`.execute(
    tx,
  );
  await letterIsOld(tx, objectId);
}

/** The mails of these letters tell what does not hold any more: those that arrived have to be sent again (9.8). */
export async function letterMailsAreOld(tx: Tx, ids: readonly string[]): Promise<void> {
  const change = { table: 'application', column: 'email_status', kind: 'letter', actor: theSystem } as const;
  await transitionAll(tx, letterMachine, { ...change, event: 'renew', ids: [...ids] });
}

/** Letters that could not be sent although the exam is still to come: on the board until a day before it. */
export const letterFailed: Sweep = async (tx) => {
  const { rows } = await sql<{ id: string; code: string; office_id: string; due_at: string }>`
    select application.id, application.code, session.office_id, session.starts_at - interval '1 day' as due_at
    from application join exam_session session on session.id = application.session_id
    where application.email_status = 'Failed' and application.status = any(${[...letterStates]}::text[])
      and session.starts_at > app_now()`.execute(tx);
  return rows.map((row) => ({
    objectKind: 'application',
    objectId: row.id,
    officeId: row.office_id,
    dueAt: row.due_at,
    label: row.code,
  }));
};

/** The letters of a session and how far each has come, for sending all of them. */
export async function lettersOfSession(
  tx: Tx,
  sessionId: string,
): Promise<{ id: string; accountId: string; emailStatus: string; isTold: boolean }[]> {
  const { rows } = await sql<{ id: string; accountId: string; emailStatus: string; isTold: boolean }>`
    select id, account_id as "accountId", email_status as "emailStatus",
      letter_announced_version >= letter_version as "isTold"
    from application
    where session_id = ${sessionId} and deleted_at is null and status = any(${[...letterStates]}::text[])
    order by id`.execute(tx);
  return rows;
}
