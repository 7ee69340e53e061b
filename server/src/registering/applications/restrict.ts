import { liveApplicationStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { isCartLine } from './cart/leave-cart.ts';
import { forgetLines, isLineHeld } from './retention.ts';

/**
 * What a candidate's registrations have to say about its deletion. `lastExam` is a China date; `lastLapse` the latest end of the time to pay of
 * orders that nobody paid: no exam was booked by those.
 */
export type RegistrationsKept = { busy: number; kept: number; lastExam: string | null; lastLapse: string | null };

/**
 * Registrations of a candidate that are under way, and those that are kept as exam records. What lies in the cart is neither. An exam that is
 * being investigated is under way: out of use nobody could close the case any more, and its evidence would have no end.
 */
export async function registrationsOfCandidate(tx: Tx, candidateId: string): Promise<RegistrationsKept> {
  const { rows } = await sql<RegistrationsKept>`
    select count(*) filter (where application.status = any(${[...liveApplicationStates]}::text[])
        and session.exam_date >= (app_now() at time zone 'Asia/Shanghai')::date
        or exists (select from refund where refund.application_id = application.id
          and refund.status in ('Pending', 'Approved', 'Processing', 'Failed'))
        or exists (select from misconduct_case known where known.application_id = application.id and known.closed_at is null))::integer as busy,
      count(*)::integer as kept, (max(session.exam_date) filter (where lapsed.at is null))::text as "lastExam", max(lapsed.at) as "lastLapse"
    from application join exam_session session on session.id = application.session_id
    cross join lateral (select max(placed.payment_end_at) as at from order_item item join exam_order placed on placed.id = item.order_id
      where item.registration_id = application.id and application.registered_at is null and order_lapsed(placed)) lapsed
    where application.candidate_id = ${candidateId} and not ${isCartLine} and application.anonymised_at is null`.execute(
    tx,
  );
  return rows[0] ?? { busy: 0, kept: 0, lastExam: null, lastLapse: null };
}

/** Takes the registrations of a candidate out of all use but keeping (PIPL 47). */
export async function restrictRegistrations(tx: Tx, candidateId: string): Promise<void> {
  await sql`
    update application set restricted_at = app_now(), deleted_at = coalesce(deleted_at, app_now())
    where candidate_id = ${candidateId} and anonymised_at is null and restricted_at is null`.execute(tx);
}

/**
 * Gives them back; what its owner had taken away before stays away.
 */
export async function liftRegistrations(tx: Tx, candidateId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from application where candidate_id = ${candidateId} and restricted_at is not null and anonymised_at is null
    order by id for no key update`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`
    update application set restricted_at = null, deleted_at = nullif(deleted_at, restricted_at)
    where id = any(${ids}::uuid[])`.execute(tx);
}

type Forgotten = { gone: { id: string; started: string }[]; held: number };

/**
 * Forgets a line of the cart, or what lies there for a candidate or for an account that is being closed: nothing of it has to be kept but its consents, unless a hold keeps a line.
 * @returns the rows that went, with the instants they were begun, the oldest first; and how many are held.
 */
export async function forgetCartOf(
  tx: Tx,
  whose: { id: string } | { candidateId: string } | { accountId: string },
): Promise<Forgotten> {
  const isTheirs =
    'id' in whose
      ? sql`id = ${whose.id}`
      : 'candidateId' in whose
        ? sql`candidate_id = ${whose.candidateId}`
        : sql`account_id = ${whose.accountId}`;
  const { rows } = await sql<{ id: string; started: string; isHeld: boolean }>`
    select id, created_at as started, ${isLineHeld} as "isHeld" from application
    where ${isTheirs} and ${isCartLine} and anonymised_at is null
    order by id for no key update`.execute(tx);
  const gone = rows.filter(({ isHeld }) => !isHeld).toSorted((a, b) => a.started.localeCompare(b.started));
  await forgetLines(
    tx,
    gone.map(({ id }) => id),
  );
  return { gone: gone.map(({ id, started }) => ({ id, started })), held: rows.length - gone.length };
}
