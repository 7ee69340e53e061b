-- The office that each record is of, by its id alone: for staff of some offices, to whom what is said of a record of another is absent.
create view object_office as
  select id, (select office_id from exam_session where exam_session.id = session_id) as office_id from application
  union all
  select id, office_id from exam_session
  union all
  select id, office_id from booking
  union all
  select id, office_id from post_test
  union all
  select order_id, office_id from order_owner
  union all
  select id, (select office_id from order_owner where order_owner.order_id = payment.order_id) from payment
  union all
  select id, (select office_id from order_owner where order_owner.order_id = refund.order_id) from refund
  union all
  select id, (select office_id from order_owner where order_owner.order_id = cancellation_request.order_id) from cancellation_request
  union all
  select id, (select office_id from order_owner where order_owner.order_id = fapiao.order_id) from fapiao
  union all
  select id, (select office_id from order_owner where order_owner.order_id = (select fapiao.order_id from fapiao where fapiao.id = fapiao_id))
  from fapiao_paper;
