-- An objection that staff upheld stays, and is told apart from one that waits; and a number that is not the guardian's is asked for nothing any more.
alter table guardian_answer drop constraint guardian_answer_kind_check;
alter table guardian_answer add constraint guardian_answer_kind_check check (kind in ('asked', 'sent', 'told', 'agreed', 'takenBack', 'objected',
  'objectionRefused', 'objectionUpheld', 'notGuardian', 'leavingAgreed', 'leavingTakenBack', 'wished')) not valid;
alter table guardian_answer validate constraint guardian_answer_kind_check;

-- Those that were upheld before.
insert into guardian_answer (id, case_id, kind, at, request_id)
select gen_random_uuid(), answer.case_id, 'objectionUpheld', request.answered_at, request.id
from guardian_answer answer join rights_request request on request.id = answer.request_id
where answer.kind = 'objected' and request.kind = 'Objection' and request.status = 'Answered' and request.answered_at is not null;

-- As before, but whoever is not the guardian was never asked: silence of theirs ends nothing.
create or replace view guardian_said as
  select known.id, known.account_id, known.person_key, known.birth_key, known.sitting, known.mobile_key,
    case when said.ended_at is null then said.asked_at end as asked_at, said.told_at, said.objected_at,
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
      max(at) filter (where kind = 'notGuardian') as ended_at,
      max(at) filter (where kind = 'leavingAgreed') as leaving_at, max(at) filter (where kind = 'leavingTakenBack') as leaving_taken_back_at
    from guardian_answer answer where answer.case_id = coalesce(known.carried_from, known.id)) said;

-- What an upheld objection leaves to do stands on the board: the registration is withdrawn and its money given back.
alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide',
  'documentsOverdue', 'refundFailed', 'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'venueMissing', 'secondPersonNeeded',
  'letterFailed', 'guardianSilent', 'objectionUpheld', 'specialArrangement', 'publicationFailed', 'fapiaoToIssue', 'fapiaoToRed', 'postTestToSend',
  'postTestOutcome', 'postTestCancellation', 'claimToDecide', 'rightsRequest', 'minorsReportDue', 'holdReview', 'signInsTried',
  'manyReveals', 'manySearches', 'holidaysToConfirm')) not valid;
alter table work_item validate constraint work_item_kind_check;
