import { forgetPersonOfSeats } from '#offer/sessions';
import { keepLastExam } from '#people/candidates';
import { forgetConsents, forgetWhoLeaves } from '#people/consents';
import { forgetNotes } from '#office/notes';
import { lastStart } from '@exam/contract/rules';
import { sql } from 'kysely';
import { isCartLine, leaveCart } from './cart/leave-cart.ts';
import { forgetWords } from '#office/approvals';
import { forgetFilesOf } from '#office/files';
import { isHeld, personOf, type Sweep } from '#office/holds';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { forgetActors, forgetHistory, forgetReasons } from '#platform/history';
import { dayOf, nobodysAccount, nobodysCandidate, nobodysIdType, nobodysKey } from '#platform/nobody';

const orders = sql`select item.order_id from order_item item where item.application_id = application.id`;
const cases = sql`select known.id from misconduct_case known where known.application_id = application.id`;

/** What the holds on a registration (`application`), and on what belongs to it, are opened on. */
export const registrationBelongs = {
  personKey: personOf(sql.ref('application.person_key'), sql.ref('application.candidate_id')),
  session: sql.ref('application.session_id'),
  orders,
  cases,
} as const;

/** SQL: whether a registration (`application`) is kept for evidence of cheating, which outlives its own periods. */
export const isEvidence = sql`exists (
  select from misconduct_case known where known.application_id = application.id and (
    known.closed_at is null
    or exists (select from filed_document paper where paper.case_id = known.id)))`;

/** SQL: whether an account (`account`) has registrations that name somebody; a cart is none. */
export const isRegisteredIn = sql`exists (select from application kept where kept.account_id = account.id
  and kept.status <> 'Initiated' and kept.anonymised_at is null and kept.deleted_at is null)`;

/** Who sat an exam: four years later the registration counts, and names nobody (S-18). */
const examRecords: Sweep = {
  class: 'examRecord',
  due: ({ border }) => sql`
    select application.id, session.exam_date::text as started, ${isHeld({ class: 'examRecord', ...registrationBelongs })} as is_held
    from application join exam_session session on session.id = application.session_id
    where application.anonymised_at is null and session.exam_date <= ${border}::date and not ${isEvidence}`,
  forget: async (tx, ids) => {
    await keepLastExam(
      tx,
      sql`select candidate_id, greatest(session.exam_date, (application.created_at at time zone 'Asia/Shanghai')::date) as used_on
        from application join exam_session session on session.id = application.session_id
        where application.id = any(${[...ids]}::uuid[])`,
    );
    await anonymise(tx, ids);
  },
};

/** SQL: whether something is written of a special arrangement of a registration (`application`), with what the desk has of it (`asked`). */
export const asksForArrangement = sql`(asked.request_sealed is not null or asked.conditions_sealed is not null
  or application.form_json_sealed is not null and (application.has_special_arrangement or asked.id is not null))`;

/**
 * What was written of a special arrangement: half a year after the exam, also where the desk never decided on it. That there was one, and
 * how it was decided, stays.
 */
const specialArrangements: Sweep = {
  class: 'specialArrangement',
  due: ({ border }) => sql`
    select application.id, session.exam_date::text as started,
      ${isHeld({ class: 'specialArrangement', ...registrationBelongs })} as is_held
    from application
    join exam_session session on session.id = application.session_id
    left join special_arrangement asked on asked.id = application.id
    where session.exam_date <= ${border}::date and ${asksForArrangement}`,
  forget: async (tx, ids) => {
    await sql`update special_arrangement set request_sealed = null, conditions_sealed = null
      where id = any(${[...ids]}::uuid[])`.execute(tx);
    // The answers of the form carry the explanation as the person gave it.
    await sql`update application set form_json_sealed = null where id = any(${[...ids]}::uuid[])`.execute(tx);
    await sql`delete from application_step where application_id = any(${[...ids]}::uuid[])`.execute(tx);
  },
};

/** SQL: whether a hold keeps a line of a cart. */
export const isLineHeld = isHeld({ class: 'draft', ...registrationBelongs });

/** Lines that lay in a cart for ninety days; and those that waited for a hold alone when the deletion of their person was asked for. */
const carts: Sweep = {
  class: 'draft',
  due: ({ border }) => sql`
    select application.id, to_char(application.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
      ${isLineHeld} as is_held
    from application
    where ${isCartLine} and application.anonymised_at is null
      and (application.created_at <= ${border}::timestamptz or application.restricted_at is not null)`,
  stillDue,
  forget: forgetLines,
};

/** Locks the lines that are due. One that was given back at the same moment is not any more. */
async function stillDue(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from application where id = any(${[...ids]}::uuid[])
      and (created_at <= ${lastStart('draft', await readNow(tx))}::timestamptz or restricted_at is not null)
    order by id for no key update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lines of a cart, for good. @returns those that went: what was ordered meanwhile stays. */
export async function forgetLines(tx: Tx, ids: readonly string[]): Promise<readonly string[]> {
  const gone = await leaveCart(tx, ids);
  await anonymise(tx, gone);
  return gone;
}

/** SQL: given for no registration, but for the account or somebody on its list; and when that ended, null before; what names nobody any more, when it was given. */
const isOfAccount = sql`num_nonnulls(consent.application_id, consent.booking_id, consent.post_test_id) = 0`;
const accountEnd = sql`case when holder.id = ${nobodysAccount} then consent.given_at else coalesce(saved.deleted_at, holder.closed_at) end`;

/** SQL: what a consent (`consent`) was given for, joined to it; and when it was last relied on, null as long as it is. */
export const consentClock = {
  joins: sql`
    left join application on application.id = consent.application_id
    left join booking on booking.id = consent.booking_id
    left join post_test request on request.id = consent.post_test_id
    left join candidate saved on saved.id = consent.candidate_id
    left join exam_session session on session.id = application.session_id
    left join account holder on holder.id = consent.account_id`,
  started: sql`case when not ${isOfAccount} or ${accountEnd} is not null then greatest(consent.given_at, session.ends_at, request.completed_at,
    case when ${isOfAccount} then ${accountEnd} end,
    (coalesce(booking.first_exam_date, booking.expected_date) + 1)::timestamp at time zone 'Asia/Shanghai') end`,
} as const;

/**
 * The evidence of a consent: seven years after it was last relied on, which is the exam it was given for, the outcome of a request after one,
 * or, for what was of no registration, when the person was taken off the list or the account closed.
 */
const consents: Sweep = {
  class: 'consent',
  due: ({ border }) => sql`
    select consent.id, to_char(${consentClock.started} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
      ${isHeld({
        class: 'consent',
        personKey: sql`any(array[application.person_key, booking.person_key, request.person_key, saved.person_key])`,
        session: sql.ref('application.session_id'),
        orders,
        cases,
      })} as is_held
    from consent
    ${consentClock.joins}
    where ${consentClock.started} <= ${border}::timestamptz`,
  forget: forgetConsents,
};

/** Numbers stay, for the books and the statistics; they name nobody any more, nor whose they were (decision 0080). */
async function anonymise(tx: Tx, ids: readonly string[]): Promise<void> {
  const wanted = sql`any(${[...ids]}::uuid[])`;
  await forgetActors(tx, ids);
  await sql`delete from application_person where application_id = ${wanted}`.execute(tx);
  await sql`delete from application_step where application_id = ${wanted}`.execute(tx);
  await sql`delete from special_arrangement where id = ${wanted}`.execute(tx);
  await forgetHistory(tx, ids, 'specialArrangement');
  await forgetPersonOfSeats(tx, ids);
  await forgetWhoLeaves(tx, ids);
  await forgetNotes(tx, ids);
  await forgetReasons(tx, ids);
  await forgetWords(tx, ids);
  await forgetFilesOf(tx, 'application', ids);
  await sql`
    update application set account_id = ${nobodysAccount}, candidate_id = ${nobodysCandidate}, leave_alone = null, letter_code_sealed = null, letter_code_key = null,
      first_name = '', last_name = '', name_zh_sealed = null, id_no_sealed = '', person_key = ${nobodysKey}, dob_sealed = null, birth_key = null, guardian_key = null, email_sealed = null, mobile_sealed = null, form_json_sealed = null, withdraw_reason = null,
      cancellation_reject_reason = null, has_special_arrangement = false, gender_sealed = null, id_type = ${nobodysIdType}, birthday_past_in = birth_year, class_on_exam_day = null,
      leaving_ticked_at = null, leaving_noted_at = null, guardian_changed_at = null, created_at = ${dayOf('created_at')}, anonymised_at = app_now()
    where id = ${wanted}`.execute(tx);
}

/** Forgets whose registrations these are. */
export async function forgetAccountOfRegistrations(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update application set account_id = ${nobodysAccount} where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/**
 * Forgets the registrations of orders that go because nobody paid them: they name nobody and belong to no account. What was
 * bought again of them is a registration of its own. One of which another order is left stays as it is.
 */
export async function forgetUnpaid(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const wanted = sql`any(${[...orderIds]}::uuid[])`;
  const { rows } = await sql<{ id: string; isNamed: boolean }>`
    select application.id, application.anonymised_at is null as "isNamed" from application
    where application.id in (select item.registration_id from order_item item where item.order_id = ${wanted})
      and application.registered_at is null
      and not exists (select from order_item other where other.registration_id = application.id and not other.order_id = ${wanted})
    order by application.id for no key update`.execute(tx);
  await anonymise(
    tx,
    rows.flatMap(({ id, isNamed }) => (isNamed ? [id] : [])),
  );
  const gone = sql`any(${rows.map(({ id }) => id)}::uuid[])`;
  await sql`update application set cloned_from = null where cloned_from = ${gone}`.execute(tx);
  await sql`update application set account_id = ${nobodysAccount}, cloned_from = null where id = ${gone}`.execute(tx);
  await forgetActors(
    tx,
    rows.map(({ id }) => id),
  );
}

/** What registrations keep of people, and how long (S-18). */
export const retention: Sweep[] = [specialArrangements, examRecords, carts, consents];
