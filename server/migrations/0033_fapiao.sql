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

alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide',
  'documentsOverdue', 'refundFailed', 'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'secondPersonNeeded', 'letterFailed',
  'specialArrangement', 'publicationFailed', 'fapiaoToIssue', 'fapiaoToRed'));

-- The invoice of an order (3-domain 7). Staff issue it in the tax system; here are what it was asked for with, and its papers.
create table fapiao (
  id uuid primary key,
  order_id uuid not null unique references exam_order,
  account_id uuid not null references account,
  status text not null check (status in ('Requested', 'Refused', 'Issued', 'RedIssued', 'Closed')),
  version integer not null default 1,
  buyer text not null check (buyer in ('Personal', 'Company')),
  title text not null check (char_length(title) between 2 and 100),
  tax_number text check (tax_number ~ '^[0-9A-HJ-NPQRTUWXY]{18}$'),
  -- Null once the books name nobody any more (S-18).
  email_sealed bytea,
  email_masked text not null,
  refusal text,
  requested_at timestamptz not null,
  check ((buyer = 'Company') = (tax_number is not null))
);
create index fapiao_account on fapiao (account_id);
create index fapiao_requested on fapiao (requested_at, id);

-- What staff brought from the tax system: the fapiao, and red letters that take parts of it back. Never changed.
create table fapiao_paper (
  id uuid primary key,
  fapiao_id uuid not null references fapiao,
  is_red boolean not null,
  number text not null unique check (number ~ '^[0-9]{20}$'),
  amount integer not null check (amount > 0),
  file_id uuid references file,
  issued_by uuid not null,
  issued_by_name text not null,
  issued_at timestamptz not null
);
create unique index fapiao_paper_one_blue on fapiao_paper (fapiao_id) where not is_red;
create index fapiao_paper_fapiao on fapiao_paper (fapiao_id);

-- Published by orders and refunds for the invoices: what a paid order kept. `committed` is on its way back or back, `returned` is back.
create view order_kept as
  select placed.id as order_id, placed.code as order_code, placed.account_id, placed.payment_completed_at as paid_at,
    placed.actual_pay_amount as paid,
    coalesce(sum(refund.amount) filter (where refund.status in ('Approved', 'Processing', 'Completed', 'Failed')), 0)::integer as committed,
    coalesce(sum(refund.amount) filter (where refund.status = 'Completed'), 0)::integer as returned
  from exam_order placed
  left join payment on payment.order_id = placed.id and payment.settles_order
  left join refund on refund.payment_id = payment.id
  where placed.status = 'PaymentSuccessful'
  group by placed.id;

-- Published by the invoices for the console: each with the sums of its papers and of its order, in fen.
create view fapiao_sums as
  select fapiao.id as fapiao_id, kept.order_code, kept.paid, kept.committed, kept.returned,
    blue.number, blue.issued_at, coalesce(blue.amount, 0) as issued,
    coalesce((select sum(red.amount) from fapiao_paper red where red.fapiao_id = fapiao.id and red.is_red), 0)::integer as red
  from fapiao
  join order_kept kept on kept.order_id = fapiao.order_id
  left join fapiao_paper blue on blue.fapiao_id = fapiao.id and not blue.is_red;
