-- outside a transaction
-- SMS that the service has taken and of which nobody knows yet whether they arrived: few, and asked about every few minutes.
drop index concurrently if exists message_underway;
create index concurrently message_underway on message (sent_at) where state = 'Sent' and not is_wiped;
