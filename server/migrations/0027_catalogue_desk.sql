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
