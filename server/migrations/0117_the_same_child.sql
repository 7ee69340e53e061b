-- Who is the same child (decision 0085): the same document, or the same date of birth and surname. Beside traffic: the version before goes on by its own columns.
alter table guardian_case add column last_name text;
alter table guardian_case alter column last_name set statistics 0;

-- Null is a surname that was not kept by an earlier version: it is anybody's.
create function is_same_child(person bytea, birth bytea, surname text, other_person bytea, other_birth bytea, other_surname text) returns boolean
  language sql immutable parallel safe
  as $$ select person = other_person or birth = other_birth and (surname = other_surname) is not false $$;

-- When a registration was ordered last: what lay in a cart nobody had heard of. Cheap for the planner, which would else read lists another way (growth.test).
create function ordered_at(registration uuid, otherwise timestamptz) returns timestamptz
  language sql stable cost 1
  as $$ select coalesce((select max(placed.created_at) from order_item item join exam_order placed on placed.id = item.order_id
    where item.registration_id = registration), otherwise) $$;

-- As before, with the surname.
create or replace view sitting_begins as
  select application.id as object_id, 'application_id' as of, application.account_id, application.candidate_id, application.code,
    application.person_key, application.birth_key, coalesce(application.booking_id, application.session_id)::text as sitting, application.guardian_key,
    -- Only the version before reads it: a guardian who is replaced has their time, whoever named the other.
    false as is_corrected,
    application.class_when_made as age_class, application.product_id, session.exam_date, session.starts_at as begins_at,
    coalesce(application.leave_alone, false) as leaves_alone, application.leaving_noted_at, application.leaving_ticked_at,
    application.created_at as made_at,
    -- Nobody is asked about what lies in a cart.
    application.status <> 'Initiated' as is_placed, application.restricted_at is not null as is_restricted,
    (select name_en from product where product.id = application.product_id) as exam_en,
    (select name_zh from product where product.id = application.product_id) as exam_zh,
    (select name_en from city where city.id = session.city_id) as city_en, (select name_zh from city where city.id = session.city_id) as city_zh,
    application.status in ('Submitted', 'Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected') as is_live,
    upper(application.last_name) as last_name
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
    booking.status in ('Initiated', 'Drafted', 'Confirming', 'Processing', 'Completed'), upper(booking.last_name)
  from booking where booking.anonymised_at is null
  union all
  select request.id, 'post_test_id', request.account_id, null::uuid, request.code, request.person_key, request.birth_key,
    request.id::text || '/' || request.subject_version, request.guardian_key, false, request.class_when_made, request.product_id,
    null::date, null::timestamptz, false, null::timestamptz, null::timestamptz, coalesce(request.submitted_at, request.saved_at),
    request.submitted_at is not null, request.restricted_at is not null,
    (select name_en from product where product.id = request.product_id), (select name_zh from product where product.id = request.product_id), null, null,
    request.status = 'Registered' or request.status = 'Processing', upper(request.last_name)
  from post_test request where request.anonymised_at is null;

-- As before, with the case in which the answers are, the surname, when it was asked first, and when an objection was refused last.
create or replace view guardian_said as
  select known.id, known.account_id, known.person_key, known.birth_key, known.sitting, known.mobile_key,
    -- Whoever is not the guardian was never asked: silence of theirs ends nothing.
    case when said.ended_at is null then said.asked_at end as asked_at, said.told_at, said.objected_at,
    -- Whoever objected has to agree anew, also where staff refused the objection.
    case when said.agreed_at > greatest(said.taken_back_at, said.objected_at, '-infinity') then said.agreed_at end as agreed_at,
    said.taken_back_at >= coalesce(said.agreed_at, '-infinity') as is_taken_back,
    coalesce(said.objected_at >= greatest(said.refused_at, said.agreed_at), said.objected_at is not null) as is_objected,
    case when said.leaving_at > coalesce(said.leaving_taken_back_at, '-infinity') then said.leaving_at end as leaving_at,
    coalesce(known.carried_from, known.id) as root_id, known.last_name,
    case when said.ended_at is null then said.first_asked_at end as first_asked_at, said.refused_at, said.ended_at is not null as is_ended
  from guardian_case known
  cross join lateral (
    select max(at) filter (where kind = 'asked') as asked_at, max(at) filter (where kind = 'told') as told_at,
      max(at) filter (where kind = 'agreed') as agreed_at, max(at) filter (where kind = 'takenBack') as taken_back_at,
      max(at) filter (where kind = 'objected') as objected_at, max(at) filter (where kind = 'objectionRefused') as refused_at,
      max(at) filter (where kind = 'notGuardian') as ended_at,
      max(at) filter (where kind = 'leavingAgreed') as leaving_at, max(at) filter (where kind = 'leavingTakenBack') as leaving_taken_back_at,
      min(at) filter (where kind = 'asked') as first_asked_at
    from guardian_answer answer where answer.case_id = coalesce(known.carried_from, known.id)) said;

-- By registration, booking or request of a minor: each guardian of the child who was asked before it was made (ordered, where it lay in a cart), or for it, while another is named. `told_at`
-- is null as long as they have not been told since. Somebody who became of age by another date of birth under the same document counts like a minor.
create view guardian_former as
  select thing.object_id, earlier.case_id, earlier.first_asked_at, earlier.agreed_at, earlier.refused_at,
    case when earlier.told_at > earlier.asked_at then earlier.told_at end as told_at
  from sitting_begins thing
  cross join lateral (
    select (array_agg(said.root_id order by said.asked_at desc nulls last, said.id))[1] as case_id, min(said.first_asked_at) as first_asked_at,
      max(asked.at) as asked_at, max(said.told_at) as told_at, max(said.agreed_at) as agreed_at, max(said.refused_at) as refused_at
    from guardian_said said
    cross join lateral (
      select max(answer.at) as at from guardian_answer answer where answer.case_id = said.root_id and answer.kind = 'asked'
        and (answer.at < ordered_at(thing.object_id, thing.made_at) or said.person_key = thing.person_key and said.sitting = thing.sitting)) asked
    where said.account_id = thing.account_id and not said.is_ended and said.mobile_key is distinct from thing.guardian_key
      and is_same_child(thing.person_key, thing.birth_key, thing.last_name, said.person_key, said.birth_key, said.last_name)
      and (thing.age_class < 18 or said.birth_key <> thing.birth_key)
    group by said.mobile_key) earlier
  where thing.is_placed and earlier.asked_at is not null;

create or replace view guardian_waits as
  select thing.object_id, thing.of, family.is_objected as has_objected, own.is_objected as is_own_objection, own.must_agree,
    case when not family.is_objected and not own.must_agree then greatest(own.until, former.until) end as until
  from sitting_begins thing
  cross join lateral (
    select (thing.exam_date - 1)::timestamp at time zone 'Asia/Shanghai' as eve) day
  -- An objection holds for every registration of the child in the account, until staff refuse it or whoever objected agrees to this one, of this child.
  cross join lateral (
    select coalesce(bool_or(other.is_objected and not exists (
      select from guardian_said same where same.account_id = thing.account_id and same.person_key = thing.person_key
        and same.sitting = thing.sitting and same.mobile_key = other.mobile_key and same.agreed_at > other.objected_at)), false) as is_objected
    from guardian_said other
    where other.account_id = thing.account_id
      and is_same_child(thing.person_key, thing.birth_key, thing.last_name, other.person_key, other.birth_key, other.last_name)
      and (coalesce(thing.age_class, 0) < 18 or other.birth_key <> thing.birth_key)) family
  -- The guardian who is named: has to agree for a child under 14, and where an agreement was taken back; else has 72 hours to object, up to the eve. A
  -- yes for one child serves no other who has got the same document.
  cross join lateral (
    select coalesce(bool_or(said.is_objected), false) as is_objected,
      thing.is_placed and thing.guardian_key is not null and max(said.agreed_at) is null
        and (coalesce(thing.age_class, 18) < 14 or coalesce(bool_or(said.is_taken_back), false)) as must_agree,
      case when thing.is_placed and thing.guardian_key is not null and max(said.agreed_at) is null
        then least(coalesce(max(said.asked_at), (select app_now())) + interval '72 hours', day.eve) end as until,
      max(said.agreed_at) as agreed_at
    from guardian_said said where said.account_id = thing.account_id and said.person_key = thing.person_key
      and said.sitting = thing.sitting and said.mobile_key = thing.guardian_key
      and said.birth_key = coalesce(thing.birth_key, said.birth_key)) own
  -- Whoever was asked before another was named is told, and has the same time from then, and again once staff refuse an objection of theirs.
  cross join lateral (
    select max(least(case when earlier.told_at is null then (select app_now()) else greatest(earlier.told_at, earlier.refused_at) end
      + interval '72 hours', day.eve)) as until
    from (
      -- As guardian_former, which would read what is registered once more for each of a list.
      select earlier.first_asked_at, earlier.agreed_at, earlier.refused_at,
        case when earlier.told_at > earlier.asked_at then earlier.told_at end as told_at
      from (
        select min(said.first_asked_at) as first_asked_at, max(asked.at) as asked_at, max(said.told_at) as told_at, max(said.agreed_at) as agreed_at,
          max(said.refused_at) as refused_at
        from guardian_said said
        cross join lateral (
          select max(answer.at) as at from guardian_answer answer where answer.case_id = said.root_id and answer.kind = 'asked'
            and (answer.at < ordered_at(thing.object_id, thing.made_at) or said.person_key = thing.person_key and said.sitting = thing.sitting)) asked
        where said.account_id = thing.account_id and not said.is_ended and said.mobile_key is distinct from thing.guardian_key
          and is_same_child(thing.person_key, thing.birth_key, thing.last_name, said.person_key, said.birth_key, said.last_name)
          and (thing.age_class < 18 or said.birth_key <> thing.birth_key)
        group by said.mobile_key) earlier
      where thing.is_placed and earlier.asked_at is not null) earlier
    where not coalesce(own.agreed_at < earlier.first_asked_at, false)
      and not coalesce(earlier.agreed_at > earlier.told_at, false)) former
  where family.is_objected or own.must_agree or own.until > (select app_now()) or former.until > (select app_now());
