-- outside a transaction
-- Looks in lists end after a year, in their order.
drop index concurrently if exists record_view_listed;
create index concurrently record_view_listed on record_view (at) where act = 'Listed';
