-- outside a transaction
-- By which the night finds children whose guardian has another number, and those of whom that is not known yet.
drop index concurrently if exists candidate_guardian_unseen;
create index concurrently candidate_guardian_unseen on candidate_guardian (id) where is_elsewhere is null;
drop index concurrently if exists candidate_guardian_elsewhere;
create index concurrently candidate_guardian_elsewhere on candidate_guardian (candidate_id) where is_elsewhere;
