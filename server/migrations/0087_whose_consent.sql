-- Since when staff have noted that the guardian named then consents to the child leaving alone; null where they have not, or another is named now.
alter table application add column leaving_noted_at timestamptz;
-- Since when whoever holds the account has ticked, with the words for it, that the minor leaves alone; null where they chose otherwise, or another
-- guardian is named now.
alter table application add column leaving_ticked_at timestamptz;
-- When the number of its guardian was last corrected: of a booked exam, what the booking's guardian was told and said does not concern it any more.
alter table application add column guardian_changed_at timestamptz;

update application set leaving_noted_at = chosen.at
from (
  select distinct on (object_id) object_id, actor_kind, at from history
  where kind = 'application' and event = 'changePickup' order by object_id, at desc, id desc) chosen
where chosen.object_id = application.id and chosen.actor_kind = 'staff' and application.leave_alone
  and not exists (
    select from consent join consent_ended gone on gone.consent_id = consent.id
    where (consent.application_id = application.id or consent.booking_id = application.booking_id)
      and consent.statement_id in ('guardianship', 'guardianLeaving') and gone.withdrawn_at > chosen.at);

update application set leaving_ticked_at = coalesce(
  (select max(consent.given_at) from consent
    where (consent.application_id = application.id or consent.booking_id = application.booking_id) and consent.statement_id = 'guardianship'),
  application.created_at)
where application.leave_alone;

update application set guardian_changed_at = own.at
from (select application_id, min(made_at) as at from guardian_notice group by application_id) own
where own.application_id = application.id and application.booking_id is not null;

-- Lists are not sorted by names any more, some of which are hidden.
update saved_view set params = params - 'sort'
where list in ('candidates.search', 'applications.search') and params ->> 'sort' in ('name', '-name', 'candidateName', '-candidateName');
