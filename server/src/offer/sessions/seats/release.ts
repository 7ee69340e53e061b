import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { lockSessions } from './seats.ts';

/**
 * Turns an order's held places into paid ones (9.1 #6).
 * @returns how many places are live afterwards; 0 means the hold was gone.
 */
export async function confirmSeats(tx: Tx, input: { orderId: string }): Promise<{ confirmed: number }> {
  const { rows } = await sql<{ confirmed: number }>`
    with confirmed as (
      update seat_allocation set state = 'Taken', held_until = null
      where order_id = ${input.orderId} and state = 'Held'
      returning session_id, weight
    ), noted as (
      insert into seat_event (id, session_id, kind, seats, order_id, at)
      select gen_random_uuid(), session_id, 'taken', sum(weight)::integer, ${input.orderId}, app_now()
      from confirmed group by session_id
    )
    select count(*)::integer as confirmed from confirmed`.execute(tx);
  return { confirmed: rows[0]?.confirmed ?? 0 };
}

/** Moves the end of an order's hold, for a payment that the channel is still processing. */
export async function extendHold(tx: Tx, input: { orderId: string; heldUntil: string }): Promise<void> {
  await tx
    .updateTable('seat_allocation')
    .set({ held_until: input.heldUntil })
    .where('order_id', '=', input.orderId)
    .where('state', '=', 'Held')
    .execute();
}

/**
 * Frees the places of an order, or of some of its applications, and notes a `freed` event per session (C5). Where a session
 * counts candidates and the person keeps another paper there, that paper takes over the place and nothing is freed.
 * Places that are free already stay so: a second release changes nothing.
 * @returns the number of places that became free.
 */
export async function releaseSeats(
  tx: Tx,
  input: { orderId: string; reason: string; applicationIds?: readonly string[] },
): Promise<{ freed: number }> {
  const held = await tx
    .selectFrom('seat_allocation')
    .select(['session_id', 'application_id'])
    .where('order_id', '=', input.orderId)
    .where('state', 'in', ['Held', 'Taken'])
    .execute();
  const leaving = held.filter((row) => input.applicationIds?.includes(row.application_id) ?? true);
  if (leaving.length === 0) return { freed: 0 };
  const sessionIds = [...new Set(leaving.map((row) => row.session_id))];
  const applicationIds = [...new Set(leaving.map((row) => row.application_id))];
  await lockSessions(tx, sessionIds);
  const { rows } = await sql<{ seats: number }>`
    with released as (
      update seat_allocation set state = 'Released', released_reason = ${input.reason}, held_until = null, released_at = app_now()
      where order_id = ${input.orderId} and state in ('Held', 'Taken') and application_id = any(${applicationIds}::uuid[])
      returning id, session_id, person_key, weight
    ), heirs as (
      select distinct on (live.session_id, live.person_key) live.id
      from released
      join seat_allocation live on live.session_id = released.session_id and live.person_key = released.person_key
        and live.state in ('Held', 'Taken') and live.weight = 0
      join exam_session session on session.id = live.session_id and session.seat_per = 'Candidate'
      where released.weight = 1 and live.id not in (select id from released)
      order by live.session_id, live.person_key, live.created_at, live.id
    ), inherited as (
      update seat_allocation live set weight = 1 from heirs where live.id = heirs.id returning live.session_id
    ), freed as (
      select released.session_id,
        sum(released.weight)::integer
          - (select count(*)::integer from inherited where inherited.session_id = released.session_id) as seats
      from released group by released.session_id
    ), lowered as (
      update exam_session session set registered = session.registered - freed.seats
      from freed where session.id = freed.session_id and freed.seats > 0
    ), noted as (
      insert into seat_event (id, session_id, kind, seats, order_id, at)
      select gen_random_uuid(), session_id, 'freed', seats, ${input.orderId}, app_now() from freed where seats > 0
    )
    select seats from freed`.execute(tx);
  return { freed: rows.reduce((sum, row) => sum + row.seats, 0) };
}
