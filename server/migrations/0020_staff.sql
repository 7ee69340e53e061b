-- Staff accounts, their sessions, invitations and offices.

create table staff_account (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null check (char_length(name) between 1 and 80),
  language text not null default 'zh' check (language in ('en', 'zh')),
  status text not null check (status in ('Invited', 'Active', 'Locked')),
  password_hash text,
  -- The secret of the authenticator; signing in always needs both (goals/console 4.3).
  totp_sealed bytea,
  -- Names of presets of permissions, and those that the person may give to others.
  roles text[] not null,
  hands_on text[] not null default '{}',
  is_all_offices boolean not null default false,
  created_at timestamptz not null,
  -- Null for the first administrator.
  created_by uuid references staff_account,
  last_sign_in_at timestamptz,
  check (status <> 'Active' or (password_hash is not null and totp_sealed is not null))
);

create table staff_office (
  staff_id uuid not null references staff_account,
  office_id uuid not null references office,
  primary key (staff_id, office_id)
);

create table staff_invitation (
  token_hash bytea primary key,
  staff_id uuid not null references staff_account,
  -- Becomes the account's when the invitation is accepted.
  totp_sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index staff_invitation_live on staff_invitation (staff_id) where ended_at is null;

create table staff_session (
  -- SHA-256 of the cookie's value (S-2).
  id_hash bytea primary key,
  staff_id uuid not null references staff_account,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the person last proved who they are by a code.
  proved_at timestamptz not null,
  ended_at timestamptz,
  device text not null,
  network text not null
);
create index staff_session_staff on staff_session (staff_id) where ended_at is null;

-- A code of an authenticator is good once: its time step is kept while the code could still be given.
create table staff_code_used (
  staff_id uuid not null references staff_account,
  step bigint not null,
  primary key (staff_id, step)
);
