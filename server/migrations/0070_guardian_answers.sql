-- What keeps a registration from going on until its guardian has answered (PIPL 31): of a child under 14 the guardian's agreement, of anybody
-- older a time to object. A notice whose number was corrected waits no more.
alter table guardian_notice add column must_agree boolean not null default false;
alter table guardian_notice add column waits_until timestamptz;
alter table guardian_notice add column agreed_at timestamptz;
alter table guardian_notice add column replaced_at timestamptz;

-- The notices that are waited for. `until` is null where only an answer ends it.
create view guardian_wait as
  select notice.application_id, notice.booking_id, notice.post_test_id, notice.objected_at is not null as has_objected,
    case when notice.objected_at is null and not notice.must_agree then notice.waits_until end as until
  from guardian_notice notice
  where case when notice.objected_at is null
    then notice.agreed_at is null and notice.replaced_at is null and (notice.must_agree or notice.waits_until > app_now())
    else not exists (select from rights_request request where request.id = notice.request_id and request.status = 'Refused') end;
