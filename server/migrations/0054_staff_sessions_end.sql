-- Where somebody of the staff was signed in ends thirty days after it was over, by the run that ends everything else: it names rows by an id.
alter table staff_session add column id uuid not null default gen_random_uuid() unique;
create index staff_session_end on staff_session (coalesce(ended_at, expires_at));
create index possession_claim_end on possession_claim (ended_at) where evidence_sealed is not null;
