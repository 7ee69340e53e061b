-- The journal of erasures is written out every minute, by the day: what is new is found without reading ten years.
create index erasure_at on erasure (at);
create index account_closed on account (closed_at) where closed_at is not null;
