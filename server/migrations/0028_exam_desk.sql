-- Corrections and moves of registrations, entries, exam day, special arrangements.

-- Whether the answers to the form ask for a special arrangement; what is asked for stays sealed in the answers (R-91).
alter table application add column has_special_arrangement boolean not null default false;
-- Grows with every act of staff on a registration, so that of two who act at once one is told (S-1).
alter table application add column desk_version integer not null default 1;
create index application_special_arrangement on application (session_id) where has_special_arrangement;

-- Whether a candidate came, one row per registration that was marked; `taken` is Present or Late.
create table attendance (
  id uuid primary key references application,
  status text not null check (status in ('Expected', 'Present', 'Late', 'Absent')),
  marked_at timestamptz,
  marked_by uuid,
  marked_by_name text,
  version integer not null default 1
);

-- What was asked for beside the ordinary, and what staff granted. What is asked for and the conditions tell of health: sealed.
create table special_arrangement (
  id uuid primary key references application,
  status text not null check (status in ('Open', 'Granted', 'Refused')),
  -- Null where the form's answers say it.
  request_sealed bytea,
  conditions_sealed bytea,
  decided_at timestamptz,
  decided_by uuid,
  decided_by_name text,
  version integer not null default 1,
  check ((status = 'Open') or (decided_at is not null and conditions_sealed is not null))
);

-- Codes that open a session (R-52). Only keyed hashes are kept: a code is shown once, to who made it.
create table invitation_code (
  id uuid primary key,
  session_id uuid not null references exam_session,
  code_hash bytea not null,
  -- For staff: whom it was given to.
  label text not null,
  -- How many accounts may use it; null is no limit.
  use_limit integer check (use_limit >= 1),
  made_by_name text,
  made_at timestamptz not null,
  ended_at timestamptz,
  replaced_by uuid references invitation_code,
  version integer not null default 1,
  unique (session_id, code_hash)
);
create table invitation_use (
  code_id uuid not null references invitation_code,
  account_id uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (code_id, account_id)
);

-- The code that a session is made with is its first one.
create function keep_invitation_code() returns trigger
  language plpgsql
  as $$
  begin
    -- Another one in its place ends it.
    if tg_op = 'UPDATE' and old.invitation_code_hash is distinct from new.invitation_code_hash then
      update invitation_code set ended_at = app_now(), version = version + 1
      where session_id = new.id and code_hash = old.invitation_code_hash and ended_at is null;
    end if;
    if new.invitation_code_hash is not null then
      insert into invitation_code (id, session_id, code_hash, label, made_by_name, made_at)
      values (gen_random_uuid(), new.id, new.invitation_code_hash, '', new.created_by, app_now())
      on conflict (session_id, code_hash) do nothing;
    end if;
    return null;
  end
  $$;
create trigger keep_invitation_code after insert or update of invitation_code_hash on exam_session
  for each row execute function keep_invitation_code();
insert into invitation_code (id, session_id, code_hash, label, made_by_name, made_at)
  select gen_random_uuid(), id, invitation_code_hash, '', created_by, created_at from exam_session where invitation_code_hash is not null;

-- A message to everybody of a session, as it was sent.
create table circular (
  id uuid primary key,
  session_id uuid not null references exam_session,
  title_en text not null,
  title_zh text not null,
  text_en text not null,
  text_zh text not null,
  recipients integer not null,
  sent_by uuid not null,
  sent_by_name text not null,
  sent_at timestamptz not null
);
create index circular_session on circular (session_id, sent_at desc);
create table circular_recipient (
  circular_id uuid not null references circular,
  application_id uuid not null references application,
  primary key (circular_id, application_id)
);
create index circular_recipient_application on circular_recipient (application_id);

-- Entries passed to an awarding body: personal data that leaves us, and often the country (3-domain 6.2). Append-only.
create table entry_export (
  id uuid primary key,
  awarding_body_id uuid not null references awarding_body,
  product_id uuid not null references product,
  -- Null: every session of the product that was still to come.
  session_id uuid references exam_session,
  template text not null,
  recipient text not null,
  country text not null,
  purpose text not null,
  fields text[] not null,
  new_count integer not null,
  changed_count integer not null,
  withdrawn_count integer not null,
  file_hash bytea not null,
  exported_by uuid not null,
  exported_by_name text not null,
  exported_at timestamptz not null
);
create index entry_export_product on entry_export (product_id, exported_at desc);
create table entry_row (
  export_id uuid not null references entry_export,
  application_id uuid not null references application,
  change text not null check (change in ('New', 'Changed', 'Withdrawn')),
  -- Keyed hash of the values passed on, to tell what has changed since.
  fingerprint bytea not null,
  primary key (export_id, application_id)
);
create index entry_row_application on entry_row (application_id);
create trigger entry_export_append_only before update or delete on entry_export execute function refuse_change();
create trigger entry_row_append_only before update or delete on entry_row execute function refuse_change();

-- Published for the desk: what staff filter and sort registrations by. Drafts in carts are not staff's business.
create view registration_desk as
  select application.id, application.code, application.account_id, application.status, application.category, application.product_id,
    application.session_id, application.person_key, application.first_name, application.last_name,
    trim(application.last_name || ' ' || application.first_name) as candidate_name, application.id_type, application.id_no_masked,
    application.dob, application.leave_alone, application.email_status, application.letter_version,
    application.letter_announced_version, application.desk_version, application.created_at, application.registered_at,
    session.office_id, session.city_id, session.exam_date, session.starts_at, session.ends_at,
    extract(year from age(session.exam_date, application.dob))::integer as age_on_exam_day,
    case
      when application.leave_alone is null then 'None'
      when application.leave_alone then 'LeavesAlone'
      when exists (select from application_person person where person.application_id = application.id and person.role = 'PickupPerson')
        then 'AuthorisedPersonPicksUp'
      else 'GuardianPicksUp'
    end as leave_choice,
    case when application.has_special_arrangement then coalesce(arrangement.status, 'Open') else 'None' end as arrangement_status,
    coalesce(attendance.status, 'Expected') as attendance_status
  from application
  join exam_session session on session.id = application.session_id
  left join special_arrangement arrangement on arrangement.id = application.id
  left join attendance on attendance.id = application.id
  where application.deleted_at is null and application.status <> 'Initiated';

-- Published for reports: who came to each session that has begun.
create view session_attendance as
  select session_id, office_id, product_id, exam_date,
    count(*)::integer as registered,
    count(*) filter (where attendance_status in ('Present', 'Late'))::integer as taken,
    count(*) filter (where attendance_status = 'Absent')::integer as absent
  from registration_desk
  where status in ('Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected') and starts_at <= app_now()
  group by session_id, office_id, product_id, exam_date;

-- Published by sessions for the desk: what staff read of a session, in both languages; venue null before it is known.
create view session_place as
  select session.id as session_id, session.office_id, session.product_id, session.city_id, session.exam_date, session.start_time,
    session.end_time, session.starts_at, session.ends_at, session.status,
    product.name_en as product_name_en, product.name_zh as product_name_zh,
    office.name_en as office_name_en, office.name_zh as office_name_zh,
    city.name_en as city_name_en, city.name_zh as city_name_zh,
    (select display_name from venue_name name where name.venue_id = session.venue_id order by language = 'en' desc limit 1) as venue_name_en,
    (select display_name from venue_name name where name.venue_id = session.venue_id order by language = 'zh' desc limit 1) as venue_name_zh
  from exam_session session
  join product on product.id = session.product_id
  join office on office.id = session.office_id
  join city on city.id = session.city_id;
