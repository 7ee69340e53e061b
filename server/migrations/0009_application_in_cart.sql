-- The cart: what waits to be ordered, and greyed lines that lapsed (3-domain 9.1 #4).
create index application_in_cart on application (account_id, status) where deleted_at is null and status in ('Initiated', 'Expired');
