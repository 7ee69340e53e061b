-- Published by accounts: who holds an account and how it wants to be reached. Phone and e-mail stay sealed for their places in `account`.
create view account_holder as
  select id, phone_sealed, email_sealed, is_phone_receiving, is_email_receiving, message_language, date_of_birth
  from account
  where status <> 'Closed';

-- Greyed cart lines are found by the moment they lapsed (3-domain 9.1 #4).
create index application_in_cart on application (account_id, status) where deleted_at is null and status in ('Initiated', 'Expired');
