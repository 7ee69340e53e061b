-- Who may open the record of a minor, who looked at whom, papers that staff file, and incidents (3-domain 6.3 and 6.4).

-- An approval to open records of minors: a standing one for every child, or one for the case of one child. Given by somebody else,
-- for a time; taken back early by whoever may give standing ones.
create table minor_approval (
  id uuid primary key,
  staff_id uuid not null references staff_account,
  -- Null: a standing approval.
  person_key bytea,
  record_kind text check (record_kind in ('candidate', 'application', 'booking', 'postTest')),
  record_id uuid,
  reason text not null,
  given_at timestamptz not null,
  given_by uuid not null,
  expires_at timestamptz not null check (expires_at > given_at),
  ended_at timestamptz,
  ended_by uuid,
  end_reason text,
  -- Nobody approves themselves.
  check (given_by <> staff_id),
  check ((person_key is null) = (record_kind is null) and (person_key is null) = (record_id is null)),
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null))
);
create index minor_approval_staff on minor_approval (staff_id, expires_at);

alter table record_view drop constraint record_view_record_kind_check;
alter table record_view add constraint record_view_record_kind_check
  check (record_kind in ('candidate', 'application', 'booking', 'postTest'));

-- Each look at a person: a page opened, a value shown whole, an export. Of what the audit keeps too, `entry_id` is its entry.
alter table record_view
  add act text not null default 'Opened' check (act in ('Opened', 'Revealed', 'Exported')),
  add fields text[] not null default '{}',
  add reason text,
  add entry_id uuid,
  add approval_id uuid,
  add is_minor boolean not null default true,
  -- Where whoever looked worked then; none: the head office.
  add offices uuid[] not null default '{}';
create index record_view_staff on record_view (staff_id, at);
create index record_view_entry on record_view (entry_id) where entry_id is not null;
create index record_view_account on record_view (account_id, at desc) where is_minor;
create index record_view_minors_at on record_view (at) where is_minor;

-- Published for the log of looks: every record of a person, and whether they are a minor today in China. Whom a record has been
-- made to forget, nobody looks at any more.
create view person_record as
  select record.*, record.dob > ((app_now() at time zone 'Asia/Shanghai')::date - interval '18 years')::date as is_minor
  from (
    select 'candidate' as kind, id, account_id, person_key, dob, null::uuid as office_id, null::text as code,
      last_name || ' ' || first_name as name
    from candidate where anonymised_at is null
    union all
    select 'application', application.id, application.account_id, application.person_key, application.dob, session.office_id,
      application.code, application.last_name || ' ' || application.first_name
    from application join exam_session session on session.id = application.session_id where application.anonymised_at is null
    union all
    select 'booking', id, account_id, person_key, dob, office_id, code, last_name || ' ' || first_name
    from booking where anonymised_at is null
    union all
    select 'postTest', id, account_id, person_key, dob, office_id, code, last_name || ' ' || first_name
    from post_test where person_key is not null and dob is not null
  ) record;
drop view minor_record;

-- What reveals and exports of before showed, as far as the records are still there.
insert into record_view (id, at, staff_id, staff_name, roles, purpose, record_kind, record_id, account_id, person_key, act, reason,
  entry_id, is_minor)
select gen_random_uuid(), entry.at, entry.staff_id, entry.staff_name, colleague.roles, entry.action, record.kind, record.id,
  record.account_id, record.person_key,
  case when entry.action in ('applications.reveal', 'candidates.reveal') then 'Revealed'
    when entry.action in ('entries.export', 'examDay.sheet', 'postTest.export') then 'Exported' else 'Opened' end,
  entry.reason, entry.id, record.is_minor
from audit_entry entry
join staff_account colleague on colleague.id = entry.staff_id
join person_record record on record.person_key = any(entry.people)
where entry.action in ('applications.reveal', 'applications.file', 'candidates.reveal', 'arrangements.get')
    and record.kind = entry.object_kind and record.id::text = entry.object_id
  or entry.action = 'entries.export' and record.kind = 'application' and exists (
    select from entry_row line where line.export_id::text = entry.object_id and line.application_id = record.id)
  or entry.action = 'examDay.sheet' and record.kind = 'application' and exists (
    select from application sat where sat.id = record.id and sat.session_id::text = entry.object_id)
  or entry.action = 'postTest.export' and record.kind = 'postTest' and exists (
    select from post_test asked where asked.id = record.id and asked.export_id::text = entry.object_id);

-- A case of cheating is open until its investigation closes; then the clock of its evidence starts.
alter table misconduct_case add status text not null default 'Open' check (status in ('Open', 'Closed'));
update misconduct_case set status = 'Closed' where closed_at is not null;

-- What kind of paper it is; its class, which has the period, follows.
alter table filed_document add kind text;
update filed_document set kind = class;
alter table filed_document alter kind set not null;
alter table filed_document drop constraint filed_document_class_check;
alter table filed_document add constraint filed_document_kind_check check ((kind, class) in (
  ('identityDocument', 'identityDocument'), ('examDayPhoto', 'identityDocument'), ('examRecord', 'examRecord'),
  ('certificate', 'certificate'), ('paperCopy', 'paperCopy'), ('medicalPaper', 'specialArrangement'),
  ('cheatingEvidence', 'cheatingEvidence')));
alter table filed_document add note text;

-- An incident as the privacy officers note it: what was seen, by whose account or in which export, and since when (PIPL 57).
create table incident (
  id uuid primary key,
  staff_id uuid,
  entry_id uuid,
  since timestamptz not null,
  until timestamptz not null check (until >= since),
  reason text not null,
  people integer not null,
  minors integer not null,
  noted_at timestamptz not null,
  noted_by uuid not null,
  noted_by_name text not null,
  check ((staff_id is null) <> (entry_id is null))
);
create index booking_person_key on booking (person_key);
create index incident_noted on incident (noted_at desc, id);
