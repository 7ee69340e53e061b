-- Whether the guardian of a saved child has another number than the account: until one of them has agreed, the child stays a day (decision 0077). Null
-- for rows of earlier versions until the night's job has looked.
alter table candidate_guardian add column is_elsewhere boolean;
alter table candidate_guardian alter column is_elsewhere set statistics 0;

-- Which accounts have ever saved somebody, for sign-ins (S-19).
create view saving_account as select account_id from candidate;

-- As before, and whether it is under way: neither lapsed nor withdrawn.
create or replace view sitting_begins as
  select application.id as object_id, 'application_id' as of, application.account_id, application.candidate_id, application.code,
    application.person_key, application.birth_key, coalesce(application.booking_id, application.session_id)::text as sitting, application.guardian_key,
    -- Staff named another guardian for it, and know why.
    application.guardian_changed_at is not null as is_corrected,
    application.class_when_made as age_class, application.product_id, session.exam_date, session.starts_at as begins_at,
    coalesce(application.leave_alone, false) as leaves_alone, application.leaving_noted_at, application.leaving_ticked_at,
    application.created_at as made_at,
    -- Nobody is asked about what lies in a cart.
    application.status <> 'Initiated' as is_placed, application.restricted_at is not null as is_restricted,
    (select name_en from product where product.id = application.product_id) as exam_en,
    (select name_zh from product where product.id = application.product_id) as exam_zh,
    (select name_en from city where city.id = session.city_id) as city_en, (select name_zh from city where city.id = session.city_id) as city_zh,
    application.status in ('Submitted', 'Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected') as is_live
  from application join exam_session session on session.id = application.session_id
  where application.anonymised_at is null
  union all
  select booking.id, 'booking_id', booking.account_id, booking.candidate_id, booking.code, booking.person_key, booking.birth_key, booking.id::text,
    booking.guardian_key, false, booking.class_when_made, booking.product_id, coalesce(booking.first_exam_date, booking.expected_date),
    coalesce(booking.first_start_at, booking.expected_date::timestamp at time zone 'Asia/Shanghai'),
    coalesce((select bool_or(entry.leave_alone) from application entry
      where entry.booking_id = booking.id and entry.deleted_at is null and entry.guardian_changed_at is null), booking.leave_alone, false),
    null::timestamptz, null::timestamptz, booking.submitted_at, true, booking.restricted_at is not null,
    (select name_en from product where product.id = booking.product_id), (select name_zh from product where product.id = booking.product_id), null, null,
    booking.status in ('Initiated', 'Drafted', 'Confirming', 'Processing', 'Completed')
  from booking where booking.anonymised_at is null
  union all
  select request.id, 'post_test_id', request.account_id, null::uuid, request.code, request.person_key, request.birth_key,
    request.id::text || '/' || request.subject_version, request.guardian_key, false, request.class_when_made, request.product_id,
    null::date, null::timestamptz, false, null::timestamptz, null::timestamptz, coalesce(request.submitted_at, request.saved_at),
    request.submitted_at is not null, request.restricted_at is not null,
    (select name_en from product where product.id = request.product_id), (select name_zh from product where product.id = request.product_id), null, null,
    request.status = 'Registered' or request.status = 'Processing'
  from post_test request where request.anonymised_at is null;
