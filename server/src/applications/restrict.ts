import { liveApplicationStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { anonymise } from './retention.ts';

/** What a candidate's registrations have to say about its deletion. `lastExam` is a China date. */
export type RegistrationsKept = { busy: number; kept: number; lastExam: string | null };

/** Registrations of a candidate that are under way, and those that are kept as exam records. What lies in the cart is neither. */
export async function registrationsOfCandidate(tx: Tx, candidateId: string): Promise<RegistrationsKept> {
  const { rows } = await sql<RegistrationsKept>`
    select count(*) filter (where application.status = any(${[...liveApplicationStates]}::text[])
        and session.exam_date >= (app_now() at time zone 'Asia/Shanghai')::date
        or exists (select from refund where refund.application_id = application.id
          and refund.status in ('Pending', 'Approved', 'Processing', 'Failed')))::integer as busy,
      count(*)::integer as kept, max(session.exam_date)::text as "lastExam"
    from application join exam_session session on session.id = application.session_id
    where application.candidate_id = ${candidateId} and application.status <> 'Initiated' and application.anonymised_at is null`.execute(
    tx,
  );
  return rows[0] ?? { busy: 0, kept: 0, lastExam: null };
}

/** Takes the registrations of a candidate out of all use but keeping (PIPL 47). */
export async function restrictRegistrations(tx: Tx, candidateId: string): Promise<void> {
  await sql`
    update application set restricted_at = app_now(), deleted_at = coalesce(deleted_at, app_now())
    where candidate_id = ${candidateId} and anonymised_at is null and restricted_at is null`.execute(tx);
}

/** Gives them back; what its owner had taken away before stays away. */
export async function liftRegistrations(tx: Tx, candidateId: string): Promise<void> {
  await sql`
    update application set restricted_at = null, deleted_at = nullif(deleted_at, restricted_at)
    where candidate_id = ${candidateId} and restricted_at is not null and anonymised_at is null`.execute(tx);
}

/**
 * Forgets what lies in the cart for a candidate: nothing of it has to be kept but its consents.
 * @returns the rows that went, with the instants they were begun, the oldest first.
 */
export async function forgetCartOf(tx: Tx, candidateId: string): Promise<{ id: string; started: string }[]> {
  const { rows } = await sql<{ id: string; started: string }>`
    update application set deleted_at = coalesce(deleted_at, app_now()), cloned_from = null
    where candidate_id = ${candidateId} and status = 'Initiated' and anonymised_at is null
    returning id, created_at as started`.execute(tx);
  await anonymise(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.toSorted((a, b) => a.started.localeCompare(b.started));
}
