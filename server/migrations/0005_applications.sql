create table application (
  id uuid primary key,
  account_id uuid not null references account,
  code text not null unique,
  category text not null check (category in ('Booking', 'Public', 'PostTest')),
  status text not null check (status in ('Initiated', 'Submitted', 'Registered', 'Withdrawn', 'RegisteredCancellationRequested',
    'RegisteredCancellationRejected', 'Cancelled', 'Expired', 'Processing', 'Complete', 'ApplicationRejected')),
  product_id uuid not null references product,
  session_id uuid not null references exam_session,
  candidate_type text,
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
  -- Price the person saw last, to mark changes in the cart (R-99); the price that counts is the order line's.
  shown_amount integer not null check (shown_amount >= 0),
  email_status text not null default 'NotSent' check (email_status in ('NotSent', 'Sending', 'Success', 'Failed')),
  letter_version integer not null default 1,
  -- Unguessable part of the address behind the letter's QR code (T37).
  letter_code text not null unique,
  withdraw_reason text,
  cancellation_request_reason text,
  cancellation_reject_reason text,
  cloned_from uuid references application,
  created_at timestamptz not null,
  registered_at timestamptz,
  deleted_at timestamptz
);
create index application_account on application (account_id, created_at desc, id) where deleted_at is null;
create index application_session on application (session_id, status);
create index application_person_key on application (person_key, product_id);

-- The papers of an application; several for a combined set.
create table application_paper (
  application_id uuid not null references application,
  session_subject_id uuid not null references session_subject,
  subject_id uuid not null references subject,
  sort integer not null,
  primary key (application_id, session_subject_id)
);
create index application_paper_session_subject on application_paper (session_subject_id);

-- Guardian and pickup person as they were at submission.
create table application_person (
  id uuid primary key,
  application_id uuid not null references application,
  role text not null check (role in ('Guardian', 'PickupPerson')),
  name_sealed bytea not null,
  id_type text not null,
  id_no_sealed bytea not null,
  id_no_masked text not null,
  mobile_sealed bytea not null,
  type text,
  unique (application_id, role)
);

create table application_step (
  application_id uuid not null references application,
  position integer not null,
  step_name text not null,
  json_result_sealed bytea not null,
  primary key (application_id, position)
);

-- Consents as evidence, append-only (3-domain 6.1).
create table consent (
  id uuid primary key,
  account_id uuid not null references account,
  application_id uuid not null references application,
  candidate_id uuid not null references candidate,
  statement_id text not null,
  version text not null,
  language text not null,
  text_hash bytea not null,
  guardian_relation text,
  network text not null,
  device text not null,
  given_at timestamptz not null
);
create index consent_application on consent (application_id);
