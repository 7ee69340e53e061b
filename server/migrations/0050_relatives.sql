-- What a close relative asks for somebody who has died (PIPL 49). It is a request like every other, which staff write down.
alter table rights_request add is_by_relative boolean not null default false;
drop index rights_request_one_deletion;
create unique index rights_request_one_deletion on rights_request (candidate_id)
  where kind = 'Deletion' and status in ('Received', 'InReview') and not is_by_relative;

-- Who asks, and how far it is; goes when the request names nobody any more.
create table relative_request (
  id uuid primary key references rights_request,
  -- The account was the deceased's own and the request is about it too.
  is_whole_account boolean not null,
  relation text not null check (relation in ('Spouse', 'Parent', 'Child', 'Sibling', 'Grandparent', 'Grandchild')),
  name_sealed bytea not null,
  contact_sealed bytea not null,
  arrived_by text not null check (arrived_by in ('InPerson', 'Post', 'Email', 'Telephone')),
  arrived_on date not null,
  opened_by uuid not null,
  opened_by_name text not null,
  -- The deceased had decided otherwise while alive.
  arranged_otherwise_at timestamptz,
  -- Who proposed to grant it, and the second person who did.
  proposed_by uuid,
  granted_at timestamptz,
  granted_by uuid,
  granted_by_name text,
  -- The copy was handed out for the first time, or the deletion carried out.
  done_at timestamptz,
  check (num_nonnulls(granted_at, granted_by, proposed_by) in (0, 3)),
  check (granted_by <> proposed_by),
  check (done_at is null or granted_at is not null),
  check (granted_at is null or arranged_otherwise_at is null)
);

-- A paper that proves the death or the kinship; its file belongs to it.
create table relative_evidence (
  id uuid primary key,
  request_id uuid not null references rights_request,
  kind text not null check (kind in ('DeathProof', 'KinshipProof', 'Other')),
  filed_at timestamptz not null,
  filed_by uuid not null,
  filed_by_name text not null,
  checked_at timestamptz,
  checked_by uuid,
  checked_by_name text,
  check ((checked_at is null) = (checked_by is null))
);
create index relative_evidence_request on relative_evidence (request_id);
