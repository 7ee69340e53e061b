-- Birth date and gender are sealed (decision 0058). In clear stay the year, for lists and what is forgotten, and classes of age. `dob` and
-- `gender` are written beside for the version before; rows of that version have only them until the next start seals them.
alter table candidate
  alter column dob drop not null,
  alter column gender drop not null,
  add column dob_sealed bytea,
  add column gender_sealed bytea,
  -- Keyed hash of account and birth date, by which people of one account are compared.
  add column birth_key bytea,
  add column birth_year integer,
  -- The last year whose birthday is known to be past. Noted where a class begins with it, by a job of the night.
  add column birthday_past_in integer;
alter table application
  alter column dob drop not null,
  alter column gender drop not null,
  add column dob_sealed bytea,
  add column gender_sealed bytea,
  add column birth_key bytea,
  add column birth_year integer,
  add column birthday_past_in integer,
  -- The highest of the ages 0, 11, 14 and 18 that was reached when it was made, and is reached on the day of the exam.
  add column class_when_made integer,
  add column class_on_exam_day integer;
alter table booking
  alter column dob drop not null,
  alter column gender drop not null,
  add column dob_sealed bytea,
  add column gender_sealed bytea,
  add column birth_key bytea,
  add column birth_year integer,
  add column birthday_past_in integer;
alter table post_test
  add column dob_sealed bytea,
  add column birth_key bytea,
  add column birth_year integer,
  add column birthday_past_in integer;

-- Of what is said of people the planner keeps no statistics (decision 0053).
alter table candidate
  alter column birth_year set statistics 0,
  alter column birthday_past_in set statistics 0;
alter table application
  alter column birth_year set statistics 0,
  alter column birthday_past_in set statistics 0,
  alter column class_when_made set statistics 0,
  alter column class_on_exam_day set statistics 0;
alter table booking
  alter column birth_year set statistics 0,
  alter column birthday_past_in set statistics 0;
alter table post_test
  alter column birth_year set statistics 0,
  alter column birthday_past_in set statistics 0;

-- Completed years on a day. While the birthday of that year is not noted it counts as not past: who may be a minor is taken for one.
create function age_by_year(birth_year integer, birthday_past_in integer, day date) returns integer
  language sql immutable as $$
  select extract(year from day)::integer - birth_year
    - case when birthday_past_in >= extract(year from day)::integer then 0 else 1 end
$$;

create or replace view person_record as
  select kind, id, account_id, person_key, dob, office_id, code, name,
    case when birth_year is null then dob > (((select app_now()) at time zone 'Asia/Shanghai')::date - interval '18 years')::date
      else age_by_year(birth_year, birthday_past_in, ((select app_now()) at time zone 'Asia/Shanghai')::date) < 18 end as is_minor,
    birth_key
  from (
    select 'candidate' as kind, id, account_id, person_key, dob, birth_year, birthday_past_in, birth_key, null::uuid as office_id,
      null::text as code, last_name || ' ' || first_name as name, anonymised_at is not null as is_forgotten
    from candidate
    union all
    select 'application', id, account_id, person_key, dob, birth_year, birthday_past_in, birth_key,
      (select office_id from exam_session where exam_session.id = session_id), code, last_name || ' ' || first_name,
      anonymised_at is not null
    from application
    union all
    select 'booking', id, account_id, person_key, dob, birth_year, birthday_past_in, birth_key, office_id, code,
      last_name || ' ' || first_name, anonymised_at is not null
    from booking
    union all
    select 'postTest', id, account_id, person_key, dob, birth_year, birthday_past_in, birth_key, office_id, code,
      last_name || ' ' || first_name, person_key is null or (dob is null and birth_year is null)
    from post_test
  ) record
  where not is_forgotten;

create or replace view registration_desk as
  select application.id, application.code, application.account_id, application.status, application.category, application.product_id,
    application.session_id, application.person_key, application.first_name, application.last_name,
    trim(application.last_name || ' ' || application.first_name) as candidate_name, application.id_type, application.id_no_masked,
    application.dob, application.leave_alone, application.email_status, application.letter_version,
    application.letter_announced_version, application.desk_version, application.created_at, application.registered_at,
    session.office_id, session.city_id, session.exam_date, session.starts_at, session.ends_at,
    extract(year from age(session.exam_date, application.dob))::integer as age_on_exam_day,
    case
      when application.leave_alone is null then 'None'
      when application.leave_alone then 'LeavesAlone'
      when exists (select from application_person person where person.application_id = application.id and person.role = 'PickupPerson')
        then 'AuthorisedPersonPicksUp'
      else 'GuardianPicksUp'
    end as leave_choice,
    case when application.has_special_arrangement then coalesce(arrangement.status, 'Open') else 'None' end as arrangement_status,
    coalesce(attendance.status, 'Expected') as attendance_status,
    application.has_special_arrangement,
    coalesce(application.class_on_exam_day, extract(year from age(session.exam_date, application.dob))::integer) as class_on_exam_day
  from application
  join exam_session session on session.id = application.session_id
  left join special_arrangement arrangement on arrangement.id = application.id
  left join attendance on attendance.id = application.id
  where application.deleted_at is null and application.status <> 'Initiated';
