-- A course has the title its institution writes and, where that is Chinese, an English one: English pages, letters and messages carry it.
alter table booking_paper add column subject_en text;
alter table session_subject add column title_en text;

create or replace view application_summary as
  select application.id as application_id, application.code, application.account_id, application.status,
    case when application.restricted_at is null then trim(application.last_name || ' ' || application.first_name) else '' end
      as candidate_name,
    product.name_en as product_name_en, product.name_zh as product_name_zh,
    papers.subject_name_en, papers.subject_name_zh, papers.component_code,
    city.name_en as city_name_en, city.name_zh as city_name_zh,
    session.exam_date, papers.start_time, papers.end_time
  from application
  join product on product.id = application.product_id
  join exam_session session on session.id = application.session_id
  join city on city.id = session.city_id
  cross join lateral (
    select string_agg(coalesce(place.title_en, place.title, subject.name_en), ' + ' order by paper.sort) as subject_name_en,
      string_agg(coalesce(place.title, subject.name_zh), ' + ' order by paper.sort) as subject_name_zh,
      string_agg(subject.code, ' + ' order by paper.sort) as component_code,
      min(place.start_time) as start_time, max(place.end_time) as end_time
    from application_paper paper
    join subject on subject.id = paper.subject_id
    join session_subject place on place.id = paper.session_subject_id
    where paper.application_id = application.id
  ) papers;
