-- The words of a statement as people were shown them, by their hash: what their consents are evidence of (3-domain 6.1). They name
-- nobody but an awarding body, and are kept for good.
create table consent_text (
  hash bytea primary key,
  statement_id text not null,
  version text not null,
  language text not null check (language in ('en', 'zh')),
  text text not null,
  kept_at timestamptz not null,
  check (hash = sha256(convert_to(text, 'UTF8')))
);
create trigger consent_text_append_only before update or delete on consent_text for each statement execute function refuse_change();

-- A person whose deletion has to wait: everything but keeping has stopped (PIPL 47).
alter table candidate add restricted_at timestamptz;
alter table application add restricted_at timestamptz;
alter table booking add restricted_at timestamptz;
alter table candidate add check (restricted_at is null or deleted_at is not null);
alter table application add check (restricted_at is null or deleted_at is not null);
create index candidate_restricted on candidate (restricted_at) where restricted_at is not null and anonymised_at is null;

-- What somebody asked for about their own data, the answer, and its clock (PIPL 44-50).
create table rights_request (
  id uuid primary key,
  -- The receipt number.
  code text not null unique,
  kind text not null check (kind in ('Copy', 'Correction', 'Deletion', 'Withdrawal')),
  status text not null check (status in ('Received', 'InReview', 'Answered', 'Refused')),
  -- Null once the request names nobody any more.
  account_id uuid references account,
  candidate_id uuid references candidate,
  wish_sealed bytea,
  answer_sealed bytea,
  received_at timestamptz not null,
  alarm_at timestamptz not null check (alarm_at > received_at),
  due_at timestamptz not null check (due_at > alarm_at),
  -- Of a deletion that waits: when the last of its periods ends.
  waits_until timestamptz,
  taken_by uuid,
  taken_by_name text,
  answered_at timestamptz,
  answered_by uuid,
  answered_by_name text,
  version integer not null default 1,
  anonymised_at timestamptz,
  check (answered_at is null or answered_at >= received_at),
  check ((account_id is null) = (anonymised_at is not null))
);
create index rights_request_account on rights_request (account_id, received_at desc);
create index rights_request_open on rights_request (due_at) where status in ('Received', 'InReview');
create unique index rights_request_one_deletion on rights_request (candidate_id) where kind = 'Deletion' and status in ('Received', 'InReview');

-- A consent that was ended, and when: the consent itself stays as it is, for it is evidence.
create table consent_withdrawal (
  consent_id uuid primary key references consent on delete cascade,
  request_id uuid not null references rights_request,
  withdrawn_at timestamptz not null
);
create trigger consent_withdrawal_unchanged before update on consent_withdrawal execute function refuse_change();

-- The money lists keep a line whose person is restricted, without the name.
create or replace view application_summary as
  select application.id as application_id, application.code, application.account_id, application.status,
    case when application.restricted_at is null then trim(application.last_name || ' ' || application.first_name) else '' end
      as candidate_name,
    product.name_en as product_name_en, product.name_zh as product_name_zh,
    papers.subject_name_en, papers.subject_name_zh, papers.component_code,
    city.name_en as city_name_en, city.name_zh as city_name_zh,
    session.exam_date, papers.start_time, papers.end_time
  from application
  join product on product.id = application.product_id
  join exam_session session on session.id = application.session_id
  join city on city.id = session.city_id
  cross join lateral (
    select string_agg(coalesce(place.title, subject.name_en), ' + ' order by paper.sort) as subject_name_en,
      string_agg(coalesce(place.title, subject.name_zh), ' + ' order by paper.sort) as subject_name_zh,
      string_agg(subject.code, ' + ' order by paper.sort) as component_code,
      min(place.start_time) as start_time, max(place.end_time) as end_time
    from application_paper paper
    join subject on subject.id = paper.subject_id
    join session_subject place on place.id = paper.session_subject_id
    where paper.application_id = application.id
  ) papers;

-- The search field finds nobody who is restricted.
create or replace view findable as
  select 'application' as kind, application.id, application.code, upper(application.code) as key,
    application.last_name || ' ' || application.first_name as name, exam_session.office_id
  from application join exam_session on exam_session.id = application.session_id
  where application.restricted_at is null
  union all
  select 'booking', id, code, upper(code), last_name || ' ' || first_name, office_id from booking where restricted_at is null
  union all
  select 'order', order_id, order_code, upper(order_code), null, office_id from order_owner
  union all
  select 'order', order_owner.order_id, order_owner.order_code, upper(payment.channel_trade_no), null, order_owner.office_id
  from payment join order_owner on order_owner.order_id = payment.order_id
  union all
  select 'refund', refund.id, refund.serial_number, upper(refund.serial_number), null, order_owner.office_id
  from refund join order_owner on order_owner.order_id = refund.order_id;

-- Numbers of an exam stay what they were when somebody of them is restricted.
create or replace view session_attendance as
  select application.session_id, session.office_id, application.product_id, session.exam_date,
    count(*)::integer as registered,
    count(*) filter (where attendance.status in ('Present', 'Late'))::integer as taken,
    count(*) filter (where attendance.status = 'Absent')::integer as absent
  from application
  join exam_session session on session.id = application.session_id
  left join attendance on attendance.id = application.id
  where (application.deleted_at is null or application.restricted_at is not null)
    and application.status in ('Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected')
    and session.starts_at <= app_now()
  group by application.session_id, session.office_id, application.product_id, session.exam_date;

alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide',
  'documentsOverdue', 'refundFailed', 'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'secondPersonNeeded', 'letterFailed',
  'specialArrangement', 'publicationFailed', 'fapiaoToIssue', 'fapiaoToRed', 'postTestToSend', 'postTestOutcome', 'postTestCancellation',
  'claimToDecide', 'rightsRequest'));
alter table work_item drop constraint work_item_object_kind_check;
alter table work_item add constraint work_item_object_kind_check check (object_kind in ('booking', 'cancellation', 'refund', 'proposal',
  'sessionSubject', 'paymentException', 'application', 'claim', 'catalogueLine', 'catalogueProduct', 'catalogueSubject', 'fapiao',
  'postTest', 'rightsRequest'));
