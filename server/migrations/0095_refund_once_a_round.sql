-- outside a transaction
-- The same registration is never given back twice for one cause in one round (T18).
drop index concurrently if exists refund_once_a_round;
create unique index concurrently refund_once_a_round on refund (application_id, cause, round)
  where application_id is not null and status not in ('Rejected', 'Closed');
drop index concurrently if exists refund_one_per_application_cause;
