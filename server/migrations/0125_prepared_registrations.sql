-- What staff typed for a family at the desk or on the telephone. It goes into the wizard of whoever signs in with the number, and is gone then, or a day later.
create table prepared_registration (
  id uuid primary key,
  phone_key bytea not null,
  phone_sealed bytea not null,
  session_id uuid not null references exam_session,
  draft_sealed bytea not null,
  prepared_by_name text not null,
  prepared_at timestamptz not null,
  expires_at timestamptz not null
);
create index prepared_registration_phone on prepared_registration (phone_key);
create index prepared_registration_session on prepared_registration (session_id);
create index prepared_registration_end on prepared_registration (expires_at);
alter table prepared_registration alter column phone_key set statistics 0, alter column phone_sealed set statistics 0,
  alter column draft_sealed set statistics 0, alter column prepared_by_name set statistics 0;
