import type { HeldData, KeptClass } from '@exam/contract/entities';
import {
  adultAge,
  keptUntilAfter,
  keptUntilAfterDate,
  type RetentionClass,
  retentionClasses,
  retentionTable,
} from '@exam/contract/rules';
import { sql } from 'kysely';
import { orderBelongs } from '#checkout/orders';
import { isHeld } from '#office/holds';
import { isCartLine, isLineHeld, registrationBelongs } from '#registering/applications';
import { isCandidateHeld, maskedIdNo } from '#people/candidates';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { overOn } from '#services/post-test';

/** `isHeld`: a hold on an order, a session, a case or a class keeps some of it. */
type Kept = { class: RetentionClass; count: number; started: string | null; isHeld: boolean };
type KeptOf = Kept & { candidateId: string };
type Shown = KeptClass & { isHeld: boolean };

/** A time of the database as the rules read it. */
const instant = (at: string) => sql.raw(`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** What is held of an account and of each candidate it saved, and until when, by the table of periods (PIPL 45, S-18). */
export async function heldData(tx: Tx, accountId: string): Promise<HeldData> {
  const people = await peopleOf(tx, accountId);
  const kept = await keptOfPeople(tx, accountId);
  const now = await readNow(tx);
  // Of somebody who is forgotten the evidence of their consents is left: it is the account's, and ends by itself.
  const ofForgotten = kept.filter(({ candidateId }) => people.every(({ id }) => id !== candidateId));
  return {
    account: [...presentKept(await keptOfAccount(tx, accountId)), ...presentKept(ofForgotten)].map((each) =>
      lawfully(each, { state: 'Saved', waitsUntil: null, now }),
    ),
    candidates: people.map(({ lastUse, lastLine, holdsLine, waitsUntil, isHeld, id_no_sealed, ...person }) => {
      const own: Kept = { class: 'candidate', count: 1, started: lastUse, isHeld };
      const shown = presentKept([own, ...kept.filter(({ candidateId }) => candidateId === person.id)]);
      const ends = person.state === 'Removed' ? withLastRecord(shown, { lastLine, holdsLine }) : shown;
      return {
        ...person,
        idNo: maskedIdNo({ id: person.id, id_no_sealed }),
        kept: ends.map((each) =>
          lawfully({ ...each, isHeld: each.isHeld || isHeld }, { state: person.state, waitsUntil, now }),
        ),
      };
    }),
  };
}

type Standing = Pick<Person, 'state' | 'waitsUntil'> & { now: string };

/** Of somebody who is gone from the list, and held, no day is known; nor of what is held beyond its period. */
function lawfully({ isHeld, ...each }: Shown, { state, waitsUntil, now }: Standing): KeptClass {
  const isPerson = each.class === 'candidate';
  if (isPerson && state === 'Restricted') return { ...each, until: waitsUntil, isKeptByLaw: true };
  const isOver = isPerson ? state === 'Removed' : each.until !== null && each.until <= now;
  return isHeld && isOver ? { ...each, until: null, isKeptByLaw: true } : each;
}

/**
 * Whoever was taken off the list goes with the last registration or booking that names them, or line of the cart, and after seven years without
 * use at the latest: that is the day as long as a hold on a record keeps it, which has names of its own.
 */
function withLastRecord(
  kept: readonly Shown[],
  { lastLine, holdsLine }: Pick<Person, 'lastLine' | 'holdsLine'>,
): Shown[] {
  const records = kept.filter((each) => each.class === 'examRecord' || each.class === 'lapsedOrder');
  const ends = [
    ...records.flatMap(({ until }) => until ?? []),
    ...(lastLine === null ? [] : [keptUntilAfter('draft', lastLine)]),
  ];
  const last = ends.toSorted().at(-1);
  if (last === undefined || holdsLine || records.some((each) => each.isHeld)) return [...kept];
  return kept.map((each) =>
    each.class === 'candidate' && each.until !== null && last < each.until ? { ...each, until: last } : each,
  );
}

/** In the order of the table; one class that is counted in several places is one line, with the latest end. */
function presentKept(all: readonly Kept[]): Shown[] {
  return retentionClasses.flatMap((of) => {
    const same = all.filter((each) => each.class === of && each.count > 0);
    if (same.length === 0) return [];
    const ends = same.map(({ started }) => untilOf(of, started));
    const until = ends.includes(null) ? null : (ends.toSorted((a, b) => (b ?? '').localeCompare(a ?? ''))[0] ?? null);
    const count = same.reduce((sum, each) => sum + each.count, 0);
    return [{ class: of, count, until, isKeptByLaw: false, isHeld: same.some(({ isHeld }) => isHeld) }];
  });
}

function untilOf(of: RetentionClass, started: string | null): string | null {
  if (started === null) return null;
  return retentionTable[of].isByDate ? keptUntilAfterDate(of, started) : keptUntilAfter(of, started);
}

type Person = Omit<HeldData['candidates'][number], 'idNo'> & {
  id_no_sealed: Buffer;
  lastUse: string;
  /** When the last line was begun that lies in the cart for them. */
  lastLine: string | null;
  /** Whether a hold keeps one of them. */
  holdsLine: boolean;
  waitsUntil: string | null;
  isHeld: boolean;
};

async function peopleOf(tx: Tx, accountId: string): Promise<Omit<Person, 'kept'>[]> {
  const { rows } = await sql<Omit<Person, 'kept'>>`
    select candidate.id, trim(candidate.last_name || ' ' || candidate.first_name) as name, candidate.id_no_sealed,
      age_by_year(candidate.birth_year, candidate.birthday_past_in, (app_now() at time zone 'Asia/Shanghai')::date) < ${adultAge} as "isMinor",
      case when candidate.restricted_at is not null then 'Restricted' when candidate.deleted_at is not null then 'Removed' else 'Saved' end as state,
      greatest((candidate.created_at at time zone 'Asia/Shanghai')::date,
        (select max(greatest((application.created_at at time zone 'Asia/Shanghai')::date, session.exam_date))
          from application join exam_session session on session.id = application.session_id where application.candidate_id = candidate.id),
        (select max(greatest((booking.submitted_at at time zone 'Asia/Shanghai')::date, coalesce(booking.first_exam_date, booking.expected_date)))
          from booking where booking.candidate_id = candidate.id))::text as "lastUse",
      (select max(application.created_at) from application
        where application.candidate_id = candidate.id and application.anonymised_at is null and ${isCartLine}) as "lastLine",
      exists (select from application
        where application.candidate_id = candidate.id and application.anonymised_at is null and ${isCartLine} and ${isLineHeld}) as "holdsLine",
      (select request.waits_until from rights_request request where request.candidate_id = candidate.id and request.kind = 'Deletion'
          and (not request.is_by_relative or request.waits_until is not null)
        order by request.received_at desc limit 1) as "waitsUntil",
      ${isCandidateHeld} as "isHeld"
    from candidate where candidate.account_id = ${accountId} and candidate.anonymised_at is null
    order by candidate.restricted_at is not null, candidate.deleted_at is not null, candidate.last_name, candidate.first_name, candidate.id`.execute(
    tx,
  );
  return rows;
}

async function keptOfPeople(tx: Tx, accountId: string): Promise<KeptOf[]> {
  const { rows } = await sql<KeptOf>`
    with registered as (
      select application.id, application.candidate_id, session.exam_date, session.ends_at,
        application.has_special_arrangement and application.form_json_sealed is not null as asks_for_arrangement,
        case when application.registered_at is null then (select max(placed.payment_end_at) from order_item item
          join exam_order placed on placed.id = item.order_id
          where item.registration_id = application.id and order_lapsed(placed)) end as lapsed_at,
        ${isHeld({ class: 'examRecord', ...registrationBelongs })} as is_held
      from application join exam_session session on session.id = application.session_id
      where application.account_id = ${accountId} and application.anonymised_at is null and not ${isCartLine}
    ), kept as (
      select candidate_id, 'examRecord' as class, exam_date::text as started, is_held from registered where lapsed_at is null
      union all
      select candidate_id, 'lapsedOrder', ${instant('lapsed_at')}, is_held from registered where lapsed_at is not null
      union all
      select candidate_id, 'examRecord', coalesce(first_exam_date, expected_date)::text, false from booking
      where account_id = ${accountId} and anonymised_at is null
      union all
      select registered.candidate_id, paper.class, case paper.class
          when 'certificate' then paper.issued_on
          when 'cheatingEvidence' then (known.closed_at at time zone 'Asia/Shanghai')::date
          else registered.exam_date end::text, registered.is_held
      from registered join filed_document paper on paper.application_id = registered.id
      left join misconduct_case known on known.id = paper.case_id
      union all
      select registered.candidate_id, 'specialArrangement', registered.exam_date::text, registered.is_held
      from registered left join special_arrangement asked on asked.id = registered.id
      where registered.asks_for_arrangement or asked.request_sealed is not null or asked.conditions_sealed is not null
      union all
      select registered.candidate_id, 'cancellationPaper', registered.exam_date::text, registered.is_held
      from registered cross join lateral (
        select from cancellation_item item
        join file paper on paper.used_by = 'cancellation' and paper.object_id = item.request_id
        where item.application_id = registered.id
        -- Each by its key: while there are few, all of them would be read.
        offset 0) as paper
      union all
      select consent.candidate_id, 'consent', ${instant(`case when num_nonnulls(consent.application_id, consent.booking_id) > 0
          then greatest(consent.given_at, session.ends_at,
            (coalesce(booking.first_exam_date, booking.expected_date) + 1)::timestamp at time zone 'Asia/Shanghai')
          else saved.deleted_at end`)}, false
      from consent join candidate saved on saved.id = consent.candidate_id
      left join application on application.id = consent.application_id
      left join exam_session session on session.id = application.session_id
      left join booking on booking.id = consent.booking_id
      where consent.account_id = ${accountId} and consent.candidate_id is not null
    )
    select candidate_id as "candidateId", class, count(*)::integer as count, bool_or(is_held) as "isHeld",
      case when bool_or(started is null) then null else max(started) end as started
    from kept group by candidate_id, class`.execute(tx);
  return rows;
}

async function keptOfAccount(tx: Tx, accountId: string): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    with kept as (
      select 'session' as class, case when ended_at is null and expires_at > app_now() then null
        else ${instant('coalesce(ended_at, expires_at)')} end as started, false as is_held
      from account_session where account_id = ${accountId}
      union all
      select 'message', ${instant('created_at')}, false from message where account_id = ${accountId}
      union all
      select 'networkLog', ${instant('at')}, false from network_log where account_id = ${accountId}
      union all
      select 'draft', ${instant('updated_at')}, false from wizard_draft where account_id = ${accountId}
      union all
      select 'draft', ${instant('created_at')}, false from application
      where account_id = ${accountId} and ${isCartLine} and anonymised_at is null
      union all
      select 'unusedUpload', ${instant('created_at')}, false from file where account_id = ${accountId} and used_by is null
      union all
      select 'unusedUpload', ${instant('created_at')}, false from candidate_import where account_id = ${accountId}
      union all
      select class, ${instant('coalesce(payment_completed_at, payment_end_at)')}, ${isHeld({
        class: ['lapsedOrder', 'orderPerson', 'order'],
        ...orderBelongs,
      })}
      from exam_order cross join unnest(case when order_lapsed(exam_order) then array['lapsedOrder']
        else array['orderPerson', 'order'] end) as of_order (class) where account_id = ${accountId}
      union all
      select 'examRecord', ${overOn}::text, false from post_test request
      where request.account_id = ${accountId} and request.submitted_at is not null and request.anonymised_at is null
      union all
      select 'consent', case when post_test_id is not null then ${instant('given_at')} end, false from consent where account_id = ${accountId} and candidate_id is null
      union all
      select 'rightsRequest', case when answered_at is null then null else ${instant('answered_at')} end, false
      from rights_request where account_id = ${accountId} and not is_by_relative
      union all
      select 'rightsRequest', ${instant('ended_at')}, false from possession_claim
      where account_id = ${accountId} and evidence_sealed is not null
    )
    select class, count(*)::integer as count, bool_or(is_held) as "isHeld", case when bool_or(started is null) then null else max(started) end as started
    from kept group by class`.execute(tx);
  return rows;
}
