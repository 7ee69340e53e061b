-- Orders that ended unpaid go a year after their time to pay (S-18): lines, attempts and what the channel said of them. What they were stays
-- as numbers that name nobody.

create index channel_statement_row_trade on channel_statement_row (trade_no) where trade_no is not null;

-- Whether an order ended without any money: none was received, went back, stands in the books or on a paper, and neither the channel nor an
-- exception ever spoke of any.
create function order_lapsed(placed exam_order) returns boolean
  language sql stable
  as $$
    select placed.status = 'PaymentExpired' and placed.actual_pay_amount = 0 and placed.payment_completed_at is null
      and not exists (select from payment where payment.order_id = placed.id)
      and not exists (select from refund where refund.order_id = placed.id)
      and not exists (select from ledger_entry entry where entry.order_id = placed.id)
      and not exists (select from fapiao where fapiao.order_id = placed.id)
      and not exists (select from cancellation_request request where request.order_id = placed.id)
      and not exists (select from payment_exception trouble where trouble.order_id = placed.id
        and trouble.kind not in ('badSignature', 'channelSilent'))
      and not exists (select from payment_attempt attempt where attempt.order_id = placed.id and (attempt.status = 'Succeeded'
        or exists (select from payment_event event where event.trade_no = attempt.trade_no and event.kind = 'paid')
        or exists (select from channel_statement_row told where told.trade_no = attempt.trade_no)))
  $$;

-- Whether nobody has to look at such an order any more. A registration of it with papers of the desk or an investigation ends first.
create function lapsed_order_is_at_rest(placed exam_order) returns boolean
  language sql stable
  as $$
    select not exists (select from payment_attempt attempt where attempt.order_id = placed.id and attempt.status in ('Started', 'Accepted'))
      and not exists (select from payment_exception trouble where trouble.order_id = placed.id and trouble.closed_at is null)
      and not exists (select from proposal where proposal.object_id = placed.id and proposal.status = 'Open')
      and not exists (select from order_item item join filed_document paper on paper.application_id = item.registration_id
        where item.order_id = placed.id)
      and not exists (select from order_item item join misconduct_case known on known.application_id = item.registration_id
        where item.order_id = placed.id and known.closed_at is null)
  $$;

-- What orders that lapsed and went were: for each run, by the China day on which their time to pay ended.
create table lapsed_order_count (
  id uuid primary key,
  day date not null,
  office_id uuid references office,
  product_id uuid references product,
  category text not null,
  orders integer not null check (orders >= 0),
  lines integer not null check (lines > 0),
  amount bigint not null check (amount >= 0)
);
create index lapsed_order_count_day on lapsed_order_count (day);
create trigger lapsed_order_count_append_only before update or delete or truncate on lapsed_order_count execute function refuse_change();
revoke update, delete, truncate on lapsed_order_count from public, current_user;

-- Each line of an order that has one, and whether it is the order's first: an order is counted where its first line is.
create view order_line_count as
  select item.order_id, (placed.payment_end_at at time zone 'Asia/Shanghai')::date as day,
    coalesce(session.office_id, request.office_id) as office_id, coalesce(application.product_id, request.product_id) as product_id,
    placed.category, case when item.position = min(item.position) over (partition by item.order_id) then 1 else 0 end as orders,
    item.pay_amount as amount
  from exam_order placed
  join order_item item on item.order_id = placed.id
  left join exam_session session on session.id = item.session_id
  left join application on application.id = item.registration_id
  left join post_test request on request.id = item.post_test_id;

-- Published by orders: how many lapsed, those that went included, as sums that add up. An order that goes changes none of them.
create view lapsed_order_sum as
  select line.day, line.office_id, line.product_id, line.category, line.orders, 1 as lines, line.amount::bigint as amount
  from order_line_count line join exam_order placed on placed.id = line.order_id where order_lapsed(placed)
  union all
  select gone.day, gone.office_id, gone.product_id, gone.category, gone.orders, gone.lines, gone.amount from lapsed_order_count gone;

-- Counts orders that go, in the caller's transaction.
create function count_lapsed_orders(wanted uuid[]) returns void
  language sql
  as $$
    insert into lapsed_order_count
    select gen_random_uuid(), line.day, line.office_id, line.product_id, line.category, sum(line.orders), count(*), sum(line.amount)
    from order_line_count line where line.order_id = any(wanted)
    group by line.day, line.office_id, line.product_id, line.category
  $$;
