-- The payment that an order stands on; every other confirmed payment of the order is money to give back (C17, C18).
alter table payment add column settles_order boolean not null default false;
create unique index payment_one_settles on payment (order_id) where settles_order;

-- One reorder of an application makes one clone (R-49), however often it is asked for.
create unique index application_one_clone on application (cloned_from) where cloned_from is not null;

-- Refunds whose call to the channel is due, for the sweep.
create index refund_unfinished on refund (status) where status in ('Approved', 'Processing', 'Failed');

-- Published by payments for the orders domain: whether the channel has accepted a payment and will say the result later.
create view order_payment_progress as
  select order_id, bool_or(status = 'Accepted') as is_accepted, bool_or(status in ('Started', 'Accepted')) as is_live
  from payment_attempt
  group by order_id;

-- Published by orders for the applications domain: the latest order of an application and what became of its money.
create view application_payment as
  select distinct on (item.application_id) item.application_id, item.pay_amount,
    item.order_id, placed.code as order_code, placed.status as order_status, placed.payment_completed_at as paid_at
  from order_item item
  join exam_order placed on placed.id = item.order_id
  order by item.application_id, placed.created_at desc;

-- The health of the books: one row per contradiction, none when all is well (invariants I1-I10, those the database can see).
create view books_problem as
  with live as (
    select * from seat_allocation where state in ('Held', 'Taken')
  ), live_seats as (
    select session_id, sum(weight) as seats from live group by session_id
  ), paid as (
    select order_id, sum(amount) as amount, sum(refunded_amount) as refunded,
      coalesce(sum(amount) filter (where settles_order), 0) as settled
    from payment group by order_id
  )
  -- I1, I2: no session sells more than it has, and its counter is the sum of its live seats.
  select 'I1 oversold' as problem, session.id as object_id
  from exam_session session join live_seats on live_seats.session_id = session.id
  where live_seats.seats > session.seat
  union all
  select 'I2 counter differs', session.id
  from exam_session session left join live_seats on live_seats.session_id = session.id
  where session.registered <> coalesce(live_seats.seats, 0)
  union all
  -- I3: a paid order has a taken seat for every registered application, or money on its way back.
  select 'I3 paid without seat', placed.id
  from exam_order placed
  join order_item item on item.order_id = placed.id
  join application on application.id = item.application_id
  where placed.status = 'PaymentSuccessful' and application.category = 'Public'
    and application.status in ('Submitted', 'Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected')
    and not exists (
      select from seat_allocation seat
      where seat.application_id = application.id and seat.order_id = placed.id and seat.state = 'Taken'
    )
  union all
  -- I4: what an order counts as paid is what the channel confirmed for it.
  select 'I4 paid amount differs', placed.id
  from exam_order placed left join paid on paid.order_id = placed.id
  where placed.actual_pay_amount <> coalesce(paid.settled, 0)
  union all
  select 'I4 paid order without its money', placed.id
  from exam_order placed
  where placed.status = 'PaymentSuccessful' and placed.actual_pay_amount <> placed.pay_amount
  union all
  select 'I4 refunds differ from payment', payment.id
  from payment
  where payment.refunded_amount <> coalesce((
    select sum(refund.amount) from refund
    where refund.payment_id = payment.id and refund.status in ('Approved', 'Processing', 'Completed', 'Failed')
  ), 0)
  union all
  -- A payment ends as a seat or as a refund (S-3); money of a pending order that does not fit waits until its deadline.
  select 'S-3 money without seat or refund', payment.id
  from payment join exam_order placed on placed.id = payment.order_id
  where not payment.settles_order and placed.status <> 'PaymentPending' and payment.refunded_amount < payment.amount
  union all
  -- I8: no seat is held by an order that is not waiting, or held on for long after its end.
  select 'I8 leaked seat', live.id
  from live join exam_order placed on placed.id = live.order_id
  where (live.state = 'Held' and placed.status <> 'PaymentPending')
    or (live.state = 'Taken' and placed.status <> 'PaymentSuccessful')
    or (placed.status = 'PaymentPending' and placed.payment_end_at < app_now() - interval '45 minutes')
  union all
  -- I10: one live place per person and paper (S-14).
  select 'I10 registered twice', min(live.id::text)::uuid
  from live group by live.session_subject_id, live.person_key having count(*) > 1
  union all
  -- C27: every transaction of the ledger sums to zero, and so does what we still owe for a closed order.
  select 'C27 ledger does not balance', entry.transaction_id
  from ledger_entry entry group by entry.transaction_id having sum(entry.amount) <> 0
  union all
  select 'C27 customer balance open', entry.order_id
  from ledger_entry entry join exam_order placed on placed.id = entry.order_id
  where placed.status <> 'PaymentPending' and entry.account = 'customer'
  group by entry.order_id having sum(entry.amount) <> 0;
