-- A corrected outcome gives what is more than before (9.6 #13): a further refund of the same request for the same cause. What the version before
-- writes is the first.
alter table refund add column round integer not null default 0;
