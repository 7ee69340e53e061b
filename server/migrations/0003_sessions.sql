create table exam_session (
  id uuid primary key,
  product_id uuid not null references product,
  office_id uuid not null references office,
  city_id uuid not null references city,
  venue_id uuid references venue,
  exam_date date not null,
  start_time text not null,
  end_time text not null,
  -- Start and end as instants, for deadlines.
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  status text not null check (status in ('Draft', 'Published', 'Withdrawn')),
  seat integer not null check (seat >= 0),
  registered integer not null default 0,
  seat_per text not null default 'Subject' check (seat_per in ('Candidate', 'Subject')),
  publish_start_at timestamptz not null,
  publish_end_at timestamptz not null check (publish_end_at > publish_start_at),
  is_exclusive boolean not null default false,
  -- Keyed hash of the invitation code; the code itself is never stored or sent (R-52).
  invitation_code_hash bytea,
  is_hot boolean not null default false,
  can_send boolean not null default false,
  is_send_email boolean not null default false,
  notice_en text,
  notice_zh text,
  created_by text,
  created_at timestamptz not null,
  check (registered between 0 and seat),
  check (publish_end_at <= starts_at),
  check (not is_exclusive or invitation_code_hash is not null)
);
create index exam_session_product_date on exam_session (product_id, exam_date, id);
create index exam_session_city_date on exam_session (city_id, exam_date);
create index exam_session_publish_end on exam_session (publish_end_at) where status = 'Published';

create table session_subject (
  id uuid primary key,
  session_id uuid not null references exam_session,
  subject_id uuid not null references subject,
  start_time text not null,
  end_time text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  local_fee integer not null check (local_fee >= 0),
  board_fee integer not null check (board_fee >= 0),
  vat integer not null check (vat >= 0),
  total integer not null,
  is_tier boolean not null default false,
  is_late_entry_charge boolean not null default false,
  sort integer not null default 0,
  unique (session_id, subject_id),
  check (total = local_fee + board_fee + vat)
);
create index session_subject_subject on session_subject (subject_id);

create table session_subject_tier_fee (
  id uuid primary key,
  session_subject_id uuid not null references session_subject,
  from_count integer not null check (from_count >= 1),
  to_count integer check (to_count >= from_count),
  local_fee integer not null check (local_fee >= 0)
);
create index session_subject_tier_fee_subject on session_subject_tier_fee (session_subject_id, from_count);

create table session_subject_late_charge (
  id uuid primary key,
  session_subject_id uuid not null references session_subject,
  stage text not null check (stage in ('Early', 'Standard', 'Late1', 'Late2')),
  fee integer not null check (fee >= 0),
  start_at timestamptz not null,
  end_at timestamptz not null check (end_at > start_at),
  unique (session_subject_id, stage)
);

-- A verified invitation code opens the session for this account for two hours (R-52).
create table invitation_ticket (
  session_id uuid not null references exam_session,
  account_id uuid not null,
  expires_at timestamptz not null,
  primary key (session_id, account_id)
);

create index invitation_ticket_of_account on invitation_ticket (account_id);

-- The truth about seats: one row per paper of an application (C1). `weight` is the seats it counts for: 0 for further
-- papers of a person where the session counts candidates (R-42). sum(weight) of live rows = exam_session.registered.
create table seat_allocation (
  id uuid primary key,
  session_id uuid not null references exam_session,
  session_subject_id uuid not null references session_subject,
  application_id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  -- Keyed hash of document type and comparable number (S-14).
  person_key bytea not null,
  weight integer not null check (weight in (0, 1)),
  state text not null check (state in ('Held', 'Taken', 'Released')),
  held_until timestamptz,
  released_reason text,
  created_at timestamptz not null,
  released_at timestamptz
);
-- One person, one place, over all accounts (S-14, C9).
create unique index seat_allocation_one_person on seat_allocation (session_subject_id, person_key) where state in ('Held', 'Taken');
create index seat_allocation_session on seat_allocation (session_id) where state in ('Held', 'Taken');
create index seat_allocation_order on seat_allocation (order_id);
create index seat_allocation_application on seat_allocation (application_id);

create table seat_event (
  id uuid primary key,
  session_id uuid not null references exam_session,
  kind text not null check (kind in ('held', 'taken', 'freed')),
  seats integer not null,
  order_id uuid,
  at timestamptz not null
);
create index seat_event_session on seat_event (session_id, at);
