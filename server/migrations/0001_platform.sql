-- Platform: clock, history, messages, idempotency, limits.

-- The clock's offset exists only outside production (S-9); production refuses to start with a row that is not 0.
create table clock_offset (
  only_row boolean primary key default true check (only_row),
  seconds integer not null default 0
);
insert into clock_offset default values;

-- The one clock of every deadline (S-9): the database's time plus the offset.
create function app_now() returns timestamptz
  language sql stable
  as $$ select now() + make_interval(secs => (select seconds from clock_offset)) $$;

create table history (
  id uuid primary key,
  kind text not null,
  object_id uuid not null,
  event text not null,
  actor_kind text not null check (actor_kind in ('candidate', 'staff', 'system', 'gateway')),
  actor_id uuid,
  from_status text,
  to_status text,
  reason text,
  request_id text,
  at timestamptz not null
);
create index history_object on history (object_id, at);

-- Every mail and SMS: at most one per event and version (C39). Recipient and values are sealed.
create table message (
  id uuid primary key,
  message_key text not null unique,
  kind text not null,
  object_id uuid not null,
  account_id uuid,
  channel text not null check (channel in ('sms', 'mail')),
  language text not null check (language in ('en', 'zh')),
  recipient_sealed bytea not null,
  values_sealed bytea not null,
  state text not null check (state in ('Waiting', 'Sent', 'Failed')),
  attempts integer not null default 0,
  last_error text,
  provider_id text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index message_object on message (object_id);

create table idempotency_key (
  account_id uuid not null,
  key text not null,
  endpoint text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);

-- Takes of a strict limit within its longest window, oldest first; keys are hashed.
create table rate_limit (
  name text not null,
  key_hash bytea not null,
  taken_at timestamptz[] not null,
  primary key (name, key_hash)
);
