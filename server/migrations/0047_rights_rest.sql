-- A post-test request goes out of use with the saved candidate whose deletion waits: the same name and day of birth in one account,
-- which is who a candidate of these services is (3-domain 4.3).
alter table post_test add column restricted_at timestamptz;
alter table post_test add column restricted_with uuid references candidate;
alter table post_test add check ((restricted_at is null) = (restricted_with is null));
create index post_test_restricted on post_test (restricted_with) where restricted_with is not null;

-- The money lists keep a line whose person is restricted, without the name.
create or replace view post_test_summary as
  select request.id as application_id, request.code, request.account_id, request.status,
    case when request.restricted_at is null then trim(concat(request.last_name, ' ', request.first_name)) else '' end as candidate_name,
    product.name_en as product_name_en, product.name_zh as product_name_zh,
    service.name_en as subject_name_en, service.name_zh as subject_name_zh,
    (select string_agg(item.code, ' + ' order by item.position) from post_test_item item where item.post_test_id = request.id)
      as component_code,
    ''::text as city_name_en, ''::text as city_name_zh, null::date as exam_date, null::text as start_time, null::text as end_time
  from post_test request
  join product on product.id = request.product_id
  join post_test_service service on service.id = request.service_id;

-- Published for files and staff: whatever is out of use, by each id that its files may belong to.
create view out_of_use as
  select id from candidate where restricted_at is not null
  union all select id from application where restricted_at is not null
  union all select form_files_id from application where restricted_at is not null and form_files_id is not null
  union all select id from booking where restricted_at is not null
  union all select form_files_id from booking where restricted_at is not null and form_files_id is not null
  union all select id from post_test where restricted_at is not null
  union all select paper.id from filed_document paper join application on application.id = paper.application_id
    where application.restricted_at is not null
  union all select item.request_id from cancellation_item item join application on application.id = item.application_id
    where application.restricted_at is not null;

-- A record that staff changed is a look at it, with the reason of the change.
alter table record_view drop constraint record_view_act_check;
alter table record_view add constraint record_view_act_check check (act in ('Opened', 'Revealed', 'Exported', 'Changed'));
