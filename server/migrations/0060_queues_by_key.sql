-- outside a transaction
-- What is open, what is new and who waits for deletion is found without reading what is over.
drop index concurrently if exists application_restricted;
create index concurrently application_restricted on application (id) where restricted_at is not null;
drop index concurrently if exists exam_session_withdrawn;
create index concurrently exam_session_withdrawn on exam_session (ends_at) where status = 'Withdrawn';
drop index concurrently if exists minimum_decision_session;
create index concurrently minimum_decision_session on minimum_decision (session_id);
drop index concurrently if exists minimum_decision_withdrawn;
create index concurrently minimum_decision_withdrawn on minimum_decision (decide_by) where outcome = 'Withdrawn';
drop index concurrently if exists rights_request_received;
create index concurrently rights_request_received on rights_request (received_at);
drop index concurrently if exists rights_request_answered;
create index concurrently rights_request_answered on rights_request (answered_at) where answered_at is not null;
drop index concurrently if exists relative_request_done;
create index concurrently relative_request_done on relative_request (done_at) where done_at is not null;
drop index concurrently if exists guardian_notice_objected;
create index concurrently guardian_notice_objected on guardian_notice (objected_at) where objected_at is not null;

-- A left join is left out where nobody asks for what it gives, so that who counts orders sums no refunds.
create or replace view order_kept as
  select placed.id as order_id, placed.code as order_code, placed.account_id, placed.payment_completed_at as paid_at,
    placed.actual_pay_amount as paid, given.committed, given.returned
  from exam_order placed
  left join lateral (
    select
      coalesce(sum(refund.amount) filter (where refund.status in ('Approved', 'Processing', 'Completed', 'Failed')), 0)::integer as committed,
      coalesce(sum(refund.amount) filter (where refund.status = 'Completed'), 0)::integer as returned
    from payment join refund on refund.payment_id = payment.id
    where payment.order_id = placed.id and payment.settles_order
  ) given on true
  where placed.status = 'PaymentSuccessful';

create or replace view channel_movement as
  select 'payment' as kind, payment.channel, payment.channel_trade_no as reference, coalesce(attempt.trade_no, '') as trade_no,
    payment.amount, payment.paid_at as at, (payment.paid_at at time zone 'Asia/Shanghai')::date as day,
    payment.order_id, placed.code as order_code
  from payment
  left join exam_order placed on placed.id = payment.order_id
  left join payment_attempt attempt on attempt.id = payment.attempt_id
  where payment.attempt_id is not null
  union all
  select 'refund', payment.channel, coalesce(refund.voucher, refund.serial_number), coalesce(attempt.trade_no, ''), refund.amount,
    refund.completed_at, (refund.completed_at at time zone 'Asia/Shanghai')::date, refund.order_id, placed.code
  from refund
  join payment on payment.id = refund.payment_id
  left join exam_order placed on placed.id = refund.order_id
  left join payment_attempt attempt on attempt.id = payment.attempt_id
  where refund.status = 'Completed' and not refund.is_by_hand and refund.amount > 0 and payment.attempt_id is not null;

-- The clock is read once for a statement, not once for a row.
create or replace view person_record as
  select kind, id, account_id, person_key, dob, office_id, code, name,
    dob > (((select app_now()) at time zone 'Asia/Shanghai')::date - interval '18 years')::date as is_minor
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
  where session.starts_at <= (select app_now()) and came.registered > 0;

-- What a subselect gives is not known when a statement is planned; what the clock says is, and so how few sessions are to come.
create or replace view subject_city as
  select distinct p.subject_id, s.city_id
  from session_subject p
  join exam_session s on s.id = p.session_id
  left join venue v on v.id = s.venue_id
  where s.status = 'Published' and s.booking_id is null and coalesce(v.status, 'Active') = 'Active'
    and s.exam_date >= (app_now() at time zone 'Asia/Shanghai')::date
    and s.starts_at > (select app_now());
