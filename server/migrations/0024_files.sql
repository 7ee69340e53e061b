-- Uploaded files. The content lies outside the database under a random key, sealed; the row says whose it is.
create table file (
  id uuid primary key,
  account_id uuid references account,
  -- Uploaded by staff: a timetable, a proof.
  staff_id uuid,
  storage_key text not null unique,
  -- As the sender named it, made harmless.
  name_sealed bytea not null,
  kind text not null check (kind in ('jpeg', 'pdf', 'doc', 'docx', 'xls', 'xlsx')),
  size integer not null check (size between 1 and 5242880),
  sha256 bytea not null,
  -- What it belongs to; null while it is only uploaded and is thrown away after 24 hours (S-18).
  used_by text,
  object_id uuid,
  created_at timestamptz not null,
  used_at timestamptz,
  check ((account_id is null) <> (staff_id is null)),
  check ((used_by is null) = (object_id is null) and (used_by is null) = (used_at is null))
);
create index file_account on file (account_id, created_at);
create index file_object on file (object_id) where object_id is not null;
create index file_unused on file (created_at) where used_by is null;
