-- Published for the console: whether a registration asks for an arrangement at all, by which those few are found.
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
    application.has_special_arrangement
  from application
  join exam_session session on session.id = application.session_id
  left join special_arrangement arrangement on arrangement.id = application.id
  left join attendance on attendance.id = application.id
  where application.deleted_at is null and application.status <> 'Initiated';
