-- When a refund is sent, or sent again, if nothing came of it before: the job may be lost, the clock moved. Null: no further try by itself.
alter table refund add column next_try_at timestamptz;
-- How often the channel refused it; silence does not count (9.5#9).
alter table refund rename column attempts to refusals;
drop index refund_unfinished;
create index refund_next_try on refund (next_try_at) where next_try_at is not null;
