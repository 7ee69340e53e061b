import { type RawBuilder, sql } from 'kysely';
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

/** What becomes of several requests, and the parts of a `with` that write what they took. */
export type SeatDecision = {
  /** In their sequence; which session, when somebody else decides about it just now. */
  answers: (SeatAnswer | { waitsFor: string })[];
  taking: RawBuilder<unknown>;
};

/**
 * Takes every place of an order, or none (C1, C2, R-42, R-43); on a refusal nothing is written. Items of a session that is not published
 * count as full.
 */
export async function takeSeats(tx: Tx, request: SeatRequest): Promise<SeatAnswer> {
  const { answers, taking } = await decideSeats(tx, [request]);
  const [answer] = answers;
  if (!answer || 'waitsFor' in answer) throw new Error('Seats were not decided.');
  if (answer.taken) await sql`with ${taking} select from taken`.execute(tx);
  return answer;
}

/**
 * Decides about the places of several orders, one after the other in their sequence, each all or none. Sessions are locked in ascending id;
 * what the locks made final decides. Nothing is written yet: the caller runs `taking` in the statement that writes the orders.
 * @param mayWait false where orders of a session that is locked are to be left for later.
 */
export async function decideSeats(
  tx: Tx,
  requests: readonly SeatRequest[],
  { mayWait = true }: { mayWait?: boolean } = {},
): Promise<SeatDecision> {
  const sessionIds = [...new Set(requests.flatMap(({ lines }) => lines.map((line) => line.sessionId)))];
  const counters = new Map((await lockSessions(tx, sessionIds, { mayWait })).map((row) => [row.id, row]));
  const places = await livePlaces(tx, requests);
  const taken: Taken[] = [];
  const answers = requests.map((request): SeatDecision['answers'][number] => {
    const held = mayWait ? undefined : request.lines.find((line) => !counters.has(line.sessionId));
    if (held) return { waitsFor: held.sessionId };
    const { wanted, ...problems } = weigh(request, counters, places);
    if (problems.insufficient.length > 0 || problems.alreadyRegistered.length > 0) return { taken: false, ...problems };
    for (const each of wanted) {
      const counter = counters.get(each.sessionId);
      if (counter) counter.registered += each.weight;
      places.add(placeOf(each));
      places.add(personOf(each));
    }
    taken.push(...wanted);
    return { taken: true };
  });
  return { answers, taking: seating(taken) };
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

/** What decides whether a session has places left. */
type Counter = { id: string; seat: number; registered: number; status: string; seat_per: 'Subject' | 'Candidate' };

/**
 * Locks sessions in ascending id, the one order in which anybody may lock them (C2).
 * @returns the locked ones; all there are, unless those that somebody else holds are left out.
 */
export async function lockSessions(
  tx: Tx,
  sessionIds: readonly string[],
  { mayWait = true }: { mayWait?: boolean } = {},
): Promise<Counter[]> {
  const { rows } = await sql<Counter>`
    select id, seat, registered, status, seat_per from exam_session where id = any(${sessionIds}::uuid[])
    order by id for no key update ${mayWait ? sql`` : sql`skip locked`}`.execute(tx);
  return rows;
}

type Wanted = SeatLine & { sessionSubjectId: string };
type Taken = Wanted & Omit<SeatRequest, 'lines'> & { weight: number };

const personOf = ({ sessionId, personKey }: SeatLine) => `${sessionId} ${personKey.toString('hex')}`;
const placeOf = ({ sessionSubjectId, personKey }: Wanted) => `${sessionSubjectId} ${personKey.toString('hex')}`;

/** The places that the persons of these requests have: in which session, and of which paper. */
async function livePlaces(tx: Tx, requests: readonly SeatRequest[]): Promise<Set<string>> {
  const lines = [
    ...new Map(requests.flatMap((request) => request.lines).map((line) => [personOf(line), line])).values(),
  ];
  const { rows } = await sql<{ session_id: string; session_subject_id: string; person_key: Buffer }>`
    select paper.session_id, live.session_subject_id, live.person_key
    from unnest(${lines.map((line) => line.sessionId)}::uuid[], ${lines.map((line) => line.personKey)}::bytea[]) as wanted (session_id, person_key)
    join session_subject paper on paper.session_id = wanted.session_id
    join seat_allocation live on live.session_subject_id = paper.id and live.person_key = wanted.person_key
    where live.state in ('Held', 'Taken')`.execute(tx);
  return new Set(
    rows.flatMap(({ session_id: sessionId, session_subject_id: sessionSubjectId, person_key: personKey }) => {
      const place = { applicationId: '', sessionSubjectIds: [], sessionId, sessionSubjectId, personKey };
      return [placeOf(place), personOf(place)];
    }),
  );
}

/**
 * What the places of one order count for, and which cannot be had: the whole rule about seats. A session that counts candidates gives
 * further papers of one person the weight 0. Full items are those for which the places ran out in the order's own sequence.
 */
function weigh(
  { lines, ...order }: SeatRequest,
  counters: ReadonlyMap<string, Counter>,
  places: ReadonlySet<string>,
): { wanted: Taken[]; insufficient: string[]; alreadyRegistered: string[] } {
  const own = new Set<string>();
  const needed = new Map<string, number>();
  const [insufficient, alreadyRegistered] = [new Set<string>(), new Set<string>()];
  const wanted = lines.flatMap((line) =>
    line.sessionSubjectIds.map((sessionSubjectId): Taken => {
      const [place, person] = [placeOf({ ...line, sessionSubjectId }), personOf(line)];
      const counter = counters.get(line.sessionId);
      if (places.has(place) || own.has(place)) alreadyRegistered.add(line.applicationId);
      const isSeated = counter?.seat_per === 'Candidate' && (places.has(person) || own.has(person));
      const weight = isSeated ? 0 : 1;
      const sum = (needed.get(line.sessionId) ?? 0) + weight;
      needed.set(line.sessionId, sum);
      own.add(place).add(person);
      const isFull =
        !counter || counter.status !== 'Published' || (weight > 0 && counter.registered + sum > counter.seat);
      if (isFull) insufficient.add(line.applicationId);
      return { ...line, ...order, sessionSubjectId, weight };
    }),
  );
  return { wanted, insufficient: [...insufficient], alreadyRegistered: [...alreadyRegistered] };
}

/** Writes the places, the counters of the sessions and what happened to them. Its part `taken` has a row for each place. */
function seating(rows: readonly Taken[]): RawBuilder<unknown> {
  const of = <Value>(pick: (row: Taken) => Value) => rows.map(pick);
  return sql`
    taken as (
      insert into seat_allocation
        (id, session_id, session_subject_id, application_id, order_id, account_id, person_key, weight, state, held_until, created_at)
      select gen_random_uuid(), session_id, session_subject_id, application_id, order_id, account_id, person_key, weight,
        case when held_until is null then 'Taken' else 'Held' end, held_until, app_now()
      from unnest(
        ${of((row) => row.sessionId)}::uuid[], ${of((row) => row.sessionSubjectId)}::uuid[], ${of((row) => row.applicationId)}::uuid[],
        ${of((row) => row.orderId)}::uuid[], ${of((row) => row.accountId)}::uuid[], ${of((row) => row.personKey)}::bytea[],
        ${of((row) => row.weight)}::integer[], ${of((row) => row.heldUntil)}::timestamptz[]
      ) as place (session_id, session_subject_id, application_id, order_id, account_id, person_key, weight, held_until)
      returning session_id, order_id, state, weight
    ), counted as (
      select session_id, sum(weight)::integer as seats from taken group by session_id
    ), raised as (
      update exam_session session set registered = session.registered + counted.seats
      from counted where session.id = counted.session_id and counted.seats > 0
    ), told as (
      insert into seat_event (id, session_id, kind, seats, order_id, at)
      select gen_random_uuid(), session_id, case state when 'Taken' then 'taken' else 'held' end, sum(weight)::integer, order_id, app_now()
      from taken group by session_id, order_id, state
    )`;
}
