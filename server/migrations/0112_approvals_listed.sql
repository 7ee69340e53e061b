-- outside a transaction
-- The list of approvals is of the few that somebody gave, not of each day's reasons.
drop index concurrently if exists minor_approval_given;
create index concurrently minor_approval_given on minor_approval (given_at) where not is_for_day;
