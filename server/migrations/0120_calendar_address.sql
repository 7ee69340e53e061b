-- The private address at which a calendar app reads the dates of an account (decision 0092): found by the hash of its secret, which is sealed
-- as well, so that its owner can see it again.
create table calendar_address (
  id uuid primary key,
  account_id uuid not null unique references account (id),
  secret_hash bytea not null unique,
  secret_sealed bytea not null,
  created_at timestamptz not null
);
alter table calendar_address alter column secret_hash set statistics 0, alter column secret_sealed set statistics 0;
