-- Rows of an uploaded file between preview and save (R-38): sealed as one value, kept for 30 minutes.
create table candidate_import (
  id uuid primary key,
  account_id uuid not null references account,
  rows_sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index candidate_import_account on candidate_import (account_id);
create index candidate_import_expires on candidate_import (expires_at);
