import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { holdRegistrationsOf, lockRegistrationsOf } from '#registering/applications';
import { conflict, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import type { ExamSessionTable } from '#platform/tables/index';

/** The row of a session. */
export type SessionRow = Selectable<ExamSessionTable>;

/** Which session somebody changes, and the version they looked at; null where it does not matter. */
export type Target = { id: string; version: number | null };

/**
 * Locks a session that staff may change; takers of seats wait for the same lock, so its numbers do not change.
 * @throws Refusal NOT_FOUND for another office's, a booking's own or an unknown one; VERSION_CONFLICT (409) when somebody changed it
 * since the reader looked.
 */
export async function lockSession(
  tx: Tx,
  staff: Pick<StaffActor, 'offices'>,
  { id, version }: Target,
): Promise<SessionRow> {
  const row = await tx.selectFrom('exam_session').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row || row.booking_id !== null) refuse('NOT_FOUND');
  checkOffice(staff, row.office_id);
  if (version !== null && row.version !== version) refuse('VERSION_CONFLICT');
  return row;
}

/**
 * The same for an act that changes its registrations too. They come first, as everywhere: who orders or gives up holds a registration and
 * then waits for the session.
 */
export async function lockSessionWithPeople(
  tx: Tx,
  staff: Pick<StaffActor, 'offices'>,
  target: Target,
): Promise<SessionRow> {
  await lockRegistrationsOf(tx, target.id);
  const session = await lockSession(tx, staff, target);
  // One that came into the cart in between may already wait for us.
  if (!(await holdRegistrationsOf(tx, target.id)))
    throw conflict('A registration is held by somebody who waits for us.');
  return session;
}

/** How the seat ledger divides a session's capacity. */
export type Counters = { held: number; confirmed: number };

/** Sums of the live places by session. */
export async function countersOf(tx: Tx, sessionIds: readonly string[]): Promise<Map<string, Counters>> {
  const { rows } = await sql<{ id: string } & Counters>`
    select session_id as id,
      coalesce(sum(weight) filter (where state = 'Held'), 0)::integer as held,
      coalesce(sum(weight) filter (where state = 'Taken'), 0)::integer as confirmed
    from seat_allocation
    where session_id = any(${[...sessionIds]}::uuid[]) and state in ('Held', 'Taken')
    group by session_id`.execute(tx);
  return new Map(rows.map(({ id, held, confirmed }) => [id, { held, confirmed }]));
}

/** What a session is called in proposals and on the board: product, date and venue or city. */
export async function labelOf(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ label: string }>`
    select product.code || ' ' || session.exam_date || ' ' || coalesce(venue.code, city.code) as label
    from exam_session session
    join product on product.id = session.product_id
    join city on city.id = session.city_id
    left join venue on venue.id = session.venue_id
    where session.id = ${id}`.execute(tx);
  return rows[0]?.label ?? '';
}
