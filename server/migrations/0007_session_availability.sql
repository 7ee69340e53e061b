-- 9.7 in SQL, the one place: lists filter and page by it. Held equal to the contract's rule by a test. Arguments are plain
-- columns, so the planner inlines it.
create function session_availability(
  status text, venue_status text, starts_at timestamptz, publish_start_at timestamptz, publish_end_at timestamptz,
  free integer, at timestamptz
) returns text
  language sql immutable
  as $$
    select case
      when status <> 'Published' or coalesce(venue_status, 'Active') = 'Inactive' then 'NotListed'
      when at >= starts_at then 'Expired'
      when at > publish_end_at then 'RegistrationEnded'
      when at < publish_start_at then 'NotStarted'
      when free <= 0 then 'Full'
      else 'Available'
    end
  $$;

-- What the catalogue may say of a product's sessions, published by the sessions domain: the lowest price of one line (a
-- combined set is one price), never of a session behind an invitation code; the next closing of registration; the next exam.
create view product_offer as
  with listed as (
    select s.id, s.product_id, s.exam_date, s.publish_end_at, s.is_exclusive,
      session_availability(s.status, v.status, s.starts_at, s.publish_start_at, s.publish_end_at, s.seat - s.registered, c.at) as availability
    from exam_session s
    left join venue v on v.id = s.venue_id
    cross join (select app_now() as at) c
    where s.status = 'Published' and s.publish_end_at > c.at
  ), line as (
    select l.product_id, sum(p.total)::integer as total
    from listed l
    join session_subject p on p.session_id = l.id
    join subject u on u.id = p.subject_id
    where not l.is_exclusive and l.availability in ('NotStarted', 'Available', 'Full')
    group by l.id, l.product_id, coalesce(u.set_code, u.id::text)
  ), price as (
    select product_id, min(total) as from_fen from line group by product_id
  )
  select l.product_id, p.from_fen,
    min(l.publish_end_at) filter (where l.availability = 'Available') as next_deadline_at,
    min(l.exam_date) filter (where l.availability in ('NotStarted', 'Available', 'Full')) as next_exam_date
  from listed l
  left join price p on p.product_id = l.product_id
  group by l.product_id, p.from_fen;

-- Cities in which a subject has a listed session that has not begun.
create view subject_city as
  select distinct p.subject_id, s.city_id
  from session_subject p
  join exam_session s on s.id = p.session_id
  left join venue v on v.id = s.venue_id
  cross join (select app_now() as at) c
  where s.starts_at > c.at
    and session_availability(s.status, v.status, s.starts_at, s.publish_start_at, s.publish_end_at, s.seat - s.registered, c.at)
      in ('NotStarted', 'Available', 'Full', 'RegistrationEnded');

-- Lists without a product start from the next exam.
create index exam_session_date on exam_session (exam_date, id) where status = 'Published';
