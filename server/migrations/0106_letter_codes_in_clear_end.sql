-- outside a transaction
-- Nobody reads or writes the code of a letter in clear any more; the next start, and each hour, seals what the version before last left and empties
-- the column.
comment on column application.letter_code is 'unused';
-- That somebody asked for an arrangement says something of them (decision 0053).
set lock_timeout = '1s';
alter table application alter column has_special_arrangement set statistics 0;
reset lock_timeout;
drop index concurrently if exists application_letter_code_in_clear;
create index concurrently application_letter_code_in_clear on application (id) where letter_code is not null;
