-- outside a transaction
-- An account that nobody uses any more is closed after two years (decision 0081). Sessions go thirty days after their end, and leave the month of the
-- last one. Of accounts there are the clock begins now: when they were used before is not known any more.
set lock_timeout = '1s';
alter table account add column if not exists last_used_month date;
alter table account alter column last_used_month set statistics 0;
reset lock_timeout;
do $$ declare moved integer; begin loop update account set last_used_month = date_trunc('month', app_now() at time zone 'Asia/Shanghai')::date where id in (select id from account where last_used_month is null and closed_at is null limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
