-- The date of a product's next exam and the deadline beside it are one session's: the nearest that can be booked, else the nearest that will
-- be. A service after results has no session: its deadline is the last of the windows that are open.
create or replace view product_offer as
  with listed as (
    select s.id, s.product_id, s.exam_date, s.publish_end_at, s.is_exclusive,
      session_availability(s.status, v.status, s.starts_at, s.publish_start_at, s.publish_end_at, s.seat - s.registered, c.at) as availability
    from exam_session s
    left join venue v on v.id = s.venue_id
    cross join (select app_now() as at) c
    where s.status = 'Published' and s.booking_id is null and s.publish_end_at > c.at
  ), line as (
    select l.product_id, sum(p.total)::integer as total
    from listed l
    join session_subject p on p.session_id = l.id
    join subject u on u.id = p.subject_id
    where not l.is_exclusive and l.availability in ('NotStarted', 'Available', 'Full')
    group by l.id, l.product_id, coalesce(u.set_code, u.id::text)
  ), price as (
    select product_id, min(total) as from_fen from line group by product_id
  ), nearest as (
    select distinct on (l.product_id) l.product_id, l.exam_date,
      case when l.availability = 'Available' then l.publish_end_at end as deadline_at
    from listed l
    where not l.is_exclusive and l.availability in ('NotStarted', 'Available')
    order by l.product_id, l.availability = 'Available' desc, l.exam_date, l.publish_end_at, l.id
  )
  select l.product_id, p.from_fen, n.deadline_at as next_deadline_at, n.exam_date as next_exam_date
  from (select distinct product_id from listed) l
  left join price p on p.product_id = l.product_id
  left join nearest n on n.product_id = l.product_id
  union all
  select service.product_id, null::integer, max(opening.close_at), null::date
  from post_test_window opening
  join post_test_service service on service.id = opening.service_id
  cross join (select app_now() as at) c
  where service.status = 'Active' and opening.open_from <= c.at and opening.close_at > c.at
  group by service.product_id;
