-- Money given back in a channel's own console, counted against what we would have given back ourselves; late items of the
-- reconciliation; proofs of refunds by hand; fapiao.

-- How much of what is due for this registration the channel's console had given back before, in fen: it is not paid twice.
alter table refund add column counted_outside integer not null default 0 check (counted_outside >= 0);
alter table refund drop constraint refund_cause_check;
alter table refund add constraint refund_cause_check check (cause in ('latePayment', 'doublePayment', 'underSubscribed',
  'sessionWithdrawn', 'cancellation', 'gradeChange', 'withdrawal', 'outside', 'rest'));

-- `refundShort`: less than the price went back, because the console had given money back before; `amount` fen of `application_id`
-- may still be due. `withdrawalStuck`: an order that could not be withdrawn with its session.
alter table payment_exception add column application_id uuid references application;
alter table payment_exception add column amount integer check (amount > 0);
alter table payment_exception drop constraint payment_exception_kind_check;
alter table payment_exception add constraint payment_exception_kind_check check (kind in ('late', 'double', 'amountMismatch',
  'unknownTrade', 'badSignature', 'channelSilent', 'refundFailed', 'refundOutside', 'refundShort', 'withdrawalStuck'));
create unique index payment_exception_one_stuck on payment_exception (order_id) where kind = 'withdrawalStuck' and closed_at is null;
