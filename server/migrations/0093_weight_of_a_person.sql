-- Published for the books. R-42: where a session counts candidates, each of them weighs one seat, however many papers they have there; elsewhere
-- each paper weighs one. Only of exams to come: of past ones the people may be forgotten.
create view books_seat_weight as
  select 'R-42 person weighs not one seat' as problem, session.id as object_id
  from exam_session session join seat_allocation place on place.session_id = session.id
  where session.seat_per = 'Candidate' and place.state in ('Held', 'Taken') and session.ends_at > app_now()
  group by session.id, place.person_key having sum(place.weight) <> 1
  union all
  select 'R-42 paper weighs not one seat', place.session_id
  from exam_session session join seat_allocation place on place.session_id = session.id
  where session.seat_per = 'Subject' and place.state in ('Held', 'Taken') and place.weight <> 1;

-- One more part of what there is.
do $$
begin
  execute 'create or replace view books_problem as ' || rtrim(pg_get_viewdef('books_problem'), ' ;')
    || ' union all select problem, object_id from books_seat_weight';
end
$$;
