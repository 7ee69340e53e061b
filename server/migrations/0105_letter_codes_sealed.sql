-- outside a transaction
-- The code of a letter opens a page of the registration: it is to be sealed, and found by a keyed hash. This version writes both and reads either.
set lock_timeout = '1s';
alter table application add column if not exists letter_code_sealed bytea, add column if not exists letter_code_key bytea;
alter table application alter column letter_code drop not null;
reset lock_timeout;
drop index concurrently if exists application_by_letter_code;
create unique index concurrently application_by_letter_code on application (letter_code_key);
