create table account (
  id uuid primary key,
  -- Keyed hashes for look-up; the values themselves are sealed.
  phone_key bytea not null unique,
  phone_sealed bytea not null,
  email_key bytea unique,
  email_sealed bytea,
  password_hash text,
  date_of_birth date,
  is_promotion_allowed boolean not null default false,
  is_phone_receiving boolean not null default true,
  is_email_receiving boolean not null default true,
  message_language text not null default 'Chinese' check (message_language in ('English', 'Chinese')),
  status text not null default 'Active' check (status in ('Active', 'Locked', 'Closed')),
  terms_version text,
  created_at timestamptz not null
);

create table account_session (
  -- SHA-256 of the cookie's value (S-2).
  id_hash bytea primary key,
  account_id uuid not null references account,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  device text not null,
  network text not null
);
create index account_session_account on account_session (account_id) where ended_at is null;

create table verification_code (
  id uuid primary key,
  purpose text not null check (purpose in ('Register', 'Login', 'ForgetPassword', 'ModifyUserName', 'BindEmail', 'ModifyEmail')),
  target_key bytea not null,
  -- The browser that asked for the code (T2); null where the account is known.
  visit_hash bytea,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index verification_code_live on verification_code (purpose, target_key) where ended_at is null;
create index verification_code_target on verification_code (target_key, created_at);

create table captcha (
  id uuid primary key,
  kind text not null check (kind in ('slider', 'pow')),
  visit_hash bytea not null,
  answer text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  -- Set when solved; spent once by the call that needs it (T1).
  verify_hash bytea unique,
  verified_at timestamptz,
  spent_at timestamptz
);
create index captcha_expires on captcha (expires_at);

create table candidate (
  id uuid primary key,
  account_id uuid not null references account,
  id_type text not null check (id_type in ('IDCard', 'IDCardTaiwan', 'IDCardHongKongMacau', 'Passport')),
  id_no_sealed bytea not null,
  id_no_masked text not null,
  -- Keyed hash of type and comparable number: equality without reading (3-domain 1.4).
  person_key bytea not null,
  first_name text not null,
  last_name text not null,
  gender text not null check (gender in ('Male', 'Female')),
  dob date not null,
  email_sealed bytea,
  mobile_sealed bytea,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index candidate_one_per_account on candidate (account_id, person_key) where deleted_at is null;
create index candidate_account on candidate (account_id, created_at desc, id) where deleted_at is null;

create table candidate_guardian (
  id uuid primary key,
  candidate_id uuid not null unique references candidate,
  name_sealed bytea not null,
  id_type text not null check (id_type in ('IDCard', 'IDCardTaiwan', 'IDCardHongKongMacau', 'Passport')),
  id_no_sealed bytea not null,
  id_no_masked text not null,
  mobile_sealed bytea not null,
  type text not null check (type in ('Father', 'Mother', 'LegalGuardian', 'Other'))
);

create table wizard_draft (
  account_id uuid not null references account,
  kind text not null check (kind in ('public', 'booking')),
  json_sealed bytea not null,
  version integer not null,
  updated_at timestamptz not null,
  primary key (account_id, kind)
);
