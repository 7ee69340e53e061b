-- Room or desk of a booked exam, as it stands in the arrangement; empty where none is named. Lists at the desk read it with the venue.
alter table exam_session add column place text not null default '';
update exam_session session set place = arranged.place
from (
  select distinct on (session.id) session.id, paper.place
  from exam_session session
  join session_subject title on title.session_id = session.id
  join booking on booking.id = session.booking_id
  join booking_arrangement arrangement on arrangement.booking_id = booking.id and arrangement.version = booking.arrangement_version
  join booking_paper paper on paper.arrangement_id = arrangement.id and paper.subject = title.title and paper.venue_id = session.venue_id
    and paper.exam_date = session.exam_date and paper.start_time = session.start_time and paper.end_time = session.end_time
  order by session.id, paper.sort
) arranged where arranged.id = session.id and arranged.place <> '';

create or replace view session_place as
  select session.id as session_id, session.office_id, session.product_id, session.city_id, session.exam_date, session.start_time,
    session.end_time, session.starts_at, session.ends_at, session.status,
    product.name_en as product_name_en, product.name_zh as product_name_zh,
    office.name_en as office_name_en, office.name_zh as office_name_zh,
    city.name_en as city_name_en, city.name_zh as city_name_zh,
    (select rtrim(display_name || ' ' || session.place) from venue_name name where name.venue_id = session.venue_id order by language = 'en' desc limit 1) as venue_name_en,
    (select rtrim(display_name || ' ' || session.place) from venue_name name where name.venue_id = session.venue_id order by language = 'zh' desc limit 1) as venue_name_zh
  from exam_session session
  join product on product.id = session.product_id
  join office on office.id = session.office_id
  join city on city.id = session.city_id;
