-- What booking a product means: its dates (R-67) and the tariff of the price helper (3-domain 3.2). Fees in fen before VAT,
-- rates in hundredths of a per cent.
create table booking_product (
  product_id uuid primary key references product,
  lead_days integer not null check (lead_days >= 0),
  is_surcharge_allowed boolean not null,
  is_university boolean not null default false,
  base_fee integer not null check (base_fee >= 0),
  board_fee integer not null default 0 check (board_fee >= 0),
  surcharge integer not null default 0 check (surcharge >= 0),
  local_vat_rate integer not null default 600 check (local_vat_rate >= 0),
  board_vat_rate integer not null default 600 check (board_vat_rate >= 0)
);

-- How many bookings an office takes of a product on one day; null: as many as come.
alter table product_office add column booking_places integer check (booking_places >= 1);

-- Days that an office lays down as open or closed, for one product or (null) all; the latest row wins.
create table service_range (
  id uuid primary key,
  office_id uuid not null references office,
  product_id uuid references product,
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  is_open boolean not null,
  note text,
  created_by text not null,
  created_at timestamptz not null
);
create index service_range_office on service_range (office_id, to_date);

create table booking (
  id uuid primary key,
  account_id uuid not null references account,
  code text not null unique,
  status text not null check (status in ('Initiated', 'Drafted', 'Confirming', 'Processing', 'Completed', 'CancelledBeforeArrangement',
    'WithdrawnBeforeArrangement')),
  -- Beside a booking in Confirming (9.3); what stood there when the channel accepted a payment comes back if it fails.
  pending text check (pending in ('Rejected', 'Updated')),
  pending_before text check (pending_before in ('Rejected', 'Updated')),
  version integer not null default 1,
  product_id uuid not null references product,
  office_id uuid not null references office,
  expected_date date not null,
  expected_month text not null,
  candidate_id uuid not null references candidate,
  -- Snapshot of the person at submission (R-26).
  person_key bytea not null,
  id_type text not null,
  id_no_sealed bytea not null,
  id_no_masked text not null,
  first_name text not null,
  last_name text not null,
  gender text not null,
  dob date not null,
  email_sealed bytea,
  mobile_sealed bytea,
  leave_alone boolean,
  form_template_id uuid references form_template,
  form_json_sealed bytea,
  steps_sealed bytea not null,
  -- Staff's unfinished arrangement, in the shape of the command.
  draft jsonb,
  -- The arrangement that counts; null before the first.
  arrangement_version integer,
  amount integer check (amount >= 0),
  pay_end_at timestamptz,
  first_start_at timestamptz,
  first_exam_date date,
  is_pay_restriction_lifted boolean not null default false,
  reject_reason text,
  cancel_reason text,
  withdraw_reason text,
  timetable_file_id uuid,
  taken_by uuid,
  taken_by_name text,
  submitted_at timestamptz not null,
  confirmed_at timestamptz,
  completed_at timestamptz,
  check (pending is null or status = 'Confirming'),
  check (pending_before is null or status = 'Processing'),
  check ((arrangement_version is null) = (pay_end_at is null))
);
create index booking_account on booking (account_id, submitted_at desc, id);
create index booking_office on booking (office_id, status, submitted_at);
create index booking_expected on booking (product_id, office_id, expected_date)
  where status not in ('CancelledBeforeArrangement', 'WithdrawnBeforeArrangement');
create index booking_unpaid on booking (first_start_at) where status = 'Confirming';
create index booking_unarranged on booking (expected_date) where status in ('Initiated', 'Drafted');

create table booking_person (
  id uuid primary key,
  booking_id uuid not null references booking,
  role text not null check (role in ('Guardian', 'PickupPerson')),
  name_sealed bytea not null,
  id_type text not null,
  id_no_sealed bytea not null,
  id_no_masked text not null,
  mobile_sealed bytea not null,
  type text,
  unique (booking_id, role)
);

-- Consents of a booking are evidence like those of an application.
alter table consent alter column application_id drop not null;
alter table consent add column booking_id uuid references booking;
alter table consent add check ((application_id is null) <> (booking_id is null));
create index consent_booking on consent (booking_id) where booking_id is not null;

-- An arrangement as it was issued; append-only. Only the booking's own version can be paid (C38).
create table booking_arrangement (
  id uuid primary key,
  booking_id uuid not null references booking,
  version integer not null,
  amount integer not null check (amount >= 0),
  pay_end_at timestamptz not null,
  note text,
  arrangement_granted text,
  -- Why the fees differ from what the price helper proposed.
  price_reason text,
  issued_by uuid not null,
  issued_at timestamptz not null,
  unique (booking_id, version)
);

create table booking_paper (
  id uuid primary key,
  arrangement_id uuid not null references booking_arrangement,
  sort integer not null,
  subject text not null,
  city_id uuid not null references city,
  venue_id uuid references venue,
  -- Room or desk within the venue: one venue, date and time is given to one booking only (C38).
  place text not null default '',
  exam_date date not null,
  start_time text not null,
  end_time text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  local_fee integer not null check (local_fee >= 0),
  board_fee integer not null check (board_fee >= 0),
  vat integer not null check (vat >= 0),
  total integer not null,
  unique (arrangement_id, sort),
  check (total = local_fee + board_fee + vat)
);
create index booking_paper_slot on booking_paper (venue_id, exam_date) where venue_id is not null;

-- An order of a booking names the arrangement it pays; a booking has one open order at most (9.3#7).
alter table exam_order add column booking_id uuid references booking;
alter table exam_order add column booking_version integer;
alter table exam_order add check ((category = 'Booking') = (booking_id is not null and booking_version is not null));
create unique index exam_order_one_open on exam_order (booking_id) where status = 'PaymentPending' and booking_id is not null;
create index exam_order_booking on exam_order (booking_id) where booking_id is not null;

-- The papers of a booking become one application each, bound as one set by the booking (R-70). Each sits in a session that was
-- arranged for it alone: it is never listed, and its paper has the name the institution gave it.
alter table application add column booking_id uuid references booking;
create index application_booking on application (booking_id) where booking_id is not null;
alter table exam_session add column booking_id uuid references booking;
alter table session_subject add column title text;

create or replace view application_summary as
  select application.id as application_id, application.code, application.account_id, application.status,
    trim(application.last_name || ' ' || application.first_name) as candidate_name,
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

create or replace view product_offer as
  with listed as (
    select s.id, s.product_id, s.exam_date, s.publish_end_at, s.is_exclusive,
      session_availability(s.status, v.status, s.starts_at, s.publish_start_at, s.publish_end_at, s.seat - s.registered, c.at) as availability
    from exam_session s
    left join venue v on v.id = s.venue_id
    cross join (select app_now() as at) c
    where s.status = 'Published' and s.booking_id is null and s.publish_end_at > c.at
  ), line as (
    select l.product_id, sum(p.total)::integer as total
    from listed l
    join session_subject p on p.session_id = l.id
    join subject u on u.id = p.subject_id
    where not l.is_exclusive and l.availability in ('NotStarted', 'Available', 'Full')
    group by l.id, l.product_id, coalesce(u.set_code, u.id::text)
  ), price as (
    select product_id, min(total) as from_fen from line group by product_id
  )
  select l.product_id, p.from_fen,
    min(l.publish_end_at) filter (where l.availability = 'Available') as next_deadline_at,
    min(l.exam_date) filter (where l.availability in ('NotStarted', 'Available', 'Full')) as next_exam_date
  from listed l
  left join price p on p.product_id = l.product_id
  group by l.product_id, p.from_fen;

create or replace view subject_city as
  select distinct p.subject_id, s.city_id
  from session_subject p
  join exam_session s on s.id = p.session_id
  left join venue v on v.id = s.venue_id
  where s.status = 'Published' and s.booking_id is null and coalesce(v.status, 'Active') = 'Active'
    and s.exam_date >= (select (app_now() at time zone 'UTC' + interval '8 hours')::date)
    and s.starts_at > (select app_now());
