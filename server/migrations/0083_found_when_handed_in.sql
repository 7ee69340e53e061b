-- Staff find whoever has asked for something: what lies in a cart, or was taken out of it, is its owner's own affair.
create or replace view findable as
  select 'application' as kind, application.id, application.code, upper(application.code) as key,
    application.last_name || ' ' || application.first_name as name, exam_session.office_id
  from application join exam_session on exam_session.id = application.session_id
  where application.restricted_at is null and application.deleted_at is null and application.status <> 'Initiated'
  union all
  select 'booking', id, code, upper(code), last_name || ' ' || first_name, office_id from booking where restricted_at is null
  union all
  select 'order', order_id, order_code, upper(order_code), null, office_id from order_owner
  union all
  select 'order', order_owner.order_id, order_owner.order_code, upper(payment.channel_trade_no), null, order_owner.office_id
  from payment join order_owner on order_owner.order_id = payment.order_id
  union all
  select 'refund', refund.id, refund.serial_number, upper(refund.serial_number), null, order_owner.office_id
  from refund join order_owner on order_owner.order_id = refund.order_id;
