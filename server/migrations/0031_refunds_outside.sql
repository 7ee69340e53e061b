-- Refunds made in the channel's own console (C32): of one payment there may be several, each under the channel's request number.
drop index refund_one_per_payment_cause;
create unique index refund_one_per_payment_cause on refund (payment_id, cause) where application_id is null and cause <> 'outside';
