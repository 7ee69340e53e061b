-- outside a transaction
-- Nobody reads or writes birth dates and genders in clear any more; the next start seals what the version before last left, and empties the
-- columns (decision 0058).
comment on column candidate.dob is 'unused';
comment on column candidate.gender is 'unused';
comment on column application.dob is 'unused';
comment on column application.gender is 'unused';
comment on column booking.dob is 'unused';
comment on column booking.gender is 'unused';
comment on column post_test.dob is 'unused';
comment on column person_record.dob is 'unused';
comment on column registration_desk.dob is 'unused';
comment on column registration_desk.age_on_exam_day is 'unused';
-- What the night's work asks for, and what a start finds in clear: neither reads a table from end to end.
drop index concurrently if exists candidate_birth_year;
create index concurrently candidate_birth_year on candidate (birth_year, id);
drop index concurrently if exists candidate_birth_in_clear;
create index concurrently candidate_birth_in_clear on candidate (id) where dob is not null;
drop index concurrently if exists application_birth_year;
create index concurrently application_birth_year on application (birth_year, id);
drop index concurrently if exists application_birth_in_clear;
create index concurrently application_birth_in_clear on application (id) where dob is not null;
drop index concurrently if exists booking_birth_year;
create index concurrently booking_birth_year on booking (birth_year, id);
drop index concurrently if exists booking_birth_in_clear;
create index concurrently booking_birth_in_clear on booking (id) where dob is not null;
drop index concurrently if exists post_test_birth_year;
create index concurrently post_test_birth_year on post_test (birth_year, id);
drop index concurrently if exists post_test_birth_in_clear;
create index concurrently post_test_birth_in_clear on post_test (id) where dob is not null;
