-- outside a transaction
-- What the night asks for is found by indexes of a few rows: notes of birthdays, and accounts that nobody has used for long. A key knows the format
-- in which everything is sealed with it, so that no night looks through every value again.
set lock_timeout = '1s';
alter table known_key add column if not exists sealed_format integer;
reset lock_timeout;
-- What was noted of birthdays that change no age class, five thousand rows at a time, each committed.
do $$ declare moved integer; declare year integer := extract(year from app_now() at time zone 'Asia/Shanghai'); begin loop update candidate set birthday_past_in = birth_year where id in (select id from candidate where birthday_past_in <> birth_year and (birthday_past_in < year or year - birth_year not in (11, 14, 18)) limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
do $$ declare moved integer; declare year integer := extract(year from app_now() at time zone 'Asia/Shanghai'); begin loop update application set birthday_past_in = birth_year where id in (select id from application where birthday_past_in <> birth_year and (birthday_past_in < year or year - birth_year not in (11, 14, 18)) limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
do $$ declare moved integer; declare year integer := extract(year from app_now() at time zone 'Asia/Shanghai'); begin loop update booking set birthday_past_in = birth_year where id in (select id from booking where birthday_past_in <> birth_year and (birthday_past_in < year or year - birth_year not in (11, 14, 18)) limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
do $$ declare moved integer; declare year integer := extract(year from app_now() at time zone 'Asia/Shanghai'); begin loop update post_test set birthday_past_in = birth_year where id in (select id from post_test where birthday_past_in <> birth_year and (birthday_past_in < year or year - birth_year not in (11, 14, 18)) limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
drop index concurrently if exists candidate_birthday_noted;
create index concurrently candidate_birthday_noted on candidate (birthday_past_in) where birthday_past_in <> birth_year;
drop index concurrently if exists application_birthday_noted;
create index concurrently application_birthday_noted on application (birthday_past_in) where birthday_past_in <> birth_year;
drop index concurrently if exists booking_birthday_noted;
create index concurrently booking_birthday_noted on booking (birthday_past_in) where birthday_past_in <> birth_year;
drop index concurrently if exists post_test_birthday_noted;
create index concurrently post_test_birthday_noted on post_test (birthday_past_in) where birthday_past_in <> birth_year;
drop index concurrently if exists account_last_used;
create index concurrently account_last_used on account (last_used_month) where closed_at is null;
