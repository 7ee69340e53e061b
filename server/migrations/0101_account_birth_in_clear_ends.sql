-- outside a transaction
-- Nobody reads or writes the birth date of an account holder in clear any more; the next start, and each night, seals what the version before
-- left and empties the column. From here on sealed values are padded as well: a version before 0100 could not open them (decision 0079).
comment on column account.date_of_birth is 'unused';
drop index concurrently if exists account_birth_in_clear;
create index concurrently account_birth_in_clear on account (id) where date_of_birth is not null;
