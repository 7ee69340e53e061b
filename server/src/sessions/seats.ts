import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** One application that needs its places: one per paper. */
export type SeatLine = {
  applicationId: string;
  sessionId: string;
  sessionSubjectIds: readonly string[];
  /** Keyed hash of the person's document (S-14). */
  personKey: Buffer;
};

export type SeatRequest = {
  orderId: string;
  accountId: string;
  /** End of the hold; null when the places are paid already. */
  heldUntil: string | null;
  lines: readonly SeatLine[];
};

/** All places or none; on a refusal the applications that did not fit and those whose person already has the place. */
export type SeatAnswer = { taken: true } | { taken: false; insufficient: string[]; alreadyRegistered: string[] };

/**
 * Takes every place of an order, or none (C1, C2, R-42, R-43). Sessions are locked in ascending id, then one statement decides
 * and writes on what the locks made final; on a refusal nothing is written.
 * A session that counts candidates gives further papers of one person the weight 0. Full items are those for which the
 * places ran out in the order's own sequence; items of a session that is not published count as full.
 */
export async function takeSeats(tx: Tx, request: SeatRequest): Promise<SeatAnswer> {
  const rows = request.lines.flatMap((line) =>
    line.sessionSubjectIds.map((sessionSubjectId) => ({ ...line, sessionSubjectId })),
  );
  await lockSessions(tx, [...new Set(rows.map((row) => row.sessionId))]);
  const refused = await decideAndTake(tx, request, rows);
  if (refused.length === 0) return { taken: true };
  const withProblem = (problem: string) =>
    refused.filter((row) => row.problem === problem).map((row) => row.application_id);
  return { taken: false, insufficient: withProblem('insufficient'), alreadyRegistered: withProblem('already') };
}

/**
 * Takes the released places of an expired order again as paid ones, all or none (S-3). The deadline and the decision whether
 * money may still become a place are the caller's.
 */
export async function retakeSeats(tx: Tx, input: { orderId: string }): Promise<{ taken: boolean }> {
  const rows = await tx
    .selectFrom('seat_allocation')
    .select(['application_id', 'account_id', 'session_id', 'session_subject_id', 'person_key'])
    .where('order_id', '=', input.orderId)
    .where('state', '=', 'Released')
    .orderBy('created_at')
    .execute();
  const [first] = rows;
  if (!first) return { taken: false };
  const lines = [...Map.groupBy(rows, (row) => row.application_id).values()].flatMap(([row, ...further]) => {
    if (!row) return [];
    const sessionSubjectIds = [...new Set([row, ...further].map((each) => each.session_subject_id))];
    return [
      { applicationId: row.application_id, sessionId: row.session_id, sessionSubjectIds, personKey: row.person_key },
    ];
  });
  const answer = await takeSeats(tx, { orderId: input.orderId, accountId: first.account_id, heldUntil: null, lines });
  return { taken: answer.taken };
}

/** Locks sessions in ascending id, the one order in which anybody may lock them (C2). */
export async function lockSessions(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await sql`select id from exam_session where id = any(${sessionIds}::uuid[]) order by id for update`.execute(tx);
}

type Refused = { problem: 'insufficient' | 'already'; application_id: string };
type Row = SeatLine & { sessionSubjectId: string };

async function decideAndTake(tx: Tx, request: SeatRequest, rows: readonly Row[]): Promise<Refused[]> {
  const { orderId, accountId, heldUntil } = request;
  const isPaid = heldUntil === null;
  const answer = await sql<Refused>`
    with wanted as (
      select * from unnest(
        ${rows.map((row) => row.applicationId)}::uuid[], ${rows.map((row) => row.sessionId)}::uuid[],
        ${rows.map((row) => row.sessionSubjectId)}::uuid[], ${rows.map((row) => row.personKey)}::bytea[]
      ) with ordinality as wanted (application_id, session_id, session_subject_id, person_key, position)
    ), ${decision}, taken as (
      insert into seat_allocation
        (id, session_id, session_subject_id, application_id, order_id, account_id, person_key, weight, state, held_until, created_at)
      select gen_random_uuid(), session_id, session_subject_id, application_id, ${orderId}::uuid, ${accountId}::uuid, person_key,
        weight, ${isPaid ? 'Taken' : 'Held'}, ${heldUntil}::timestamptz, app_now()
      from filled
      where not exists (select from already) and not exists (select from insufficient)
      returning session_id, weight
    ), counted as (
      select session_id, sum(weight)::integer as seats from taken group by session_id
    ), raised as (
      update exam_session session set registered = session.registered + counted.seats
      from counted where session.id = counted.session_id and counted.seats > 0
    ), noted as (
      insert into seat_event (id, session_id, kind, seats, order_id, at)
      select gen_random_uuid(), session_id, ${isPaid ? 'taken' : 'held'}, seats, ${orderId}::uuid, app_now() from counted
    )
    select 'already' as problem, application_id from already
    union all
    select 'insufficient', application_id from insufficient`.execute(tx);
  return answer.rows;
}

/** Which of the wanted places cannot be had, and what each counts for: the whole rule about seats, on locked sessions. */
const decision = sql`
  already as (
    select distinct wanted.application_id from wanted
    where exists (
      select from seat_allocation live
      where live.session_subject_id = wanted.session_subject_id and live.person_key = wanted.person_key
        and live.state in ('Held', 'Taken')
    ) or exists (
      select from wanted earlier
      where earlier.session_subject_id = wanted.session_subject_id and earlier.person_key = wanted.person_key
        and earlier.position < wanted.position
    )
  ), weighed as (
    select wanted.*, session.seat, session.registered, session.status,
      case
        when session.seat_per = 'Subject' then 1
        when exists (
          select from seat_allocation live
          where live.session_id = wanted.session_id and live.person_key = wanted.person_key
            and live.state in ('Held', 'Taken')
        ) then 0
        when row_number() over (partition by wanted.session_id, wanted.person_key order by wanted.position) = 1 then 1
        else 0
      end as weight
    from wanted join exam_session session on session.id = wanted.session_id
  ), filled as (
    select weighed.*, sum(weight) over (partition by session_id order by position) as needed from weighed
  ), insufficient as (
    select distinct application_id from filled
    where (weight > 0 and registered + needed > seat) or status <> 'Published'
  )`;
