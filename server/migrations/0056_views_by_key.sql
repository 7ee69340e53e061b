-- Who asks one of these views for one row pays for that row, whatever the tables have grown to. PostgreSQL hands a key that comes out
-- of a join into a view only where each part of a union is one whole table, and never through `distinct` or `group by`.

-- Published for orders and refunds: of whatever was sold. The union is of ids alone, so that an id finds its one table.
create or replace view sold_summary as
  select sold.id as application_id, summary.code, summary.account_id, summary.status, summary.candidate_name, summary.product_name_en,
    summary.product_name_zh, summary.subject_name_en, summary.subject_name_zh, summary.component_code, summary.city_name_en,
    summary.city_name_zh, summary.exam_date, summary.start_time, summary.end_time
  from (select id from application union all select id from post_test) sold
  cross join lateral (
    select * from application_summary where application_id = sold.id
    union all
    select * from post_test_summary where application_id = sold.id
  ) summary;

-- Published by payments for orders: whether the channel has accepted a payment and will say the result later.
create or replace view order_payment_progress as
  select placed.id as order_id,
    exists (select from payment_attempt attempt where attempt.order_id = placed.id and attempt.status = 'Accepted') as is_accepted,
    exists (select from payment_attempt attempt where attempt.order_id = placed.id and attempt.status in ('Started', 'Accepted')) as is_live
  from exam_order placed;

-- Published by orders for applications: the latest order of an application and what became of its money.
create or replace view application_payment as
  select item.application_id, item.pay_amount, item.order_id, placed.code as order_code, placed.status as order_status,
    placed.payment_completed_at as paid_at
  from order_item item
  join exam_order placed on placed.id = item.order_id
  where not exists (
    select from order_item other join exam_order later on later.id = other.order_id
    where other.application_id = item.application_id and (later.created_at, later.id) > (placed.created_at, placed.id));

-- Published by cancellations for applications: the latest request of each application.
create or replace view application_cancellation as
  select item.application_id, request.id as request_id, request.attempt, request.outcome,
    request.reason, request.requested_at, request.policy_row, request.percent, request.is_document_required,
    request.documents_due_at, request.documents_asked, request.decided_at, request.decision_reason,
    item.quoted_amount, item.approved_amount, item.refund_id,
    (select count(*) from cancellation_item earlier join cancellation_request old on old.id = earlier.request_id
      where earlier.application_id = item.application_id and old.outcome = 'Rejected')::integer as rejections
  from cancellation_item item
  join cancellation_request request on request.id = item.request_id
  where not exists (
    select from cancellation_item other join cancellation_request later on later.id = other.request_id
    where other.application_id = item.application_id and (later.requested_at, later.id) > (request.requested_at, request.id));

-- Published by moves for applications and cancellations: the move that can still be chosen about, or else the latest one.
create or replace view application_move as
  select moved.application_id, move.id as move_id, move.session_id, move.previous_date,
    moved.previous_start_time, move.moved_at, move.choose_by, moved.outcome,
    coalesce(moved.outcome is null and move.choose_by > app_now()
      and application.status in ('Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected'), false) as can_choose
  from moved_registration moved
  join session_move move on move.id = moved.move_id
  join application on application.id = moved.application_id
  where not exists (
    select from moved_registration other join session_move later on later.id = other.move_id
    where other.application_id = moved.application_id
      and (other.outcome is null and later.choose_by is not null, later.moved_at, later.id)
        > (moved.outcome is null and move.choose_by is not null, move.moved_at, move.id));

-- Published by candidates for the console: how many an account has saved.
create or replace view account_candidates as
  select account.id as account_id,
    (select count(*) from candidate where candidate.account_id = account.id and deleted_at is null)::integer as saved
  from account;

-- Published by orders and refunds for the invoices: what a paid order kept. `committed` is on its way back or back, `returned` is back.
create or replace view order_kept as
  select placed.id as order_id, placed.code as order_code, placed.account_id, placed.payment_completed_at as paid_at,
    placed.actual_pay_amount as paid, given.committed, given.returned
  from exam_order placed
  cross join lateral (
    select
      coalesce(sum(refund.amount) filter (where refund.status in ('Approved', 'Processing', 'Completed', 'Failed')), 0)::integer as committed,
      coalesce(sum(refund.amount) filter (where refund.status = 'Completed'), 0)::integer as returned
    from payment join refund on refund.payment_id = payment.id
    where payment.order_id = placed.id and payment.settles_order
  ) given
  where placed.status = 'PaymentSuccessful';

-- Numbers of an exam stay what they were when somebody of them is restricted.
create or replace view session_attendance as
  select session.id as session_id, session.office_id, session.product_id, session.exam_date, came.registered, came.taken, came.absent
  from exam_session session
  cross join lateral (
    select count(*)::integer as registered,
      count(*) filter (where attendance.status in ('Present', 'Late'))::integer as taken,
      count(*) filter (where attendance.status = 'Absent')::integer as absent
    from application left join attendance on attendance.id = application.id
    where application.session_id = session.id and (application.deleted_at is null or application.restricted_at is not null)
      and application.status in ('Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected')
  ) came
  where session.starts_at <= app_now() and came.registered > 0;

-- Each part of the unions below is one table with no condition of its own: what it needs of another it asks for by itself, and the
-- condition stands around the union.
create or replace view person_record as
  select kind, id, account_id, person_key, dob, office_id, code, name,
    dob > ((app_now() at time zone 'Asia/Shanghai')::date - interval '18 years')::date as is_minor
  from (
    select 'candidate' as kind, id, account_id, person_key, dob, null::uuid as office_id, null::text as code,
      last_name || ' ' || first_name as name, anonymised_at is not null as is_forgotten
    from candidate
    union all
    select 'application', id, account_id, person_key, dob, (select office_id from exam_session where exam_session.id = session_id),
      code, last_name || ' ' || first_name, anonymised_at is not null
    from application
    union all
    select 'booking', id, account_id, person_key, dob, office_id, code, last_name || ' ' || first_name, anonymised_at is not null
    from booking
    union all
    select 'postTest', id, account_id, person_key, dob, office_id, code, last_name || ' ' || first_name,
      person_key is null or dob is null
    from post_test
  ) record
  where not is_forgotten;

create or replace view out_of_use as
  select id
  from (
    select id, restricted_at from candidate
    union all select id, restricted_at from application
    union all select form_files_id, restricted_at from application
    union all select id, restricted_at from booking
    union all select form_files_id, restricted_at from booking
    union all select id, restricted_at from post_test
    union all select id, (select restricted_at from application where application.id = application_id) from filed_document
    union all select request_id, (select restricted_at from application where application.id = application_id) from cancellation_item
  ) record
  where id is not null and restricted_at is not null;

create or replace view form_files_in_use as
  select form_files_id
  from (
    select form_files_id, form_json_sealed is not null and deleted_at is null as is_used from application
    union all
    select form_files_id, form_json_sealed is not null from booking
  ) record
  where form_files_id is not null and is_used;

-- The consents that are ended now, and since when.
create or replace view consent_ended as
  select id as consent_id, ended.withdrawn_at
  from consent
  cross join lateral (
    select min(gone.withdrawn_at) as withdrawn_at from consent_withdrawal gone
    where gone.consent_id = consent.id and not exists (
      select from consent_restoration back where back.consent_id = gone.consent_id and back.request_id = gone.request_id)
  ) ended
  where ended.withdrawn_at is not null;
