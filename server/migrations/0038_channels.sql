-- Payment channels and reminders.

-- What time alone made us tell: one row for each thing and what it was told about, so that two sweeps tell it once (C39). A row is written
-- also where the account has no channel left, and is not asked about again.
create table reminder (
  kind text not null,
  object_id uuid not null,
  -- What the telling is about: an exam's date, an order's end, a lapsed line's owner. Another date is told anew.
  about text not null,
  -- Null: still to be told, when it is day.
  told_at timestamptz,
  primary key (kind, object_id, about)
);
create index reminder_untold on reminder (kind, about) where told_at is null;

-- The message that failed by the other channel and that this one was sent instead of.
alter table message add column instead_of uuid references message;

-- Until when a run of the sending job has the message for itself: two runs at once must not send it twice. A run that dies leaves it so.
alter table message add column busy_until timestamptz;

-- What leads a payer: the form that the address takes, for which device it was made, and the channel's own name of the trade.
alter table payment_attempt
  add column redirect_fields jsonb,
  add column led_for text check (led_for in ('desktop', 'phone')),
  add column reference text;

-- Company transfer was chosen for this order and has given it its longer time to pay, once (R-46).
alter table exam_order add column transfer_chosen_at timestamptz;
create index exam_order_transfer on exam_order (account_id) where transfer_chosen_at is not null and status = 'PaymentPending';
