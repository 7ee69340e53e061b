create table exam_order (
  id uuid primary key,
  account_id uuid not null references account,
  code text not null unique,
  category text not null check (category in ('Booking', 'Public', 'PostTest')),
  status text not null check (status in ('PaymentPending', 'PaymentSuccessful', 'PaymentExpired')),
  version integer not null default 1,
  original_amount integer not null check (original_amount >= 0),
  tier_discount_amount integer not null check (tier_discount_amount >= 0),
  late_entry_charge_amount integer not null check (late_entry_charge_amount >= 0),
  total_amount integer not null,
  pay_amount integer not null check (pay_amount >= 0),
  actual_pay_amount integer not null default 0 check (actual_pay_amount >= 0),
  payment_type text,
  payment_start_at timestamptz not null,
  payment_end_at timestamptz not null,
  -- How often a payment accepted by the channel moved the end (R-45: at most six).
  extensions integer not null default 0 check (extensions between 0 and 6),
  is_hidden boolean not null default false,
  created_at timestamptz not null,
  payment_completed_at timestamptz,
  check (total_amount = original_amount + late_entry_charge_amount),
  check (pay_amount = total_amount - tier_discount_amount)
);
create index exam_order_account on exam_order (account_id, created_at desc, id);
create index exam_order_pending on exam_order (payment_end_at) where status = 'PaymentPending';
create index exam_order_account_pending on exam_order (account_id) where status = 'PaymentPending';

create table order_item (
  id uuid primary key,
  order_id uuid not null references exam_order,
  application_id uuid not null references application,
  session_id uuid not null references exam_session,
  position integer not null,
  original_amount integer not null check (original_amount >= 0),
  local_fee_amount integer not null check (local_fee_amount >= 0),
  board_fee_amount integer not null check (board_fee_amount >= 0),
  other_fee_amount integer not null default 0 check (other_fee_amount >= 0),
  vat integer not null check (vat >= 0),
  tier_count integer not null,
  tier_discount_amount integer not null check (tier_discount_amount >= 0),
  late_entry_stage text,
  late_entry_charge_amount integer not null check (late_entry_charge_amount >= 0),
  pay_amount integer not null,
  unique (order_id, application_id),
  check (pay_amount = original_amount - tier_discount_amount + late_entry_charge_amount),
  check (pay_amount = local_fee_amount + board_fee_amount + other_fee_amount + vat + late_entry_charge_amount)
);
create index order_item_application on order_item (application_id);
create index order_item_session on order_item (session_id);

create table payment_attempt (
  id uuid primary key,
  order_id uuid not null references exam_order,
  -- Order code and a counter; never used again at the channel (C24).
  trade_no text not null unique,
  channel text not null,
  payment_type text not null,
  status text not null check (status in ('Started', 'Accepted', 'Succeeded', 'Failed', 'Closed')),
  amount integer not null check (amount >= 0),
  redirect_url text,
  qr_code text,
  expires_at timestamptz not null,
  next_poll_at timestamptz,
  polls integer not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz
);
-- One live attempt per order (C24).
create unique index payment_attempt_one_live on payment_attempt (order_id) where status in ('Started', 'Accepted');
create index payment_attempt_poll on payment_attempt (next_poll_at) where status in ('Started', 'Accepted');

-- Money the channel confirmed, for ever unique (C19, C20).
create table payment (
  id uuid primary key,
  order_id uuid not null references exam_order,
  attempt_id uuid not null references payment_attempt,
  channel text not null,
  channel_trade_no text not null,
  amount integer not null check (amount >= 0),
  refunded_amount integer not null default 0,
  paid_at timestamptz not null,
  recorded_at timestamptz not null,
  unique (channel, channel_trade_no),
  check (refunded_amount between 0 and amount)
);
create index payment_order on payment (order_id);

-- Raw notifications, for ever unique (C19, C20). No personal values.
create table payment_event (
  id uuid primary key,
  channel text not null,
  event_key text not null,
  trade_no text,
  kind text not null,
  outcome text not null,
  payload_sealed bytea not null,
  received_at timestamptz not null,
  unique (channel, event_key)
);

create table payment_exception (
  id uuid primary key,
  order_id uuid references exam_order,
  payment_id uuid references payment,
  kind text not null check (kind in ('late', 'double', 'amountMismatch', 'unknownTrade', 'badSignature', 'channelSilent', 'refundFailed')),
  detail text not null,
  opened_at timestamptz not null,
  closed_at timestamptz
);
create index payment_exception_open on payment_exception (opened_at) where closed_at is null;

-- 9.5. One row per application or per surplus payment.
create table refund (
  id uuid primary key,
  order_id uuid not null references exam_order,
  payment_id uuid references payment,
  application_id uuid references application,
  -- Fixed before the first call to the channel and kept on every retry (C30).
  serial_number text not null unique,
  status text not null check (status in ('Pending', 'Rejected', 'Closed', 'Approved', 'Processing', 'Completed', 'Failed')),
  cause text not null check (cause in ('latePayment', 'doublePayment', 'underSubscribed', 'sessionWithdrawn', 'cancellation', 'gradeChange')),
  policy_row text not null,
  amount integer not null check (amount >= 0),
  attempts integer not null default 0,
  submitted_at timestamptz not null,
  approved_at timestamptz,
  target_date date,
  latest_date date,
  completed_at timestamptz,
  last_error text
);
create unique index refund_one_per_payment_cause on refund (payment_id, cause) where application_id is null;
create index refund_order on refund (order_id);

-- Double entry, append-only (C27): every transaction's rows sum to zero.
create table ledger_entry (
  id uuid primary key,
  transaction_id uuid not null,
  order_id uuid not null references exam_order,
  account text not null check (account in ('channel', 'customer', 'revenue', 'refundDue')),
  amount integer not null check (amount <> 0),
  kind text not null,
  at timestamptz not null
);
create index ledger_entry_order on ledger_entry (order_id);
create index ledger_entry_transaction on ledger_entry (transaction_id);
