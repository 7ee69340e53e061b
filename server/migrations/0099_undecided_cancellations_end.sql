-- A cancellation that nobody ever decided keeps its order for ten years from the request, not for ever: the request moves the clock, and neither
-- it nor the refund that waits for its decision is something open (S-18).

create or replace function order_closed_at(placed exam_order) returns timestamptz
  language sql stable
  as $$
    select date_trunc('milliseconds', greatest(coalesce(placed.payment_completed_at, placed.payment_end_at),
      (select max(payment.recorded_at) from payment where payment.order_id = placed.id),
      (select max(refund.completed_at) from refund where refund.order_id = placed.id),
      (select max(request.requested_at) from cancellation_request request where request.order_id = placed.id and request.outcome is null),
      (select max(paper.issued_at) from fapiao_paper paper join fapiao on fapiao.id = paper.fapiao_id where fapiao.order_id = placed.id)))
  $$;

create or replace function order_is_at_rest(placed exam_order) returns boolean
  language sql stable
  as $$
    select placed.status <> 'PaymentPending'
      and not exists (select from payment_attempt attempt where attempt.order_id = placed.id and attempt.status in ('Started', 'Accepted'))
      and not exists (select from refund where refund.order_id = placed.id and refund.status in ('Pending', 'Approved', 'Processing', 'Failed')
        and not (refund.status = 'Pending' and exists (
          select from cancellation_item item join cancellation_request request on request.id = item.request_id
          where item.refund_id = refund.id and request.outcome is null)))
      and not exists (select from payment_exception trouble where trouble.closed_at is null and (trouble.order_id = placed.id
        or trouble.payment_id in (select payment.id from payment where payment.order_id = placed.id)))
      and not exists (select from fapiao where fapiao.order_id = placed.id and (fapiao.status = 'Requested'
        or exists (select from work_item item where item.object_id = fapiao.id and item.closed_at is null)))
      and not exists (select from order_item item join application on application.id = item.registration_id
        where item.order_id = placed.id and application.anonymised_at is null)
      and not exists (select from order_item item join post_test request on request.id = item.post_test_id
        where item.order_id = placed.id and request.anonymised_at is null)
      and not exists (select from booking where booking.id = placed.booking_id and booking.anonymised_at is null)
      and not exists (
        select from channel_movement moved
        join channel_statement_row told on told.kind = moved.kind and told.reference = moved.reference
        join channel_statement statement on statement.id = told.statement_id and statement.channel = moved.channel
        where moved.order_id = placed.id and not exists (
          select from reconciliation_closing closing where closing.channel = statement.channel and closing.day = statement.day))
  $$;
