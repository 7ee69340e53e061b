-- Whoever is found not to be the guardian was never asked, and what they agreed to before is nobody's agreement. As before otherwise.
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
      max(at) filter (where kind = 'notGuardian') as ended_at,
      max(at) filter (where kind = 'leavingAgreed') as leaving_at, max(at) filter (where kind = 'leavingTakenBack') as leaving_taken_back_at,
      min(at) filter (where kind = 'asked') as first_asked_at
    from guardian_answer answer where answer.case_id = coalesce(known.carried_from, known.id)) said;
