-- Published sessions that move.

-- A move of a session to another day, time or venue (9.7).
create table session_move (
  id uuid primary key,
  session_id uuid not null references exam_session,
  previous_date date not null,
  previous_start_time text not null,
  previous_venue_id uuid references venue,
  exam_date date not null,
  start_time text not null,
  venue_id uuid references venue,
  reason text not null,
  moved_by uuid not null,
  moved_by_name text not null,
  moved_at timestamptz not null,
  -- Until when those it concerns may have everything back; null where the day stayed.
  choose_by timestamptz
);
create index session_move_session on session_move (session_id, moved_at desc);
create index session_move_choose_by on session_move (choose_by) where choose_by is not null;

-- Whom a move concerned: when they were told, and what they chose.
create table moved_registration (
  move_id uuid not null references session_move,
  application_id uuid not null references application,
  previous_start_time text not null,
  told_at timestamptz,
  outcome text check (outcome in ('Accepted', 'Refunded', 'Lapsed', 'Overtaken')),
  decided_at timestamptz,
  primary key (move_id, application_id),
  check ((outcome is null) = (decided_at is null))
);
create index moved_registration_application on moved_registration (application_id);
create index moved_registration_untold on moved_registration (move_id) where told_at is null;
create index moved_registration_open on moved_registration (application_id) where outcome is null;

alter table refund drop constraint refund_cause_check;
alter table refund add constraint refund_cause_check check (cause in ('latePayment', 'doublePayment', 'underSubscribed',
  'sessionWithdrawn', 'sessionMoved', 'cancellation', 'gradeChange', 'withdrawal', 'outside', 'rest'));

-- Published by moves for applications and cancellations: the move that can still be chosen about, or else the latest one.
create view application_move as
  select distinct on (moved.application_id) moved.application_id, move.id as move_id, move.session_id, move.previous_date,
    moved.previous_start_time, move.moved_at, move.choose_by, moved.outcome,
    coalesce(moved.outcome is null and move.choose_by > app_now()
      and application.status in ('Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected'), false) as can_choose
  from moved_registration moved
  join session_move move on move.id = moved.move_id
  join application on application.id = moved.application_id
  order by moved.application_id, (moved.outcome is null and move.choose_by is not null) desc, move.moved_at desc, move.id;

-- Each time staff open the record of a minor: who, in which roles, and by which call. Apart from the audit, whose chain is for what is
-- done; once in ten minutes for one member of staff, record and call. What guardians will be told of who looked is read from here.
create table record_view (
  id uuid primary key,
  at timestamptz not null,
  staff_id uuid not null references staff_account,
  staff_name text not null,
  roles text[] not null,
  purpose text not null,
  record_kind text not null check (record_kind in ('candidate', 'application', 'booking')),
  record_id uuid not null,
  account_id uuid not null,
  person_key bytea not null
);
create index record_view_person on record_view (person_key, at desc);
create index record_view_recent on record_view (record_id, staff_id, at desc);
create trigger record_view_unchanged before update on record_view execute function refuse_change();

-- Published for the audit: the records of those who are not 18 today in China.
create view minor_record as
  select record.* from (
    select 'candidate' as kind, id, account_id, person_key, dob from candidate
    union all
    select 'application', id, account_id, person_key, dob from application
    union all
    select 'booking', id, account_id, person_key, dob from booking
  ) record
  where record.dob > ((app_now() at time zone 'Asia/Shanghai')::date - interval '18 years')::date;
