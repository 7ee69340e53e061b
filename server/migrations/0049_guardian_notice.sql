-- What a guardian who is not the account's holder was told, and whether they objected (PIPL 31). The number stands in the message, the
-- secret of the link only as a keyed hash; the row goes with its message.
create table guardian_notice (
  id uuid primary key,
  message_id uuid not null unique references message on delete cascade,
  application_id uuid references application on delete cascade,
  booking_id uuid references booking on delete cascade,
  post_test_id uuid references post_test on delete cascade,
  token_hash bytea not null unique,
  -- The number as a keyed hash: nobody is sent more than a few a day, whatever accounts name them.
  mobile_key bytea not null,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  objected_at timestamptz,
  request_id uuid references rights_request,
  check (num_nonnulls(application_id, booking_id, post_test_id) = 1),
  check ((objected_at is null) = (request_id is null))
);
create index guardian_notice_mobile on guardian_notice (mobile_key, made_at);
create index guardian_notice_application on guardian_notice (application_id) where application_id is not null;
create index guardian_notice_booking on guardian_notice (booking_id) where booking_id is not null;
create index guardian_notice_post_test on guardian_notice (post_test_id) where post_test_id is not null;

alter table rights_request drop constraint rights_request_kind_check;
alter table rights_request add constraint rights_request_kind_check
  check (kind in ('Copy', 'Correction', 'Deletion', 'Withdrawal', 'Objection'));
