-- A guardian's objection that turned out to be a stranger's or a mistake, by the word of two persons: the consents that it ended stand
-- again. That they were given, ended and stand again are three records; none is changed.
create table consent_restoration (
  consent_id uuid not null references consent on delete cascade,
  request_id uuid not null references rights_request,
  restored_at timestamptz not null,
  primary key (consent_id, request_id)
);
create index consent_restoration_request on consent_restoration (request_id);
create trigger consent_restoration_unchanged before update on consent_restoration execute function refuse_change();

-- What stands again may be ended again, by another request.
alter table consent_withdrawal drop constraint consent_withdrawal_pkey;
alter table consent_withdrawal add primary key (consent_id, request_id);
create index consent_withdrawal_request on consent_withdrawal (request_id);

-- The consents that are ended now, and since when.
create view consent_ended as
  select gone.consent_id, min(gone.withdrawn_at) as withdrawn_at
  from consent_withdrawal gone
  where not exists (
    select from consent_restoration back where back.consent_id = gone.consent_id and back.request_id = gone.request_id)
  group by gone.consent_id;
