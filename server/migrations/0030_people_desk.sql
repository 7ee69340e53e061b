-- Published by candidates for the list of accounts: how many people each has saved.
create view account_candidates as
  select account_id, count(*)::int as saved from candidate where deleted_at is null group by account_id;

-- The same document in several accounts' lists, for staff.
create index candidate_person on candidate (person_key) where deleted_at is null;

-- Staff search by name over every account.
create index candidate_name on candidate (last_name text_pattern_ops, first_name) where deleted_at is null;

-- Published by passkeys for the account's page of staff.
create view passkey_of_account as select account_id, id from passkey;

-- What the console's one search field finds by a code, a channel's payment number or a name; published by the domains of its parts.
-- Each row carries whose office it is.
create view findable as
  select 'application' as kind, application.id, application.code, upper(application.code) as key,
    application.last_name || ' ' || application.first_name as name, exam_session.office_id
  from application join exam_session on exam_session.id = application.session_id
  union all
  select 'booking', id, code, upper(code), last_name || ' ' || first_name, office_id from booking
  union all
  select 'order', order_id, order_code, upper(order_code), null, office_id from order_owner
  union all
  select 'order', order_owner.order_id, order_owner.order_code, upper(payment.channel_trade_no), null, order_owner.office_id
  from payment join order_owner on order_owner.order_id = payment.order_id
  union all
  select 'refund', refund.id, refund.serial_number, upper(refund.serial_number), null, order_owner.office_id
  from refund join order_owner on order_owner.order_id = refund.order_id;

create index application_code_beginning on application (upper(code) text_pattern_ops);
create index booking_code_beginning on booking (upper(code) text_pattern_ops);
create index exam_order_code_beginning on exam_order (upper(code) text_pattern_ops);
create index payment_trade_beginning on payment (upper(channel_trade_no) text_pattern_ops);
create index refund_serial_beginning on refund (upper(serial_number) text_pattern_ops);
create index application_person_name on application ((last_name || ' ' || first_name) text_pattern_ops);
create index booking_person_name on booking ((last_name || ' ' || first_name) text_pattern_ops);

-- Which task sends a message, so that staff can have it sent again; and whether what it was made of is wiped.
alter table message add column task text not null default 'messages.send';
alter table message add column is_wiped boolean not null default false;
create index message_created on message (created_at desc, id);

-- The words of a mail where staff have changed them. Slots are written {{name}}.
create table message_template (
  kind text not null,
  language text not null check (language in ('en', 'zh')),
  subject text not null,
  paragraphs jsonb not null,
  version integer not null,
  changed_by uuid not null,
  changed_by_name text not null,
  changed_at timestamptz not null,
  primary key (kind, language)
);
