import type { Application } from '@exam/contract/entities';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** How the office last moved the session of a registration, and what became of the choice it opened (9.7). */
export type Move = NonNullable<Application['move']>;

/** The move that can still be chosen about, or else the latest; null where there was none. */
export async function readMove(tx: Tx, id: string): Promise<Move | null> {
  const { rows } = await sql<Move>`
    select previous_date as "previousDate", previous_start_time as "previousStartTime", moved_at as "movedAt",
      choose_by as "chooseBy", outcome as choice, can_choose as "canChoose"
    from application_move where application_id = ${id}`.execute(tx);
  return rows[0] ?? null;
}
