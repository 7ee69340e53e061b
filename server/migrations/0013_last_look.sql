-- A code that nobody has opened yet cannot be closed at the channel: closed attempts are looked at once more when it has died.
drop index payment_attempt_poll;
create index payment_attempt_poll on payment_attempt (next_poll_at) where next_poll_at is not null;

-- A clone that was deleted from the cart does not stand in the way of another (R-49).
drop index application_one_clone;
create unique index application_one_clone on application (cloned_from) where cloned_from is not null and deleted_at is null;
