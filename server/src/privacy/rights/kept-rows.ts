import type { RetentionClass } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { closedAt, orderBelongs } from '#checkout/orders';
import { caseClosed, paperClock } from '#desk/filed-papers';
import { isUnused } from '#office/files';
import { isHeld } from '#office/holds';
import { hasText, isUnderway } from '#people/messages';
import type { Tx } from '#platform/database';
import {
  asksForArrangement,
  consentClock,
  isCartLine,
  isEvidence,
  registrationBelongs,
} from '#registering/applications';
import { bookedDate, isArranged } from '#services/bookings';
import { papersOf } from '#services/cancellations';
import { formClock, isDraft, isRecord, overOn } from '#services/post-test';

/**
 * What is kept of one class. `started` is the latest clock, null while one of them has not started; `isHeld`: a hold on an order, a session, a case or
 * a class keeps some of it.
 */
export type Kept = { class: RetentionClass; count: number; started: string | null; isHeld: boolean };
type KeptOf = Kept & { candidateId: string };

/** A time of the database as the rules read it. */
const instant = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const ofTable = (name: string) => instant(sql.ref(name));

/** What is kept of each candidate of an account, by class. The clocks are those of the nightly run, each where its domain has it. */
export async function keptOfPeople(tx: Tx, accountId: string): Promise<KeptOf[]> {
  const { rows } = await sql<KeptOf>`
    with registered as (
      select application.id, application.candidate_id, session.exam_date, ${isEvidence} as is_evidence, ${asksForArrangement} as asks_for_arrangement,
        case when application.registered_at is null then (select max(placed.payment_end_at) from order_item item
          join exam_order placed on placed.id = item.order_id
          where item.registration_id = application.id and order_lapsed(placed)) end as lapsed_at,
        ${isHeld({ class: 'examRecord', ...registrationBelongs })} as is_held
      from application join exam_session session on session.id = application.session_id
      left join special_arrangement asked on asked.id = application.id
      where application.account_id = ${accountId} and application.anonymised_at is null and not ${isCartLine}
    ), kept as (
      select candidate_id, 'examRecord' as class, case when not is_evidence then exam_date end::text as started, is_held
      from registered where lapsed_at is null
      union all
      select candidate_id, 'lapsedOrder', ${ofTable('lapsed_at')}, is_held from registered where lapsed_at is not null
      union all
      select candidate_id, kept.class, ${bookedDate}::text, false
      from booking cross join unnest(case when ${isArranged} then array['examRecord', 'specialArrangement'] else array['examRecord'] end) as kept (class)
      where account_id = ${accountId} and anonymised_at is null
      union all
      select session.candidate_id, paper.class, ${paperClock}::text, session.is_held
      from registered session join filed_document paper on paper.application_id = session.id
      left join misconduct_case known on known.id = paper.case_id
      union all
      select registered.candidate_id, 'cheatingEvidence', ${caseClosed}::text, registered.is_held
      from registered join misconduct_case known on known.application_id = registered.id
      union all
      select candidate_id, 'specialArrangement', exam_date::text, is_held from registered where asks_for_arrangement
      union all
      select registered.candidate_id, 'cancellationPaper', sent.last_date::text, registered.is_held
      from registered cross join lateral (${papersOf(sql.ref('registered.id'))}) as sent
      union all
      select consent.candidate_id, 'consent', ${instant(consentClock.started)}, false
      from consent ${consentClock.joins}
      where consent.account_id = ${accountId} and consent.candidate_id is not null
    )
    select candidate_id as "candidateId", class, count(*)::integer as count, bool_or(is_held) as "isHeld",
      case when bool_or(started is null) then null else max(started) end as started
    from kept group by candidate_id, class`.execute(tx);
  return rows;
}

/** What is kept of an account itself, by class. */
export async function keptOfAccount(tx: Tx, accountId: string): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    with kept as (
      select 'session' as class, case when ended_at is null and expires_at > app_now() then null
        else ${instant(sql`coalesce(ended_at, expires_at)`)} end as started, false as is_held
      from account_session where account_id = ${accountId}
      union all
      select 'message', case when not ${isUnderway} then ${ofTable('created_at')} end, false from message where account_id = ${accountId}
      union all
      select 'messageText', ${ofTable('created_at')}, false from message where account_id = ${accountId} and ${hasText}
      union all
      select 'networkLog', ${ofTable('at')}, false from network_log where account_id = ${accountId}
      union all
      select 'draft', ${ofTable('updated_at')}, false from wizard_draft where account_id = ${accountId}
      union all
      select 'draft', ${ofTable('created_at')}, false from application
      where account_id = ${accountId} and ${isCartLine} and anonymised_at is null
      union all
      select 'draft', ${ofTable('saved_at')}, false from post_test request where account_id = ${accountId} and ${isDraft}
      union all
      select 'unusedUpload', ${ofTable('created_at')}, false from file where account_id = ${accountId} and ${isUnused}
      union all
      select 'unusedUpload', ${ofTable('created_at')}, false from candidate_import where account_id = ${accountId}
      union all
      select of_order.class, ${instant(sql`case of_order.class when 'order' then order_closed_at(exam_order) else ${closedAt} end`)}, ${isHeld(
        {
          class: ['lapsedOrder', 'orderPerson', 'order'],
          ...orderBelongs,
        },
      )}
      from exam_order cross join unnest(case when order_lapsed(exam_order) then array['lapsedOrder']
        else array['orderPerson', 'order'] end) as of_order (class) where account_id = ${accountId}
      union all
      select 'examRecord', ${overOn}::text, false from post_test request
      where request.account_id = ${accountId} and ${isRecord}
      union all
      select 'signedForm', ${formClock}::text, false from post_test request
      where request.account_id = ${accountId} and cardinality(request.form_file_ids) > 0
      union all
      select 'consent', ${instant(consentClock.started)}, false
      from consent ${consentClock.joins}
      where consent.account_id = ${accountId} and consent.candidate_id is null
      union all
      select 'rightsRequest', case when answered_at is null then null else ${ofTable('answered_at')} end, false
      from rights_request where account_id = ${accountId} and not is_by_relative and not is_by_guardian
      union all
      select 'rightsRequest', ${ofTable('ended_at')}, false from possession_claim
      where account_id = ${accountId} and evidence_sealed is not null
    )
    select class, count(*)::integer as count, bool_or(is_held) as "isHeld", case when bool_or(started is null) then null else max(started) end as started
    from kept group by class`.execute(tx);
  return rows;
}
