-- What sign-in and closed accounts keep besides.

-- Number or e-mail address of an account that was closed: taken until then, so that nobody else can step into its owner's place
-- elsewhere. The keyed hash only; nothing says whose account it was.
create table kept_contact (
  contact_key bytea primary key,
  free_at timestamptz not null
);
create index kept_contact_free on kept_contact (free_at);

-- Staff decide about a claim to an account by evidence (S-19). Let in: the next sign-in by code to the number needs no proof of its
-- own until then, once.
alter table possession_claim drop constraint possession_claim_outcome_check;
alter table possession_claim add constraint possession_claim_outcome_check
  check (outcome in ('Proved', 'NotMe', 'ByStaff', 'Refused', 'NumberMoved'));
alter table possession_claim
  add column evidence_sealed bytea,
  add column decided_by_name text,
  add column let_in_until timestamptz,
  add constraint possession_claim_decided check ((evidence_sealed is null) = (decided_by_name is null));
create index possession_claim_account on possession_claim (account_id);
