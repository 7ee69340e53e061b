import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import type { ExamSessionTable } from '#platform/tables/index';

/** The row of a session. */
export type SessionRow = Selectable<ExamSessionTable>;

/** Which session somebody changes, and the version they looked at; null where it does not matter. */
export type Target = { id: string; version: number | null };

/**
 * Locks a session that staff may change; takers of seats wait for the same lock, so its numbers stand still.
 * @throws Refusal NOT_FOUND for another office's, a booking's own or an unknown one; VERSION_CONFLICT (409) when somebody changed it
 * since the reader looked.
 */
export async function lockSession(
  tx: Tx,
  staff: Pick<StaffActor, 'offices'>,
  { id, version }: Target,
): Promise<SessionRow> {
  const row = await tx.selectFrom('exam_session').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || row.booking_id !== null) refuse('NOT_FOUND');
  checkOffice(staff, row.office_id);
  if (version !== null && row.version !== version) refuse('VERSION_CONFLICT');
  return row;
}

type Changes = Partial<Omit<SessionRow, 'id' | 'status' | 'version' | 'registered'>>;

/** Writes values of a session that is locked and counts its version up. @returns what its next writer must name. */
export async function changeSession(tx: Tx, id: string, changes: Changes): Promise<{ id: string; version: number }> {
  const { version } = await tx
    .updateTable('exam_session')
    .set((row) => ({ ...changes, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return { id, version };
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
