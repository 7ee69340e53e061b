-- What the list of devices calls a session by, and when its owner last proved who they are (T5).
alter table account_session add column id uuid not null default gen_random_uuid();
alter table account_session add column proved_at timestamptz;
update account_session set proved_at = created_at;
alter table account_session alter column id drop default, alter column proved_at set not null;
create unique index account_session_id on account_session (id);

-- A closed account frees its number and its address for a new one (R-25).
alter table account drop constraint account_phone_key_key, drop constraint account_email_key_key;
create unique index account_phone on account (phone_key) where status <> 'Closed';
create unique index account_email on account (email_key) where status <> 'Closed';
alter table account add column closed_at timestamptz;
