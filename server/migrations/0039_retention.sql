-- What is held is neither deleted nor anonymised, whatever its period says (goals of privacy, section 2). Opened and released by
-- two persons each; the reason is the decision's, not the person's data.
create table legal_hold (
  id uuid primary key,
  scope text not null check (scope in ('person', 'order', 'session', 'case', 'class')),
  -- The order, session or case; of a person the saved candidate or registration by which they were named.
  object_id uuid,
  person_key bytea,
  class text,
  reason text not null,
  review_on date not null,
  opened_at timestamptz not null,
  opened_by uuid not null,
  approved_by uuid not null,
  released_at timestamptz,
  released_by uuid,
  release_approved_by uuid,
  release_reason text,
  check (opened_by <> approved_by),
  check (released_by is null or released_by <> release_approved_by),
  check ((scope = 'person') = (person_key is not null)),
  check ((scope = 'class') = (class is not null)),
  check ((scope = 'class') = (object_id is null)),
  check ((released_at is null) = (released_by is null) and (released_at is null) = (release_approved_by is null))
);

create index legal_hold_open on legal_hold (scope) where released_at is null;

-- What a run has forgotten: numbers and a digest of the ids, never whom.
create table deletion_record (
  id uuid primary key,
  class text not null,
  count integer not null check (count > 0),
  -- The clocks of the oldest and the youngest: dates or instants, as the class counts.
  first_start text not null,
  last_start text not null,
  digest bytea not null,
  at timestamptz not null
);

create index deletion_record_at on deletion_record (at desc, id);

create trigger deletion_record_append_only before update or delete on deletion_record
  for each statement execute function refuse_change();

-- The journal that a restored backup plays again, so that what was forgotten does not come back.
create table erasure (
  class text not null,
  object_id uuid not null,
  at timestamptz not null,
  primary key (class, object_id)
);

create trigger erasure_append_only before update or delete on erasure
  for each statement execute function refuse_change();

-- A row whose person is gone: the registration's numbers stay, nobody is named by it.
alter table application add anonymised_at timestamptz;
alter table booking add anonymised_at timestamptz;
alter table candidate add anonymised_at timestamptz;

-- Whoever paid is forgotten after seven years; the books keep the order under this name.
insert into account (id, status, created_at, closed_at)
values ('00000000-0000-4000-8000-000000000001', 'Closed', app_now(), app_now());

alter table special_arrangement drop constraint special_arrangement_check;
alter table special_arrangement add constraint special_arrangement_check
  check (status = 'Open' or decided_at is not null);

-- An investigation into cheating: its evidence is kept from its end, and while it is open (no clock) for good.
create table misconduct_case (
  id uuid primary key,
  application_id uuid not null references application,
  reason text not null,
  opened_at timestamptz not null,
  opened_by uuid not null,
  closed_at timestamptz,
  closed_by uuid,
  outcome text,
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (outcome is null))
);

create index misconduct_case_application on misconduct_case (application_id);

-- A paper that staff filed on a registration: each class has its own period.
create table filed_document (
  id uuid primary key,
  application_id uuid not null references application,
  class text not null check (class in ('identityDocument', 'certificate', 'paperCopy', 'cheatingEvidence')),
  case_id uuid references misconduct_case,
  -- The day a certificate was issued; the other classes count from the exam or from the end of the case.
  issued_on date,
  filed_at timestamptz not null,
  filed_by uuid not null,
  check ((class = 'certificate') = (issued_on is not null)),
  check ((class = 'cheatingEvidence') = (case_id is not null))
);

create index filed_document_application on filed_document (application_id);
