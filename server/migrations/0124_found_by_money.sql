-- "Where is my money?" is asked with whatever number a family has, in capitals: that of the order, those of the payment (as the channel and as the merchant calls it), and
-- that of the refund. Each with the order, and with the registrations that it was about.
create view money_number as
  select upper(placed.code) as key, item.order_id, item.application_id
  from exam_order placed join order_item item on item.order_id = placed.id
  union all
  select attempt.trade_no, item.order_id, item.application_id
  from payment_attempt attempt join order_item item on item.order_id = attempt.order_id
  union all
  select upper(payment.channel_trade_no), item.order_id, item.application_id
  from payment join order_item item on item.order_id = payment.order_id
  union all
  select upper(serial_number), order_id, application_id from refund;
