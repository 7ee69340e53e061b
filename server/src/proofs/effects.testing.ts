import type { Effect } from '@exam/contract/staff';
import { databasePool } from '#platform/database';

/** SQL of what is there once an effect has come about, as texts: one that was not there before is the effect. */
const facts: Readonly<Record<Effect, string>> = {
  // Prices that are paid, whatever they are paid for: a session more at the same price adds none.
  price: `select concat_ws(' ', 'session', subject_id, local_fee, board_fee, vat,
      (select string_agg(concat_ws('-', from_count, to_count, local_fee), ',' order by from_count) from session_subject_tier_fee where session_subject_id = paper.id),
      (select string_agg(concat_ws('-', stage, fee), ',' order by stage) from session_subject_late_charge where session_subject_id = paper.id)) as fact
    from session_subject paper join exam_session session on session.id = session_id where status = 'Published' and booking_id is null
    union select concat_ws(' ', 'booking', booking.id, local_fee, paper.board_fee) from booking_paper paper
      join booking_arrangement issued on issued.id = arrangement_id join booking on booking.id = issued.booking_id
      join booking_product tariff on tariff.product_id = booking.product_id
      where local_fee not in (base_fee, base_fee + surcharge) or paper.board_fee is distinct from tariff.board_fee
    union select concat_ws(' ', 'tariff', tariff) from booking_product tariff
    union select concat_ws(' ', 'service', service_id, level_id, local_fee, board_fee, vat) from post_test_fee
    union select concat_ws(' ', 'list', id, fees) from subject where fees is not null
    union select concat_ws(' ', 'terms', id, refund_policy, is_board_fee_refundable) from product`,
  moneyOut: `select concat_ws(' ', id, amount, is_by_hand) as fact from refund where approved_at is not null`,
  moneyIn: `select id::text as fact from payment where channel = 'manual'
    union select concat_ws(' ', id, order_id) from payment_exception where trade_no is not null and order_id is not null
    union select concat_ws(' ', channel, day) from reconciliation_closing`,
  people: `select concat_ws(' ', application.id, session_id, exam_date, start_time, venue_id) as fact from application
      join exam_session session on session.id = session_id where application.status like 'Registered%' and session.booking_id is null
    union select concat_ws(' ', id, status) from application where status in ('Withdrawn', 'Cancelled')
    union select concat_ws(' ', id, status) from exam_session where status = 'Withdrawn' and exists (
      select from application where session_id = exam_session.id and application.status like 'Registered%')`,
  minors: `select id::text as fact from minor_approval where not is_for_day`,
  rights: `select concat_ws(' ', id, unnest(roles)) as fact from staff_account union select concat_ws(' ', id, unnest(hands_on)) from staff_account
    union select concat_ws(' ', staff_id, office_id) from staff_office union select id::text from staff_account where is_all_offices`,
  account: `select encode(phone_key, 'hex') || id as fact from account where phone_key is not null
    union select id::text from possession_claim where let_in_until is not null`,
  word: `select id::text as fact from guardian_answer where kind in ('notGuardian', 'reinstated', 'objectionRefused')`,
  data: `select concat_ws(' ', id, released_at) as fact from legal_hold
    union select id::text from relative_request where granted_at is not null`,
  result: `select concat_ws(' ', object_id, at) as fact from history where kind = 'postTest' and event = 'correct'`,
  told: `select concat_ws(' ', 'line', line) as fact from product_line line union select concat_ws(' ', 'body', body) from awarding_body body`,
};

const all = Object.entries(facts)
  .map(([effect, text]) => `select '${effect}' as effect, fact from (${text}) ${effect}_facts`)
  .join(' union all ');

/** Every fact there is now, with its effect. */
async function factsNow(): Promise<{ effect: Effect; fact: string }[]> {
  return (await databasePool().query<{ effect: Effect; fact: string }>(all)).rows;
}

/** Which effects some work brings about, in the order of their names. */
export async function effectsOf(work: () => Promise<unknown>): Promise<Effect[]> {
  const before = new Set((await factsNow()).map(({ effect, fact }) => effect + fact));
  await work();
  const added = (await factsNow()).filter(({ effect, fact }) => !before.has(effect + fact));
  return [...new Set(added.map(({ effect }) => effect))].toSorted();
}
