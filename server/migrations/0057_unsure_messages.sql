-- Tries whose outcome nobody knows: the answer was lost, or the process ended before it came. The message may have arrived by each of them.
alter table message add column unsure_tries integer not null default 0;
