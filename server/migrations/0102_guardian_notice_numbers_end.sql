-- outside a transaction
-- The keyed number of a guardian in notices of before 0096 was the same in every account, and told which accounts share a guardian. Nobody reads
-- it since cases have one of each account. Five thousand rows at a time, each committed.
do $$ declare moved integer; begin loop update guardian_notice set mobile_key = '' where id in (select id from guardian_notice where length(mobile_key) > 0 limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
vacuum (analyze) guardian_notice;
