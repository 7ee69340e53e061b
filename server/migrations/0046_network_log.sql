-- The log that law asks a network operator for (Cybersecurity Law 21): one row a call of portal and console, six months at least, twelve
-- at most (S-18). It says which call it was, never with what; the address it came from is sealed, and found again by a keyed hash.
create table network_log (
  -- The request's own id, which every answer and every line of the other logs carries.
  id uuid primary key,
  at timestamptz not null,
  origin text not null check (origin in ('portal', 'console')),
  method text not null,
  -- The template of the contract; calls of an address that nobody serves have none.
  route text,
  status integer not null,
  milliseconds integer not null,
  -- Whoever was signed in. No reference: the log outlives the row, and its writing waits for nobody.
  account_id uuid,
  staff_id uuid,
  address_sealed bytea not null,
  address_key bytea not null
);
create index network_log_at on network_log (at, id);
create index network_log_account on network_log (account_id, at) where account_id is not null;
create index network_log_staff on network_log (staff_id, at) where staff_id is not null;
create index network_log_address on network_log (address_key, at);

-- What staff write of a special arrangement tells of somebody's health: sealed like every other such text (PIPL 51). Only the server has
-- the keys, so what older versions wrote in the clear waits here and is sealed into its column by the next start, before anybody is served.
create table to_seal (
  id uuid primary key default gen_random_uuid(),
  table_name text not null,
  -- Without `_sealed`.
  column_name text not null,
  object_id uuid not null,
  value text not null
);
alter table booking add column draft_sealed bytea;
alter table booking_arrangement add column arrangement_granted_sealed bytea;
insert into to_seal (table_name, column_name, object_id, value)
select 'booking', 'draft', id, draft::text from booking where draft is not null
union all
select 'booking_arrangement', 'arrangement_granted', id, arrangement_granted from booking_arrangement where arrangement_granted is not null;
alter table booking drop column draft;
alter table booking_arrangement drop column arrangement_granted;
