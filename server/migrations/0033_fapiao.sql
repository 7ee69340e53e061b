-- Money given back in a channel's own console, counted against what we would have given back ourselves; late items of the
-- reconciliation; proofs of refunds by hand; fapiao.

-- How much of what is due for this registration the channel's console had given back before, in fen: it is not paid twice.
alter table refund add column counted_outside integer not null default 0 check (counted_outside >= 0);
alter table refund drop constraint refund_cause_check;
alter table refund add constraint refund_cause_check check (cause in ('latePayment', 'doublePayment', 'underSubscribed',
  'sessionWithdrawn', 'cancellation', 'gradeChange', 'withdrawal', 'outside', 'rest'));

-- `refundShort`: less than the price went back, because the console had given money back before; `amount` fen of `application_id`
-- may still be due. `withdrawalStuck`: an order that could not be withdrawn with its session.
alter table payment_exception add column application_id uuid references application;
alter table payment_exception add column amount integer check (amount > 0);
alter table payment_exception drop constraint payment_exception_kind_check;
alter table payment_exception add constraint payment_exception_kind_check check (kind in ('late', 'double', 'amountMismatch',
  'unknownTrade', 'badSignature', 'channelSilent', 'refundFailed', 'refundOutside', 'refundShort', 'withdrawalStuck'));
create unique index payment_exception_one_stuck on payment_exception (order_id) where kind = 'withdrawalStuck' and closed_at is null;

-- The day that each movement of money was closed with, once for ever: none agrees on two days.
create table reconciliation_movement (
  channel text not null,
  kind text not null,
  reference text not null,
  day date not null,
  primary key (channel, kind, reference),
  foreign key (channel, day) references reconciliation_closing
);
create index reconciliation_movement_day on reconciliation_movement (channel, day);
insert into reconciliation_movement (channel, kind, reference, day)
  select distinct on (closing.channel, line ->> 'kind', line ->> 'reference') closing.channel, line ->> 'kind', line ->> 'reference', closing.day
  from reconciliation_closing closing cross join lateral jsonb_array_elements(closing.lines) line
  where line ->> 'ourAmount' is not null
  order by closing.channel, line ->> 'kind', line ->> 'reference', closing.day;
create trigger reconciliation_movement_stays before update or delete or truncate on reconciliation_movement
  execute function refuse_change();
revoke update, delete, truncate on reconciliation_movement from public, current_user;

-- A refund of ours that staff made in the channel's console is known there by the channel's number.
create or replace view channel_movement as
  select 'payment' as kind, payment.channel, payment.channel_trade_no as reference, coalesce(attempt.trade_no, '') as trade_no,
    payment.amount, payment.paid_at as at, (payment.paid_at at time zone 'Asia/Shanghai')::date as day,
    payment.order_id, placed.code as order_code
  from payment
  join exam_order placed on placed.id = payment.order_id
  left join payment_attempt attempt on attempt.id = payment.attempt_id
  where payment.attempt_id is not null
  union all
  select 'refund', payment.channel, coalesce(refund.voucher, refund.serial_number), coalesce(attempt.trade_no, ''), refund.amount,
    refund.completed_at, (refund.completed_at at time zone 'Asia/Shanghai')::date, refund.order_id, placed.code
  from refund
  join payment on payment.id = refund.payment_id
  join exam_order placed on placed.id = refund.order_id
  left join payment_attempt attempt on attempt.id = payment.attempt_id
  where refund.status = 'Completed' and not refund.is_by_hand and refund.amount > 0 and payment.attempt_id is not null;

-- Published by the reconciliation for itself: the one day that each movement is counted on. The day it was closed with; else an open day
-- whose statement tells of it, its own first; else its own; else, when its own was closed before it was recorded, the next open day.
create view channel_movement_day as
  select movement.*, coalesce(booked.day, told.day, late.day, movement.day) as counted_on,
    booked.day is null and own.day is not null as is_late
  from channel_movement movement
  left join reconciliation_movement booked on booked.channel = movement.channel and booked.kind = movement.kind
    and booked.reference = movement.reference
  left join reconciliation_closing own on own.channel = movement.channel and own.day = movement.day
  left join lateral (
    select statement.day
    from channel_statement_row told join channel_statement statement on statement.id = told.statement_id
    where booked.day is null and told.kind = movement.kind and told.reference = movement.reference
      and statement.channel = movement.channel
      and not exists (select from reconciliation_closing shut where shut.channel = statement.channel and shut.day = statement.day)
    order by statement.day <> movement.day, statement.day limit 1
  ) told on true
  left join lateral (
    select shut.day + 1 as day from reconciliation_closing shut
    where booked.day is null and own.day is not null and shut.channel = movement.channel and shut.day >= movement.day
      and not exists (
        select from reconciliation_closing next where next.channel = shut.channel and next.day = shut.day + 1)
    order by shut.day limit 1
  ) late on true;
