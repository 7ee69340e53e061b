-- Post-test services: what each awarding body offers after results, and the requests of candidates (3-domain 4, 9.6).

-- What an awarding body asks of a UCI (3-domain 4.3).
create table post_test_board (
  product_id uuid primary key references product,
  uci_policy text not null check (uci_policy in ('strict', 'shape', 'none'))
);

create table post_test_level (
  id uuid primary key,
  product_id uuid not null references product,
  code text not null,
  name_en text not null,
  name_zh text not null,
  sort integer not null,
  unique (product_id, code)
);

create table post_test_series (
  id uuid primary key,
  product_id uuid not null references product,
  year integer not null check (year between 2000 and 2199),
  month integer not null check (month between 1 and 12),
  name_en text not null,
  name_zh text not null,
  unique (product_id, year, month)
);

create table post_test_service (
  id uuid primary key,
  product_id uuid not null references product,
  code text not null,
  kind text not null check (kind in ('clericalCheck', 'clericalCheckWithScript', 'review', 'reviewWithScript', 'priorityReview',
    'scriptCopy', 'priorityScriptCopy', 'centreScript', 'lateCashIn', 'uciMerge')),
  name_en text not null,
  name_zh text not null,
  summary_en text not null,
  summary_zh text not null,
  -- A service that has to be complete for the same components before (3-domain 4.1).
  requires_service_id uuid references post_test_service,
  -- Ages in completed years, both included; null for no limit (R-82).
  age_from integer,
  age_to integer,
  is_form_required boolean not null,
  turnaround_days integer check (turnaround_days > 0),
  is_turnaround_working boolean not null default false,
  status text not null default 'Active' check (status in ('Active', 'Inactive')),
  sort integer not null,
  unique (product_id, code),
  check ((age_from is null) = (age_to is null))
);

-- The levels of a service with its fees in fen for one component, or for the award; VAT is stored, never derived.
create table post_test_fee (
  service_id uuid not null references post_test_service,
  level_id uuid not null references post_test_level,
  local_fee integer not null check (local_fee >= 0),
  board_fee integer not null check (board_fee >= 0),
  vat integer not null check (vat >= 0),
  primary key (service_id, level_id)
);

create table post_test_window (
  id uuid primary key,
  service_id uuid not null references post_test_service,
  series_id uuid not null references post_test_series,
  open_from timestamptz not null,
  close_at timestamptz not null,
  -- Until when the awarding body takes requests.
  board_close_at timestamptz not null,
  version integer not null default 1,
  unique (service_id, series_id),
  check (open_from < close_at and close_at < board_close_at)
);

create table post_test_component (
  id uuid primary key,
  product_id uuid not null references product,
  code text not null,
  name_en text not null,
  name_zh text not null,
  -- multipleChoice, artDesign: what it cannot be asked for (3-domain 4.1).
  traits text[] not null default '{}',
  -- The kinds of service that always take it (R-83).
  mandatory_in text[] not null default '{}',
  sort integer not null,
  unique (product_id, code)
);

create table post_test_component_level (
  component_id uuid not null references post_test_component,
  level_id uuid not null references post_test_level,
  primary key (component_id, level_id)
);

create table post_test_award (
  id uuid primary key,
  product_id uuid not null references product,
  level_id uuid not null references post_test_level,
  code text not null,
  name_en text not null,
  name_zh text not null,
  units_needed integer not null check (units_needed >= 0),
  sort integer not null,
  unique (product_id, code)
);

create table post_test_award_component (
  award_id uuid not null references post_test_award,
  component_id uuid not null references post_test_component,
  primary key (award_id, component_id)
);

-- What was passed to an awarding body in one file.
create table post_test_export (
  id uuid primary key,
  product_id uuid not null references product,
  purpose text not null,
  row_count integer not null check (row_count > 0),
  file_hash bytea not null,
  exported_by uuid not null,
  exported_by_name text not null,
  exported_at timestamptz not null
);
create index post_test_export_at on post_test_export (exported_at desc, id);

-- A draft, and once confirmed a request (9.6). What the person enters rests sealed until it is confirmed.
create table post_test (
  id uuid primary key,
  account_id uuid not null references account,
  code text not null unique,
  status text not null check (status in ('Initiated', 'Submitted', 'Registered', 'RegisteredCancellationRequested', 'Cancelled',
    'Expired', 'Processing', 'Complete', 'ApplicationRejected')),
  version integer not null default 1,
  product_id uuid not null references product,
  service_id uuid not null references post_test_service,
  level_id uuid references post_test_level,
  series_id uuid references post_test_series,
  award_id uuid references post_test_award,
  centre_id uuid references exam_centre,
  -- The centre's: whose staff see it.
  office_id uuid references office,
  component_ids uuid[] not null default '{}',
  form_file_ids uuid[] not null default '{}',
  is_place_pending boolean not null default false,
  entered_sealed bytea,
  -- Snapshot of the confirmation.
  last_name text,
  first_name text,
  dob date,
  candidate_number text,
  person_key bytea,
  uci_sealed bytea,
  uci_key bytea,
  second_uci_sealed bytea,
  second_uci_key bytea,
  form_template_id uuid references form_template,
  form_json_sealed bytea,
  amount integer not null default 0 check (amount >= 0),
  -- The version that its order was placed for: a later payment may only pay that (S-3).
  ordered_version integer,
  board_close_at timestamptz,
  -- Staff let another UCI stand beside this one (3-domain 4.3).
  is_uci_cleared boolean not null default false,
  cancel_reason text,
  cancel_requested_at timestamptz,
  cancel_refund_id uuid references refund,
  cancel_reject_reason text,
  reject_reason text,
  export_id uuid references post_test_export,
  board_reference text,
  expected_by date,
  is_grade_changed boolean,
  grade_before text,
  grade_after text,
  outcome_note text,
  taken_by uuid,
  taken_by_name text,
  created_at timestamptz not null,
  saved_at timestamptz not null,
  submitted_at timestamptz,
  registered_at timestamptz,
  sent_at timestamptz,
  completed_at timestamptz,
  deleted_at timestamptz
);
create index post_test_account on post_test (account_id, created_at desc, id) where deleted_at is null;
create index post_test_desk on post_test (office_id, status, board_close_at);
create index post_test_person on post_test (person_key) where person_key is not null;
create index post_test_drafts on post_test (series_id) where status = 'Initiated' and deleted_at is null;
create index post_test_exported on post_test (export_id) where export_id is not null;

-- The rows of the payment list as they were confirmed, with what became of each mark.
create table post_test_item (
  post_test_id uuid not null references post_test,
  position integer not null,
  -- Null of the award's own row, and of a service without components.
  component_id uuid references post_test_component,
  code text not null,
  name_en text not null,
  name_zh text not null,
  local_fee integer not null check (local_fee >= 0),
  board_fee integer not null check (board_fee >= 0),
  vat integer not null check (vat >= 0),
  outcome text check (outcome in ('Lowered', 'Confirmed', 'Raised')),
  mark_before text,
  mark_after text,
  primary key (post_test_id, position)
);

-- Consents of a request are evidence like those of a registration; it has no saved candidate.
alter table consent alter column candidate_id drop not null;
alter table consent add column post_test_id uuid references post_test;
alter table consent drop constraint consent_check;
alter table consent add constraint consent_check check (num_nonnulls(application_id, booking_id, post_test_id) = 1
  and (candidate_id is not null or post_test_id is not null));
create index consent_post_test on consent (post_test_id) where post_test_id is not null;

-- A line of an order, and a refund, is of a registration or of a post-test request: one column for both, and a reference for each.
alter table order_item alter column session_id drop not null;
alter table order_item drop constraint order_item_application_id_fkey;
alter table order_item add column is_post_test boolean not null default false;
alter table order_item add column registration_id uuid generated always as (case when not is_post_test then application_id end) stored
  references application;
alter table order_item add column post_test_id uuid generated always as (case when is_post_test then application_id end) stored
  references post_test;
alter table order_item add check (is_post_test = (session_id is null));

alter table refund drop constraint refund_application_id_fkey;
alter table refund add column is_post_test boolean not null default false;
alter table refund add column registration_id uuid generated always as (case when not is_post_test then application_id end) stored
  references application;
alter table refund add column post_test_id uuid generated always as (case when is_post_test then application_id end) stored
  references post_test;

-- Published by post-test: what lists of orders and refunds say of a request, in the words of a registration.
create view post_test_summary as
  select request.id as application_id, request.code, request.account_id, request.status,
    trim(concat(request.last_name, ' ', request.first_name)) as candidate_name,
    product.name_en as product_name_en, product.name_zh as product_name_zh,
    service.name_en as subject_name_en, service.name_zh as subject_name_zh,
    (select string_agg(item.code, ' + ' order by item.position) from post_test_item item where item.post_test_id = request.id)
      as component_code,
    ''::text as city_name_en, ''::text as city_name_zh, null::date as exam_date, null::text as start_time, null::text as end_time
  from post_test request
  join product on product.id = request.product_id
  join post_test_service service on service.id = request.service_id;

-- Published for orders and refunds: of whatever was sold.
create view sold_summary as
  select application_id, code, account_id, status, candidate_name, product_name_en, product_name_zh, subject_name_en, subject_name_zh,
    component_code, city_name_en, city_name_zh, exam_date, start_time, end_time
  from application_summary
  union all
  select application_id, code, account_id, status, candidate_name, product_name_en, product_name_zh, subject_name_en, subject_name_zh,
    component_code, city_name_en, city_name_zh, exam_date, start_time, end_time
  from post_test_summary;

create or replace view order_owner as
  select placed.id as order_id, placed.code as order_code, placed.account_id,
    (select coalesce(session.office_id, request.office_id) from order_item item
      left join exam_session session on session.id = item.session_id
      left join post_test request on request.id = item.post_test_id
      where item.order_id = placed.id order by item.position limit 1) as office_id
  from exam_order placed;

alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide',
  'documentsOverdue', 'refundFailed', 'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'secondPersonNeeded', 'letterFailed',
  'specialArrangement', 'publicationFailed', 'fapiaoToIssue', 'fapiaoToRed', 'postTestToSend', 'postTestOutcome', 'postTestCancellation', 'claimToDecide'));
alter table note drop constraint note_object_kind_check;
alter table note add constraint note_object_kind_check check (object_kind in ('application', 'order', 'booking', 'account', 'candidate',
  'session', 'refund', 'postTest'));
