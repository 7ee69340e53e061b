import type { Tx } from '#platform/database';
import { nobodysAccount, nobodysKey } from '#platform/nobody';
import { refuse } from '#platform/errors';
import { sql } from 'kysely';
import { lockSessions } from './seats.ts';

/**
 * Follows a corrected document: the places of an application are the other person's now, and where the session counts candidates they are
 * weighed again for both: what was a further paper of one person may be the first of another, and needs a seat. The caller has locked
 * the order; the sessions are locked here.
 * @throws Refusal NOT_ENOUGH_FREE_SEATS when a seat is needed and none is free; the database's unique violation
 *   `seat_allocation_one_person` when that person has one of these places already (S-14).
 */
export async function changePersonOfSeats(
  tx: Tx,
  { applicationId, personKey }: { applicationId: string; personKey: Buffer },
): Promise<void> {
  const { rows: places } = await sql<{ sessionId: string; personKey: Buffer }>`
    select session_id as "sessionId", person_key as "personKey" from seat_allocation
    where application_id = ${applicationId} and state in ('Held', 'Taken')`.execute(tx);
  const sessionIds = [...new Set(places.map(({ sessionId }) => sessionId))];
  await lockSessions(tx, sessionIds);
  await sql`
    update seat_allocation set person_key = ${personKey}
    where application_id = ${applicationId} and state in ('Held', 'Taken')`.execute(tx);
  await weighAgain(tx, { sessionIds, personKeys: [personKey, ...places.map((place) => place.personKey)] });
}

/** The first place of a person in a session that counts candidates weighs 1, the others nothing. */
async function weighAgain(
  tx: Tx,
  { sessionIds, personKeys }: { sessionIds: readonly string[]; personKeys: readonly Buffer[] },
): Promise<void> {
  const { rows } = await sql<{ hasRoom: boolean }>`
    with due as (
      select live.id, live.weight,
        (row_number() over (partition by live.session_id, live.person_key order by live.weight desc, live.created_at, live.id) = 1)::integer as due
      from seat_allocation live join exam_session session on session.id = live.session_id and session.seat_per = 'Candidate'
      where live.session_id = any(${[...sessionIds]}::uuid[]) and live.person_key = any(${[...personKeys]}::bytea[])
        and live.state in ('Held', 'Taken')
    ), weighed as (
      update seat_allocation live set weight = due.due from due where live.id = due.id and due.weight <> due.due
      returning live.session_id, live.order_id, live.state, due.due - due.weight as change
    ), noted as (
      insert into seat_event (id, session_id, kind, seats, order_id, at)
      select gen_random_uuid(), session_id, case when sum(change) < 0 then 'freed' when state = 'Taken' then 'taken' else 'held' end,
        abs(sum(change))::integer, order_id, app_now()
      from weighed group by session_id, order_id, state having sum(change) <> 0
    )
    select session.registered + sum(weighed.change) <= session.seat as "hasRoom", session.id
    from weighed join exam_session session on session.id = weighed.session_id group by session.id`.execute(tx);
  if (rows.some(({ hasRoom }) => !hasRoom)) refuse('NOT_ENOUGH_FREE_SEATS');
  await sql`
    update exam_session session set registered = counted.seats
    from (select session_id, sum(weight)::integer as seats from seat_allocation
      where session_id = any(${[...sessionIds]}::uuid[]) and state in ('Held', 'Taken') group by session_id) counted
    where session.id = counted.session_id and session.registered <> counted.seats`.execute(tx);
}

/** Forgets who had these places; that they were taken stays. */
export async function forgetPersonOfSeats(tx: Tx, applicationIds: readonly string[]): Promise<void> {
  await sql`update seat_allocation set person_key = ${nobodysKey}, account_id = ${nobodysAccount} where application_id = any(${[...applicationIds]}::uuid[])`.execute(
    tx,
  );
}

/** Forgets which accounts ordered these places. */
export async function forgetAccountOfSeats(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await sql`update seat_allocation set account_id = ${nobodysAccount} where order_id = any(${[...orderIds]}::uuid[])`.execute(
    tx,
  );
}
