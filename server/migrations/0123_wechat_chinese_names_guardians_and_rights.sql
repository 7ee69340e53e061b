-- A trade that was begun inside WeChat is for whoever signed in there, and is led nowhere else.
alter table payment_attempt drop constraint payment_attempt_led_for_check;
alter table payment_attempt add constraint payment_attempt_led_for_check check (led_for in ('desktop', 'phone', 'wechat')) not valid;
alter table payment_attempt validate constraint payment_attempt_led_for_check;

-- A candidate's name in Chinese characters (decision 0094), beside the pinyin of the document: nobody has to give it. Sealed, without statistics
-- (decision 0053), and as it was at submission on what came of it.
alter table candidate add column name_zh_sealed bytea;
alter table application add column name_zh_sealed bytea;
alter table booking add column name_zh_sealed bytea;
alter table candidate alter column name_zh_sealed set statistics 0;
alter table application alter column name_zh_sealed set statistics 0;
alter table booking alter column name_zh_sealed set statistics 0;

-- Staff may find that a number which they found not to be a guardian's is one after all.
alter table guardian_answer drop constraint guardian_answer_kind_check;
alter table guardian_answer add constraint guardian_answer_kind_check check (kind in ('asked', 'sent', 'told', 'agreed', 'takenBack', 'objected',
  'objectionRefused', 'objectionUpheld', 'notGuardian', 'reinstated', 'leavingAgreed', 'leavingTakenBack', 'wished')) not valid;
alter table guardian_answer validate constraint guardian_answer_kind_check;

-- As before, but whoever was reinstated since counts as a guardian.
create or replace view guardian_said as
  select known.id, known.account_id, known.person_key, known.birth_key, known.sitting, known.mobile_key,
    case when said.ended_at is null then said.asked_at end as asked_at, said.told_at, said.objected_at,
    -- Whoever objected has to agree anew, also where staff refused the objection.
    case when said.ended_at is null and said.agreed_at > greatest(said.taken_back_at, said.objected_at, '-infinity') then said.agreed_at end as agreed_at,
    said.taken_back_at >= coalesce(said.agreed_at, '-infinity') as is_taken_back,
    coalesce(said.objected_at >= greatest(said.refused_at, said.agreed_at), said.objected_at is not null) as is_objected,
    case when said.ended_at is null and said.leaving_at > coalesce(said.leaving_taken_back_at, '-infinity') then said.leaving_at end as leaving_at,
    coalesce(known.carried_from, known.id) as root_id, known.last_name,
    case when said.ended_at is null then said.first_asked_at end as first_asked_at, said.refused_at, said.ended_at is not null as is_ended, known.name_letters
  from guardian_case known
  cross join lateral (
    select max(at) filter (where kind = 'asked') as asked_at, max(at) filter (where kind = 'told') as told_at,
      max(at) filter (where kind = 'agreed') as agreed_at, max(at) filter (where kind = 'takenBack') as taken_back_at,
      max(at) filter (where kind = 'objected') as objected_at, max(at) filter (where kind = 'objectionRefused') as refused_at,
      case when max(at) filter (where kind = 'notGuardian') > coalesce(max(at) filter (where kind = 'reinstated'), '-infinity')
        then max(at) filter (where kind = 'notGuardian') end as ended_at,
      max(at) filter (where kind = 'leavingAgreed') as leaving_at, max(at) filter (where kind = 'leavingTakenBack') as leaving_taken_back_at,
      min(at) filter (where kind = 'asked') as first_asked_at
    from guardian_answer answer where answer.case_id = coalesce(known.carried_from, known.id)) said;

-- As before, and until when somebody is waited for who was named before another.
create or replace view guardian_waits as
  select thing.object_id, thing.of, family.is_objected as has_objected, own.is_objected as is_own_objection, own.must_agree,
    case when not family.is_objected and not own.must_agree then greatest(own.until, former.until) end as until,
    case when former.until > (select app_now()) then former.until end as former_until
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

-- Rights that were given are told to the privacy officer (S-21).
alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide',
  'documentsOverdue', 'refundFailed', 'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'venueMissing', 'secondPersonNeeded',
  'letterFailed', 'guardianSilent', 'objectionUpheld', 'specialArrangement', 'publicationFailed', 'fapiaoToIssue', 'fapiaoToRed', 'postTestToSend',
  'postTestOutcome', 'postTestCancellation', 'claimToDecide', 'rightsRequest', 'minorsReportDue', 'holdReview', 'signInsTried',
  'manyReveals', 'manySearches', 'rightsGiven', 'holidaysToConfirm')) not valid;
alter table work_item validate constraint work_item_kind_check;
