-- outside a transaction
-- One live code for a purpose, a number and a browser: a stranger who asks for one ends nobody else's.
drop index concurrently if exists verification_code_of_visit;
create unique index concurrently verification_code_of_visit on verification_code (purpose, target_key, visit_hash) where ended_at is null;
drop index concurrently if exists verification_code_live;
