-- What a copy of the database told beyond the impact assessment goes from the rows of before.

-- A UCI is compared among the requests of one person only; its hash is mixed with theirs, so that two accounts which gave the same number
-- have no value in common. `uciKeyOf` makes the same of a new one.
update post_test set uci_key = sha256(uci_key || person_key), second_uci_key = sha256(second_uci_key || person_key)
where uci_key is not null;

-- A nameless request keeps no marks, and the evidence of a way home no registration (decision 0090).
update post_test set grade_before = null, grade_after = null where anonymised_at is not null;
update post_test_item set mark_before = null, mark_after = null
where post_test_id in (select id from post_test where anonymised_at is not null);
update consent set application_id = null, booking_id = null,
  given_at = date_trunc('day', given_at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
where statement_id = 'guardianLeaving' and account_id = '00000000-0000-4000-8000-000000000001';

-- Whose line of a cart has lapsed is said by the line; no other reminder is about an account.
update reminder set about = '' where length(about) = 36;

-- A file that was passed on was known by a plain hash, and the sealed values of a short one could be found by trying. Nothing reads it.
alter table entry_export alter column file_hash set default '';
alter table post_test_export alter column file_hash set default '';
alter table entry_export disable trigger entry_export_append_only;
update entry_export set file_hash = '' where file_hash <> '';
alter table entry_export enable trigger entry_export_append_only;
update post_test_export set file_hash = '' where file_hash <> '';
comment on column entry_export.file_hash is 'unused';
comment on column post_test_export.file_hash is 'unused';

-- A nameless registration does not say either that its candidate asked for an arrangement, and whether it was granted.
delete from special_arrangement where id in (select id from application where anonymised_at is not null);
delete from history where kind = 'specialArrangement' and object_id in (select id from application where anonymised_at is not null);
update application set has_special_arrangement = false where anonymised_at is not null and has_special_arrangement;

-- The same child is also who has the same date of birth and the letters of the same name: surname and given name are swapped, or written together. Of a
-- case of before null, which is nobody's.
alter table guardian_case add column name_letters text;
alter table guardian_case alter column name_letters set statistics 0;
create function letters_of(name text) returns text language sql immutable parallel safe cost 1
  as $$ select string_agg(letter, '' order by letter collate "C") from regexp_split_to_table(regexp_replace(upper(name), '[^[:alpha:]]', '', 'g'), '') letter $$;
create function is_same_child(person bytea, birth bytea, surname text, letters text,
    other_person bytea, other_birth bytea, other_surname text, other_letters text) returns boolean
  language sql immutable parallel safe
  as $$ select person = other_person or birth = other_birth and ((surname = other_surname) is not false or letters = other_letters) $$;

-- As before, with the letters of the name.
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
    upper(application.last_name) as last_name, letters_of(application.last_name || application.first_name) as name_letters
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
    booking.status in ('Initiated', 'Drafted', 'Confirming', 'Processing', 'Completed'), upper(booking.last_name),
    letters_of(booking.last_name || booking.first_name)
  from booking where booking.anonymised_at is null
  union all
  select request.id, 'post_test_id', request.account_id, null::uuid, request.code, request.person_key, request.birth_key,
    request.id::text || '/' || request.subject_version, request.guardian_key, false, request.class_when_made, request.product_id,
    null::date, null::timestamptz, false, null::timestamptz, null::timestamptz, coalesce(request.submitted_at, request.saved_at),
    request.submitted_at is not null, request.restricted_at is not null,
    (select name_en from product where product.id = request.product_id), (select name_zh from product where product.id = request.product_id), null, null,
    request.status = 'Registered' or request.status = 'Processing', upper(request.last_name),
    letters_of(request.last_name || request.first_name)
  from post_test request where request.anonymised_at is null;

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
    case when said.ended_at is null then said.first_asked_at end as first_asked_at, said.refused_at, said.ended_at is not null as is_ended, known.name_letters
  from guardian_case known
  cross join lateral (
    select max(at) filter (where kind = 'asked') as asked_at, max(at) filter (where kind = 'told') as told_at,
      max(at) filter (where kind = 'agreed') as agreed_at, max(at) filter (where kind = 'takenBack') as taken_back_at,
      max(at) filter (where kind = 'objected') as objected_at, max(at) filter (where kind = 'objectionRefused') as refused_at,
      max(at) filter (where kind = 'notGuardian') as ended_at,
      max(at) filter (where kind = 'leavingAgreed') as leaving_at, max(at) filter (where kind = 'leavingTakenBack') as leaving_taken_back_at,
      min(at) filter (where kind = 'asked') as first_asked_at
    from guardian_answer answer where answer.case_id = coalesce(known.carried_from, known.id)) said;

create or replace view guardian_former as
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
      and is_same_child(thing.person_key, thing.birth_key, thing.last_name, thing.name_letters, said.person_key, said.birth_key, said.last_name, said.name_letters)
      and (thing.age_class < 18 or said.birth_key <> thing.birth_key)
    group by said.mobile_key) earlier
  where thing.is_placed and earlier.asked_at is not null;

-- As before, but nothing goes on before whoever is to be heard was told, on the eve of the exam either.
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
      and is_same_child(thing.person_key, thing.birth_key, thing.last_name, thing.name_letters, other.person_key, other.birth_key, other.last_name, other.name_letters)
      and (coalesce(thing.age_class, 0) < 18 or other.birth_key <> thing.birth_key)) family
  -- The guardian who is named: has to agree for a child under 14, and where an agreement was taken back; else has 72 hours to object once asked, up to the eve.
  -- A yes for one child serves no other who has got the same document.
  cross join lateral (
    select coalesce(bool_or(said.is_objected), false) as is_objected,
      thing.is_placed and thing.guardian_key is not null and max(said.agreed_at) is null
        and (coalesce(thing.age_class, 18) < 14 or coalesce(bool_or(said.is_taken_back), false)) as must_agree,
      case when thing.is_placed and thing.guardian_key is not null and max(said.agreed_at) is null
        then least(coalesce(max(said.asked_at), (select app_now())) + interval '72 hours', case when max(said.asked_at) is not null then day.eve end) end as until,
      max(said.agreed_at) as agreed_at
    from guardian_said said where said.account_id = thing.account_id and said.person_key = thing.person_key
      and said.sitting = thing.sitting and said.mobile_key = thing.guardian_key
      and said.birth_key = coalesce(thing.birth_key, said.birth_key)) own
  -- Whoever was asked before another was named is told, and has the same time from then, and again once staff refuse an objection of theirs; beyond the eve
  -- too for a child under 14 to whose exams they never agreed.
  cross join lateral (
    select max(least(case when earlier.told_at is null then (select app_now()) else greatest(earlier.told_at, earlier.refused_at) end + interval '72 hours',
      case when earlier.told_at is not null and (coalesce(thing.age_class, 18) >= 14 or earlier.agreed_at is not null) then day.eve end)) as until
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
          and is_same_child(thing.person_key, thing.birth_key, thing.last_name, thing.name_letters, said.person_key, said.birth_key, said.last_name, said.name_letters)
          and (thing.age_class < 18 or said.birth_key <> thing.birth_key)
        group by said.mobile_key) earlier
      where thing.is_placed and earlier.asked_at is not null) earlier
    where not coalesce(own.agreed_at < earlier.first_asked_at, false)
      and not coalesce(earlier.agreed_at > earlier.told_at, false)) former
  where family.is_objected or own.must_agree or own.until > (select app_now()) or former.until > (select app_now());
