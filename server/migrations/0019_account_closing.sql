-- Passkeys, and which keys this database's sealed values belong to.

-- A credential of WebAuthn. Its name is typed by the owner and may say anything: it is sealed.
create table passkey (
  id uuid primary key,
  account_id uuid not null references account,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- What the device calls the account by: random, one for all passkeys of an account, says nothing about a person.
  user_handle bytea not null,
  -- How often the device has signed; 0 where it does not count.
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name_sealed bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id, created_at);

-- A challenge is good once, for one purpose, in the browser that asked for it.
create table passkey_challenge (
  challenge bytea primary key,
  purpose text not null check (purpose in ('Add', 'SignIn')),
  visit_hash bytea not null,
  -- Who is adding a passkey, and the handle it will carry.
  account_id uuid references account,
  user_handle bytea,
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- Fingerprints of the keys that values of this database are sealed or indexed with: a start with other keys is refused.
create table known_key (
  name text primary key,
  fingerprint bytea not null,
  known_since timestamptz not null
);
