-- Trusted devices, the second step of a sign-in, numbers that have a new holder.

-- A number that changed hands leaves its account (S-19); its owner still has the e-mail address and the password.
alter table account alter column phone_key drop not null, alter column phone_sealed drop not null;
alter table account add constraint account_phone_whole check ((phone_key is null) = (phone_sealed is null));
-- Set when the password was renewed with a code to the phone from a device that the account did not know: it proves no more
-- than the phone does.
alter table account add column is_password_by_phone boolean not null default false;

-- A browser that signed in to an account; trusted for 30 days where its owner said so (R-17).
create table account_device (
  id uuid primary key,
  account_id uuid not null references account,
  -- SHA-256 of the cookie's value, which is a new one at every sign-in.
  token_hash bytea not null,
  device text not null,
  network text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  trusted_until timestamptz,
  unique (account_id, token_hash)
);
create index account_device_token on account_device (token_hash);
create index account_device_seen on account_device (last_seen_at);
alter table account_session add column device_id uuid references account_device on delete set null;
create index account_session_device on account_session (device_id) where device_id is not null;

-- A sign-in that has a step to go: the code of the second factor, or the proof that the account is one's own.
create table sign_in_ticket (
  -- SHA-256 of the cookie's value.
  id_hash bytea primary key,
  account_id uuid not null references account,
  kind text not null check (kind in ('secondFactor', 'possession')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index sign_in_ticket_expires on sign_in_ticket (expires_at);

-- Somebody holds the number of an account and has not shown yet that the account is theirs (S-19). Staff see the open ones that
-- were handed to them.
create table possession_claim (
  id uuid primary key,
  account_id uuid not null references account,
  birth_date_tries integer not null default 0,
  opened_at timestamptz not null,
  handed_to_staff_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('Proved', 'NotMe', 'ByStaff')),
  constraint possession_claim_whole check ((ended_at is null) = (outcome is null))
);
create unique index possession_claim_open on possession_claim (account_id) where ended_at is null;
create index possession_claim_staff on possession_claim (handed_to_staff_at) where ended_at is null and handed_to_staff_at is not null;
