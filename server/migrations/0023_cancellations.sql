-- Cancellation requests with their frozen quote; refunds of applications; money recorded by hand.

-- Rows as in contract/rules/refund-policy; null is the policy that every product starts with (R-72).
alter table product add column refund_policy jsonb;
alter table product add column is_board_fee_refundable boolean not null default false;

-- One request cancels a whole set, so it has an item for each application (9.1 #10, 9.2 #4).
create table cancellation_request (
  id uuid primary key,
  account_id uuid not null references account,
  order_id uuid not null references exam_order,
  -- The how-manieth request of these applications; three may be rejected (R-77).
  attempt integer not null check (attempt >= 1),
  reason text not null,
  requested_at timestamptz not null,
  policy_row text not null,
  percent integer not null check (percent between 0 and 100),
  is_document_required boolean not null,
  -- The rule and the dates that the quote was made of (C26, C34).
  frozen jsonb not null,
  -- Told to the candidate: never moved to their disadvantage (3-domain 5.2, R-74).
  documents_due_at timestamptz not null,
  remind_at timestamptz,
  documents_asked text,
  overdue_at timestamptz,
  -- Grows with every change, so that of two staff members one is told that it changed (S-1).
  version integer not null default 1,
  outcome text check (outcome in ('Approved', 'Rejected', 'TakenBack', 'Overtaken')),
  decided_at timestamptz,
  decided_by uuid,
  decision_reason text,
  check ((outcome is null) = (decided_at is null))
);
create index cancellation_request_order on cancellation_request (order_id);
create index cancellation_request_account on cancellation_request (account_id);
create index cancellation_request_open on cancellation_request (requested_at, id) where outcome is null;
create index cancellation_request_remind on cancellation_request (remind_at) where outcome is null and remind_at is not null;

create table cancellation_item (
  request_id uuid not null references cancellation_request,
  application_id uuid not null references application,
  refund_id uuid not null unique references refund,
  paid_amount integer not null check (paid_amount >= 0),
  quoted_amount integer not null check (quoted_amount between 0 and paid_amount),
  approved_amount integer check (approved_amount between 0 and paid_amount),
  is_open boolean not null default true,
  primary key (request_id, application_id)
);
create unique index cancellation_item_one_open on cancellation_item (application_id) where is_open;
create index cancellation_item_application on cancellation_item (application_id);

-- How the money went back, and what staff noted of it; `voucher` is the number of a payment made by hand (R-76).
alter table refund add column is_by_hand boolean not null default false;
alter table refund add column voucher text;
alter table refund add column note text;
alter table refund add column version integer not null default 1;
create unique index refund_voucher on refund (voucher) where voucher is not null;
-- The same registration is never given back twice for one cause (T18).
create unique index refund_one_per_application_cause on refund (application_id, cause)
  where application_id is not null and status not in ('Rejected', 'Closed');
create index refund_target on refund (target_date) where status in ('Approved', 'Processing', 'Failed');
alter table refund drop constraint refund_cause_check;
alter table refund add constraint refund_cause_check check (cause in ('latePayment', 'doublePayment', 'underSubscribed',
  'sessionWithdrawn', 'cancellation', 'gradeChange', 'withdrawal', 'outside'));

-- Money recorded by hand has no attempt at a channel; its voucher stands as the channel's number (9.4 #5, S-16).
alter table payment alter column attempt_id drop not null;
alter table payment_exception add column closed_by uuid;
alter table payment_exception add column resolution text;
alter table payment_exception drop constraint payment_exception_kind_check;
alter table payment_exception add constraint payment_exception_kind_check check (kind in ('late', 'double', 'amountMismatch',
  'unknownTrade', 'badSignature', 'channelSilent', 'refundFailed', 'refundOutside'));
-- Our own bank account: what staff receive or pay by hand.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in ('channel', 'bank', 'customer', 'revenue', 'refundDue'));

-- Published by orders: what was paid for an application that its order stands on; fees are after the tier discount.
create view application_paid as
  select item.application_id, item.order_id, placed.code as order_code, placed.account_id, placed.created_at as ordered_at,
    item.local_fee_amount, item.board_fee_amount, item.other_fee_amount, item.vat, item.late_entry_charge_amount, item.pay_amount,
    payment.id as payment_id
  from order_item item
  join exam_order placed on placed.id = item.order_id and placed.status = 'PaymentSuccessful'
  left join payment on payment.order_id = placed.id and payment.settles_order;

-- Published by orders for refunds and payments: whose order it is, and the office of its first line.
create view order_owner as
  select placed.id as order_id, placed.code as order_code, placed.account_id,
    (select session.office_id from order_item item join exam_session session on session.id = item.session_id
      where item.order_id = placed.id order by item.position limit 1) as office_id
  from exam_order placed;

-- Published by cancellations for applications: the latest request of each application.
create view application_cancellation as
  select distinct on (item.application_id) item.application_id, request.id as request_id, request.attempt, request.outcome,
    request.reason, request.requested_at, request.policy_row, request.percent, request.is_document_required,
    request.documents_due_at, request.documents_asked, request.decided_at, request.decision_reason,
    item.quoted_amount, item.approved_amount, item.refund_id,
    (select count(*) from cancellation_item earlier join cancellation_request old on old.id = earlier.request_id
      where earlier.application_id = item.application_id and old.outcome = 'Rejected')::integer as rejections
  from cancellation_item item
  join cancellation_request request on request.id = item.request_id
  order by item.application_id, request.requested_at desc, request.id;
