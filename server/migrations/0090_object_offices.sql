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
  select payment.id, order_owner.office_id from payment join order_owner on order_owner.order_id = payment.order_id
  union all
  select refund.id, order_owner.office_id from refund join order_owner on order_owner.order_id = refund.order_id
  union all
  select request.id, order_owner.office_id from cancellation_request request join order_owner on order_owner.order_id = request.order_id
  union all
  select asked.id, order_owner.office_id from fapiao asked join order_owner on order_owner.order_id = asked.order_id
  union all
  select paper.id, order_owner.office_id from fapiao_paper paper join fapiao asked on asked.id = paper.fapiao_id
    join order_owner on order_owner.order_id = asked.order_id;
