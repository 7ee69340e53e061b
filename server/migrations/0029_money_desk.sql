-- Money that staff look into, the channels' statements and the days closed on them.

-- Which trade of which channel an exception is about, where no attempt of ours is known: what attaching it to an order asks about.
alter table payment_exception add column channel text;
alter table payment_exception add column trade_no text;
create index payment_exception_order on payment_exception (order_id) where closed_at is null;
create index payment_paid on payment (paid_at);
create index refund_completed on refund (completed_at) where completed_at is not null;
create index ledger_entry_at on ledger_entry (at);

-- A channel's statement of one day in China, as it was given last before the day was closed.
create table channel_statement (
  id uuid primary key,
  channel text not null,
  day date not null,
  file_name text not null,
  file_hash bytea not null,
  row_count integer not null check (row_count >= 0),
  uploaded_by uuid not null,
  uploaded_by_name text not null,
  uploaded_at timestamptz not null,
  unique (channel, day)
);

-- One line of it, as it came: what the channel repeats is kept twice. Amounts in fen, never negative.
create table channel_statement_row (
  statement_id uuid not null references channel_statement on delete cascade,
  position integer not null,
  kind text not null check (kind in ('payment', 'refund')),
  -- The channel's number of a payment, our serial number of a refund.
  reference text not null,
  trade_no text not null,
  amount integer not null check (amount >= 0),
  at timestamptz not null,
  primary key (statement_id, position)
);
create index channel_statement_row_reference on channel_statement_row (kind, reference);

-- Why a difference is one. By reference, so that a new statement of the same day keeps it.
create table reconciliation_explanation (
  channel text not null,
  day date not null,
  line_key text not null,
  reason text not null,
  explained_by uuid not null,
  explained_by_name text not null,
  explained_at timestamptz not null,
  primary key (channel, day, line_key)
);

-- A day that the finance approver has closed, with the lists as they were then. It is never changed again.
create table reconciliation_closing (
  channel text not null,
  day date not null,
  lines jsonb not null,
  reason text not null,
  closed_by uuid not null,
  closed_by_name text not null,
  closed_at timestamptz not null,
  primary key (channel, day)
);
create trigger reconciliation_closing_stays before update or delete or truncate on reconciliation_closing
  execute function refuse_change();
revoke update, delete, truncate on reconciliation_closing from public, current_user;

create function refuse_change_of_closed_day() returns trigger
  language plpgsql
  as $$
  declare
    touched record;
  begin
    if tg_op = 'DELETE' then touched := old; else touched := new; end if;
    if exists (select from reconciliation_closing closing where closing.channel = touched.channel and closing.day = touched.day) then
      raise exception 'the day % is closed', touched.day using errcode = 'insufficient_privilege';
    end if;
    return touched;
  end
  $$;
create trigger channel_statement_open before insert or update or delete on channel_statement
  for each row execute function refuse_change_of_closed_day();
create trigger reconciliation_explanation_open before insert or update or delete on reconciliation_explanation
  for each row execute function refuse_change_of_closed_day();

-- Published by payments and refunds for the reconciliation: everything that a channel has moved for us, by its day in China.
create view channel_movement as
  select 'payment' as kind, payment.channel, payment.channel_trade_no as reference, coalesce(attempt.trade_no, '') as trade_no,
    payment.amount, payment.paid_at as at, (payment.paid_at at time zone 'Asia/Shanghai')::date as day,
    payment.order_id, placed.code as order_code
  from payment
  join exam_order placed on placed.id = payment.order_id
  left join payment_attempt attempt on attempt.id = payment.attempt_id
  where payment.attempt_id is not null
  union all
  select 'refund', payment.channel, refund.serial_number, coalesce(attempt.trade_no, ''), refund.amount, refund.completed_at,
    (refund.completed_at at time zone 'Asia/Shanghai')::date, refund.order_id, placed.code
  from refund
  join payment on payment.id = refund.payment_id
  join exam_order placed on placed.id = refund.order_id
  left join payment_attempt attempt on attempt.id = payment.attempt_id
  where refund.status = 'Completed' and not refund.is_by_hand and refund.amount > 0 and payment.attempt_id is not null;
