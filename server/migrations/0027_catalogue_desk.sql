-- Drafts and publishing of the catalogue, sessions as staff keep them, venues and the working-day calendar.

-- What two members of staff may change at once carries a version: the second is told (S-1).
alter table exam_session add column version integer not null default 1;
create index exam_session_office on exam_session (office_id, exam_date) where booking_id is null;

alter table office add column version integer not null default 1;
alter table city add column version integer not null default 1;
alter table venue add column version integer not null default 1;
-- How to get in, for people who cannot take stairs or do not know the place; a map outside our site.
alter table venue add column access_en text;
alter table venue add column access_zh text;
alter table venue add column map_url text;

create table venue_room (
  id uuid primary key,
  venue_id uuid not null references venue,
  name text not null,
  capacity integer not null check (capacity >= 0),
  note text,
  unique (venue_id, name)
);

-- An awarding body's centre, which candidates of post-results services name (R-89).
create table exam_centre (
  id uuid primary key,
  code text not null,
  awarding_body_id uuid not null references awarding_body,
  office_id uuid not null references office,
  name_en text not null,
  name_zh text not null,
  status text not null check (status in ('Active', 'Inactive')),
  version integer not null default 1,
  unique (awarding_body_id, code)
);

-- The price list: what a paper of a subject costs in sessions made from then on. The price of a session is its own (R-51).
create table subject_fee (
  id uuid primary key,
  subject_id uuid not null references subject,
  valid_from timestamptz not null,
  local_fee integer not null check (local_fee >= 0),
  board_fee integer not null check (board_fee >= 0),
  vat integer not null check (vat >= 0),
  -- Tiers as `{from, to, localFee}`.
  tier_fees jsonb not null default '[]',
  -- Charge of the late stage, null for none, and how many days before the exam it begins.
  late_fee integer check (late_fee >= 0),
  late_days_before integer check (late_days_before between 0 and 400),
  unique (subject_id, valid_from)
);

-- A change of the catalogue from its first word until it counts. Its state follows from the moments: none published yet is a draft,
-- published and not applied waits for its day.
create table catalogue_draft (
  id uuid primary key,
  kind text not null check (kind in ('line', 'product', 'subject', 'fees', 'refundPolicy')),
  -- Null: something new.
  object_id uuid,
  -- What something new belongs to: a product its line, a subject its product.
  parent_id uuid,
  label text not null,
  -- The values as they shall be, and as they were when the draft began.
  fields jsonb not null,
  base jsonb,
  effective_at timestamptz,
  version integer not null default 1,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  changed_by uuid not null,
  changed_by_name text not null,
  changed_at timestamptz not null,
  published_by uuid,
  published_by_name text,
  published_at timestamptz,
  applied_at timestamptz,
  discarded_at timestamptz,
  check ((published_at is null) = (published_by is null)),
  check (applied_at is null or published_at is not null),
  -- Fees and refunds need two persons (S-16).
  check (kind not in ('fees', 'refundPolicy') or published_by is distinct from changed_by)
);
create unique index catalogue_draft_open on catalogue_draft (kind, object_id)
  where applied_at is null and discarded_at is null and object_id is not null;
create index catalogue_draft_due on catalogue_draft (effective_at) where published_at is not null and applied_at is null and discarded_at is null;
