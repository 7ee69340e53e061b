-- What a guardian says of one sitting of one child (decision 0076). A case belongs to an account, a child, what is sat and the number of the guardian;
-- nothing of it hangs on a registration, so an order made again, its copies and late money share it.
create table guardian_case (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  person_key bytea not null,
  -- The date of birth under a key of the account: an objection holds for the child whatever document is named.
  birth_key bytea not null,
  -- A session, a booking, or a request after an exam and for the how many-th thing it asks.
  sitting text not null,
  -- The number under a key of the account, and sealed.
  mobile_key bytea not null,
  mobile_sealed bytea not null,
  -- Father, mother and so on, for the evidence of what they agree to.
  relation text,
  -- Staff moved the child here from another session: what was said there is said here.
  carried_from uuid references guardian_case on delete cascade,
  made_at timestamptz not null,
  unique (account_id, person_key, sitting, mobile_key)
);
create index guardian_case_child on guardian_case (account_id, birth_key);
create index guardian_case_carried on guardian_case (carried_from) where carried_from is not null;

-- What became of a case, append-only: the last of its kind holds. `asked` begins the time to answer, `sent` is the link once more, and `told` that the
-- account has named another guardian since.
create table guardian_answer (
  id uuid primary key,
  case_id uuid not null references guardian_case on delete cascade,
  kind text not null check (kind in ('asked', 'sent', 'told', 'agreed', 'takenBack', 'objected', 'objectionRefused', 'leavingAgreed',
    'leavingTakenBack')),
  at timestamptz not null,
  message_id uuid references message on delete set null,
  token_hash bytea unique,
  request_id uuid references rights_request on delete set null,
  consent_id uuid references consent on delete set null,
  check ((kind in ('asked', 'sent', 'told')) = (token_hash is not null))
);
create index guardian_answer_case on guardian_answer (case_id, kind, at);
create index guardian_answer_message on guardian_answer (message_id) where message_id is not null;
create index guardian_answer_request on guardian_answer (request_id) where request_id is not null;
create index guardian_answer_consent on guardian_answer (consent_id) where consent_id is not null;
create index guardian_answer_objected on guardian_answer (at) where kind = 'objected';

-- Of what is said of people the planner keeps no statistics (decision 0053).
alter table guardian_case alter column relation set statistics 0;
alter table guardian_answer alter column kind set statistics 0;

-- The number of the guardian who is asked, under the key of the account; null where the account's own holder is the guardian, or nobody is.
alter table application add column guardian_key bytea;
alter table booking add column guardian_key bytea;
alter table post_test add column guardian_key bytea;
-- The highest of the ages 0, 11, 14 and 18 that had been reached on the day of submission, as registrations have it.
alter table booking add column class_when_made integer;
alter table post_test add column class_when_made integer;
alter table booking alter column class_when_made set statistics 0;
alter table post_test alter column class_when_made set statistics 0;
-- Counts up whenever the request is for another service, paper or person.
alter table post_test add column subject_version integer not null default 1;

-- What a case is about, and when it begins: the one thing that guardians read of what is registered.
create view sitting_begins as
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
    (select name_en from city where city.id = session.city_id) as city_en, (select name_zh from city where city.id = session.city_id) as city_zh
  from application join exam_session session on session.id = application.session_id
  where application.anonymised_at is null
  union all
  select booking.id, 'booking_id', booking.account_id, booking.candidate_id, booking.code, booking.person_key, booking.birth_key, booking.id::text,
    booking.guardian_key, false, booking.class_when_made, booking.product_id, coalesce(booking.first_exam_date, booking.expected_date),
    coalesce(booking.first_start_at, booking.expected_date::timestamp at time zone 'Asia/Shanghai'),
    coalesce((select bool_or(entry.leave_alone) from application entry
      where entry.booking_id = booking.id and entry.deleted_at is null and entry.guardian_changed_at is null), booking.leave_alone, false),
    null::timestamptz, null::timestamptz, booking.submitted_at, true, booking.restricted_at is not null,
    (select name_en from product where product.id = booking.product_id), (select name_zh from product where product.id = booking.product_id), null, null
  from booking where booking.anonymised_at is null
  union all
  select request.id, 'post_test_id', request.account_id, null::uuid, request.code, request.person_key, request.birth_key,
    request.id::text || '/' || request.subject_version, request.guardian_key, false, request.class_when_made, request.product_id,
    null::date, null::timestamptz, false, null::timestamptz, null::timestamptz, coalesce(request.submitted_at, request.saved_at),
    request.submitted_at is not null, request.restricted_at is not null,
    (select name_en from product where product.id = request.product_id), (select name_zh from product where product.id = request.product_id), null, null
  from post_test request where request.anonymised_at is null;

-- What each guardian has said: of two that contradict each other the later one holds, and of two at one instant the one by which more waits.
create view guardian_said as
  select known.id, known.account_id, known.person_key, known.birth_key, known.sitting, known.mobile_key, said.asked_at, said.told_at, said.objected_at,
    -- Whoever objected has to agree anew, also where staff refused the objection.
    case when said.agreed_at > greatest(said.taken_back_at, said.objected_at, '-infinity') then said.agreed_at end as agreed_at,
    said.taken_back_at >= coalesce(said.agreed_at, '-infinity') as is_taken_back,
    coalesce(said.objected_at >= greatest(said.refused_at, said.agreed_at), said.objected_at is not null) as is_objected,
    case when said.leaving_at > coalesce(said.leaving_taken_back_at, '-infinity') then said.leaving_at end as leaving_at
  from guardian_case known
  cross join lateral (
    select max(at) filter (where kind = 'asked') as asked_at, max(at) filter (where kind = 'told') as told_at,
      max(at) filter (where kind = 'agreed') as agreed_at, max(at) filter (where kind = 'takenBack') as taken_back_at,
      max(at) filter (where kind = 'objected') as objected_at, max(at) filter (where kind = 'objectionRefused') as refused_at,
      max(at) filter (where kind = 'leavingAgreed') as leaving_at, max(at) filter (where kind = 'leavingTakenBack') as leaving_taken_back_at
    from guardian_answer answer where answer.case_id = coalesce(known.carried_from, known.id)) said;

-- What waits for a guardian (PIPL 31), by registration, booking or request: none for one that waits for nobody. `until` is null where only an answer ends it.
create view guardian_waits as
  select thing.object_id, thing.of, family.is_objected as has_objected, own.is_objected as is_own_objection, own.must_agree,
    case when not family.is_objected and not own.must_agree then greatest(own.until, former.until) end as until
  from sitting_begins thing
  cross join lateral (
    select (thing.exam_date - 1)::timestamp at time zone 'Asia/Shanghai' as eve) day
  -- An objection holds for every registration of the child in the account, until staff refuse it or whoever objected agrees to this one.
  cross join lateral (
    select coalesce(bool_or(other.is_objected and not exists (
      select from guardian_said same where same.account_id = thing.account_id and same.birth_key = thing.birth_key
        and same.sitting = thing.sitting and same.mobile_key = other.mobile_key and same.agreed_at > other.objected_at)), false) as is_objected
    from guardian_said other
    where other.account_id = thing.account_id and other.birth_key = thing.birth_key and coalesce(thing.age_class, 0) < 18) family
  -- The guardian who is named: has to agree for a child under 14, and where an agreement was taken back; else has 72 hours to object, up to the eve.
  cross join lateral (
    select coalesce(bool_or(said.is_objected), false) as is_objected,
      thing.is_placed and thing.guardian_key is not null and max(said.agreed_at) is null
        and (coalesce(thing.age_class, 18) < 14 or coalesce(bool_or(said.is_taken_back), false)) as must_agree,
      case when thing.is_placed and thing.guardian_key is not null and max(said.agreed_at) is null
        then least(coalesce(max(said.asked_at), (select app_now())) + interval '72 hours', day.eve) end as until,
      max(said.agreed_at) as agreed_at
    from guardian_said said where said.account_id = thing.account_id and said.person_key = thing.person_key
      and said.sitting = thing.sitting and said.mobile_key = thing.guardian_key) own
  -- A guardian of the child who was asked before another was named is told, and has the same time; not where staff named the other.
  cross join lateral (
    select max(least(coalesce(earlier.told_at, (select app_now())) + interval '72 hours', day.eve)) as until
    from (
      select max(asked_at) as asked_at, case when max(told_at) > max(asked_at) then max(told_at) end as told_at, max(agreed_at) as agreed_at
      from guardian_said said
      where said.account_id = thing.account_id and said.birth_key = thing.birth_key and said.mobile_key is distinct from thing.guardian_key
        and thing.is_placed and not thing.is_corrected and thing.age_class < 18
      group by said.mobile_key) earlier
    where earlier.asked_at < thing.made_at and not coalesce(own.agreed_at < earlier.asked_at, false)
      and not coalesce(earlier.agreed_at > earlier.told_at, false)) former
  where family.is_objected or own.must_agree or own.until > (select app_now()) or former.until > (select app_now());

-- Its rows are taken over at the start of this version and each night (`takeOverNotices`); a later version drops it with the view `guardian_wait`.
comment on table guardian_notice is 'unused';
