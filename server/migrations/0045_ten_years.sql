-- What ends after ten years (S-18): orders, whose sums the ledger carries forward, and the audit, whose sealed segments go from the oldest on.

-- Orders.

-- When the last thing about an order's money happened: paid or given up, given back, put on paper. To the millisecond, as all deadlines are.
create function order_closed_at(placed exam_order) returns timestamptz
  language sql stable
  as $$
    select date_trunc('milliseconds', greatest(coalesce(placed.payment_completed_at, placed.payment_end_at),
      (select max(payment.recorded_at) from payment where payment.order_id = placed.id),
      (select max(refund.completed_at) from refund where refund.order_id = placed.id),
      (select max(paper.issued_at) from fapiao_paper paper join fapiao on fapiao.id = paper.fapiao_id where fapiao.order_id = placed.id)))
  $$;

-- An order of which something waits for somebody is not over, however old it is; nor is one that still leads to a name, or whose day at the
-- channel has a statement that nobody closed.
create function order_is_at_rest(placed exam_order) returns boolean
  language sql stable
  as $$
    select placed.status <> 'PaymentPending'
      and not exists (select from payment_attempt attempt where attempt.order_id = placed.id and attempt.status in ('Started', 'Accepted'))
      and not exists (select from refund where refund.order_id = placed.id and refund.status in ('Pending', 'Approved', 'Processing', 'Failed'))
      and not exists (select from payment_exception trouble where trouble.closed_at is null and (trouble.order_id = placed.id
        or trouble.payment_id in (select payment.id from payment where payment.order_id = placed.id)))
      and not exists (select from cancellation_request request where request.order_id = placed.id and request.outcome is null)
      and not exists (select from fapiao where fapiao.order_id = placed.id and (fapiao.status = 'Requested'
        or exists (select from work_item item where item.object_id = fapiao.id and item.closed_at is null)))
      and not exists (select from order_item item join application on application.id = item.registration_id
        where item.order_id = placed.id and application.anonymised_at is null)
      and not exists (select from order_item item join post_test request on request.id = item.post_test_id
        where item.order_id = placed.id and request.anonymised_at is null)
      and not exists (select from booking where booking.id = placed.booking_id and booking.anonymised_at is null)
      and not exists (
        select from channel_movement moved
        join channel_statement_row told on told.kind = moved.kind and told.reference = moved.reference
        join channel_statement statement on statement.id = told.statement_id and statement.channel = moved.channel
        where moved.order_id = placed.id and not exists (
          select from reconciliation_closing closing where closing.channel = statement.channel and closing.day = statement.day))
  $$;

-- Ten years on the China calendar, at the same time of day.
create function ten_years_after(instant timestamptz) returns timestamptz
  language sql immutable
  as $$ select (date_trunc('milliseconds', instant at time zone 'Asia/Shanghai') + interval '10 years') at time zone 'Asia/Shanghai' $$;

-- Whether an order may go from the books: its time is over, or the journal of erasures says that it went before.
create function order_may_go(wanted uuid) returns boolean
  language sql stable
  as $$
    select exists (select from exam_order placed where placed.id = wanted and placed.status <> 'PaymentPending'
      and (ten_years_after(order_closed_at(placed)) <= app_now()
        or exists (select from erasure where erasure.class = 'order' and erasure.object_id = placed.id)))
  $$;

-- A batch of orders that went: how many, how old, a digest over their entries, and a seal over this row, what was carried and the batch before.
create table ledger_carry (
  number integer primary key,
  id uuid not null unique,
  at timestamptz not null,
  orders integer not null check (orders > 0),
  entries integer not null check (entries >= 0),
  first_closed_at timestamptz not null,
  last_closed_at timestamptz not null,
  digest bytea not null,
  seal bytea not null
);

-- What they were to the books: everything that a report or a check tells apart, and no order.
create table ledger_carried (
  carry integer not null references ledger_carry deferrable initially deferred,
  position integer not null,
  day date not null,
  office_id uuid references office,
  account text not null check (account in ('channel', 'bank', 'customer', 'revenue', 'refundDue')),
  kind text not null,
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  entries integer not null check (entries > 0),
  primary key (carry, position)
);

-- And to the closed days of the channels.
create table movement_carried (
  carry integer not null references ledger_carry deferrable initially deferred,
  channel text not null,
  day date not null,
  count integer not null check (count > 0),
  net bigint not null,
  primary key (carry, channel, day)
);
create trigger ledger_carry_append_only before update or delete or truncate on ledger_carry execute function refuse_change();
create trigger ledger_carried_append_only before update or delete or truncate on ledger_carried execute function refuse_change();
create trigger movement_carried_append_only before update or delete or truncate on movement_carried execute function refuse_change();
revoke update, delete, truncate on ledger_carry, ledger_carried, movement_carried from public, current_user;

-- Array positions are the format: never reorder.
create function ledger_carry_seal(previous bytea, carry ledger_carry) returns bytea
  language sql stable
  set timezone = 'UTC' set bytea_output = 'hex' set datestyle = 'ISO'
  as $$
    select sha256(previous || convert_to(jsonb_build_array(1, carry.number, carry.id, carry.at, carry.orders, carry.entries,
      carry.first_closed_at, carry.last_closed_at, carry.digest,
      (select jsonb_agg(to_jsonb(line) order by line.position) from ledger_carried line where line.carry = carry.number),
      (select jsonb_agg(to_jsonb(moved) order by moved.channel, moved.day) from movement_carried moved where moved.carry = carry.number)
    )::text, 'UTF8'))
  $$;

-- Entries are never changed, and removed only by the function below: for that transaction, and orders that may go.
create function keep_ledger() returns trigger
  language plpgsql
  as $$
  begin
    if tg_op = 'DELETE' and current_setting('examport.carrying', true) = pg_current_xact_id()::text then return null; end if;
    raise exception '% rows are never changed or removed', tg_table_name using errcode = 'insufficient_privilege';
  end
  $$;
create function keep_ledger_of_order() returns trigger
  language plpgsql
  as $$
  begin
    if order_may_go(old.order_id) then return old; end if;
    raise exception 'the order % may not go yet', old.order_id using errcode = 'insufficient_privilege';
  end
  $$;
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry execute function keep_ledger();
create trigger ledger_entry_of_order before delete on ledger_entry for each row execute function keep_ledger_of_order();
revoke update, truncate on ledger_entry from public, current_user;

-- Takes the entries of orders out of the ledger and carries their sums forward, in the caller's transaction. Callers come one at a time.
create function carry_orders_forward(wanted uuid[]) returns void
  language plpgsql
  set timezone = 'UTC' set datestyle = 'ISO'
  as $$
  declare
    last ledger_carry;
    next ledger_carry;
  begin
    if exists (select from exam_order placed where placed.id = any(wanted) and not order_may_go(placed.id)) then
      raise exception 'an order may not go yet' using errcode = 'insufficient_privilege';
    end if;
    select * into last from ledger_carry order by number desc limit 1;
    select coalesce(last.number, 0) + 1, gen_random_uuid(), app_now(), count(*), 0, min(order_closed_at(placed)), max(order_closed_at(placed))
      into next.number, next.id, next.at, next.orders, next.entries, next.first_closed_at, next.last_closed_at
      from exam_order placed where placed.id = any(wanted);
    if next.orders = 0 then return; end if;
    select count(*), sha256(convert_to(coalesce(string_agg(jsonb_build_array(entry.id, entry.transaction_id, entry.order_id, entry.account,
        entry.amount, entry.kind, entry.at)::text, E'\n' order by entry.id), ''), 'UTF8'))
      into next.entries, next.digest
      from ledger_entry entry where entry.order_id = any(wanted);
    insert into ledger_carried
      select next.number, row_number() over (order by sums.day, sums.office_id, sums.account, sums.kind), sums.*
      from (
        select (entry.at at time zone 'Asia/Shanghai')::date as day, owner.office_id, entry.account, entry.kind,
          coalesce(sum(entry.amount) filter (where entry.amount > 0), 0), coalesce(-sum(entry.amount) filter (where entry.amount < 0), 0), count(*)
        from ledger_entry entry join order_owner owner on owner.order_id = entry.order_id
        where entry.order_id = any(wanted) group by 1, 2, 3, 4
      ) sums;
    insert into movement_carried
      select next.number, moved.channel, booked.day, count(*), sum(case moved.kind when 'refund' then -moved.amount else moved.amount end)
      from channel_movement moved
      join reconciliation_movement booked on booked.channel = moved.channel and booked.kind = moved.kind and booked.reference = moved.reference
      where moved.order_id = any(wanted) group by moved.channel, booked.day;
    next.seal := ledger_carry_seal(coalesce(last.seal, '\x'), next);
    insert into ledger_carry select next.*;
    perform set_config('examport.carrying', pg_current_xact_id()::text, true);
    delete from ledger_entry where order_id = any(wanted);
    perform set_config('examport.carrying', '', true);
  end
  $$;

-- Published by the ledger for the reports: what stands in it and what was carried forward, as sums that add up.
create view ledger_sum as
  select entry.at, owner.office_id, entry.account, entry.kind, greatest(entry.amount, 0)::bigint as debit,
    greatest(-entry.amount, 0)::bigint as credit, 1 as entries
  from ledger_entry entry join order_owner owner on owner.order_id = entry.order_id
  union all
  select carried.day::timestamp at time zone 'Asia/Shanghai', carried.office_id, carried.account, carried.kind, carried.debit, carried.credit,
    carried.entries
  from ledger_carried carried;

-- What leads to an order and to its money is found by it when it goes.
create index payment_attempt_order on payment_attempt (order_id);
create index payment_attempt_of on payment (attempt_id) where attempt_id is not null;
create index refund_payment on refund (payment_id) where payment_id is not null;
create index payment_event_trade on payment_event (trade_no) where trade_no is not null;
create index payment_exception_of_order on payment_exception (order_id) where order_id is not null;
create index payment_exception_payment on payment_exception (payment_id) where payment_id is not null;
create index post_test_cancel_refund on post_test (cancel_refund_id) where cancel_refund_id is not null;
create index fapiao_paper_file on fapiao_paper (file_id) where file_id is not null;

-- The audit.

-- A month of the China calendar, sealed when it is over: a stretch of the chain, from which the next goes on when its rows are gone.
create table audit_segment (
  number integer primary key,
  first_sequence bigint not null,
  last_sequence bigint not null check (last_sequence >= first_sequence),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The hash that its first link follows, and that of its last.
  previous bytea not null,
  head bytea not null,
  sealed_at timestamptz not null,
  -- Over this row and the seal before it.
  seal bytea not null
);
create unique index audit_segment_first on audit_segment (first_sequence);
create unique index audit_segment_last on audit_segment (last_sequence);

-- From when on the rows of a segment go, the oldest first.
create table audit_segment_drop (
  number integer primary key references audit_segment,
  begun_at timestamptz not null
);
create trigger audit_segment_append_only before update or delete or truncate on audit_segment execute function refuse_change();
create trigger audit_segment_drop_append_only before update or delete or truncate on audit_segment_drop execute function refuse_change();
revoke update, delete, truncate on audit_segment, audit_segment_drop from public, current_user;

-- Array positions are the format: never reorder.
create function audit_segment_seal(before bytea, segment audit_segment) returns bytea
  language sql stable
  set timezone = 'UTC' set bytea_output = 'hex' set datestyle = 'ISO'
  as $$
    select sha256(before || convert_to(jsonb_build_array(1, segment.number, segment.first_sequence, segment.last_sequence, segment.first_at,
      segment.last_at, segment.previous, segment.head, segment.sealed_at)::text, 'UTF8'))
  $$;

-- Seals every month that is over. Callers come one at a time.
create function audit_seal_months() returns integer
  language plpgsql
  as $$
  declare
    last audit_segment;
    next audit_segment;
    month_end timestamptz;
    sealed integer := 0;
  begin
    select * into last from audit_segment order by number desc limit 1;
    loop
      next := null;
      next.first_sequence := coalesce(last.last_sequence, 0) + 1;
      select link.previous, (date_trunc('month', entry.at at time zone 'Asia/Shanghai') + interval '1 month') at time zone 'Asia/Shanghai'
        into next.previous, month_end
        from audit_link link join audit_entry entry on entry.id = link.entry_id where link.sequence = next.first_sequence;
      exit when not found or month_end > app_now();
      select max(link.sequence) into next.last_sequence
        from audit_entry entry join audit_link link on link.entry_id = entry.id
        where entry.at < month_end and entry.at >= month_end - interval '33 days' and link.sequence >= next.first_sequence;
      select min(entry.at), max(entry.at) into next.first_at, next.last_at
        from audit_link link join audit_entry entry on entry.id = link.entry_id
        where link.sequence between next.first_sequence and next.last_sequence;
      select link.hash into next.head from audit_link link where link.sequence = next.last_sequence;
      next.number := coalesce(last.number, 0) + 1;
      next.sealed_at := app_now();
      next.seal := audit_segment_seal(coalesce(last.seal, '\x'), next);
      insert into audit_segment select next.*;
      last := next;
      sealed := sealed + 1;
    end loop;
    return sealed;
  end
  $$;

-- Entries and links are never changed, and removed only by the function below: for that transaction, and segments whose dropping has begun.
create function keep_audit() returns trigger
  language plpgsql
  as $$
  begin
    if tg_op = 'DELETE' and current_setting('examport.dropping', true) = pg_current_xact_id()::text then return null; end if;
    raise exception '% rows are never changed or removed', tg_table_name using errcode = 'insufficient_privilege';
  end
  $$;
create function keep_audit_of_segment() returns trigger
  language plpgsql
  as $$
  begin
    if exists (select from audit_segment segment join audit_segment_drop gone on gone.number = segment.number
      where old.sequence between segment.first_sequence and segment.last_sequence) then return old; end if;
    raise exception 'the link % may not go yet', old.sequence using errcode = 'insufficient_privilege';
  end
  $$;
drop trigger audit_entry_append_only on audit_entry;
drop trigger audit_link_append_only on audit_link;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry execute function keep_audit();
create trigger audit_link_append_only before update or delete or truncate on audit_link execute function keep_audit();
create trigger audit_link_of_segment before delete on audit_link for each row execute function keep_audit_of_segment();
grant delete on audit_entry, audit_link to current_user;

-- Removes entries of segments that are ten years over, or that went before as the journal of erasures says; others are left alone.
create function audit_drop_entries(wanted uuid[]) returns void
  language plpgsql
  as $$
  declare
    going uuid[];
  begin
    insert into audit_segment_drop
      select segment.number, coalesce(min(erasure.at), app_now())
      from audit_link link
      join audit_segment segment on link.sequence between segment.first_sequence and segment.last_sequence
      left join erasure on erasure.class = 'audit' and erasure.object_id = link.entry_id
      where link.entry_id = any(wanted)
      group by segment.number
      having min(erasure.at) is not null or ten_years_after(segment.last_at) <= app_now()
      on conflict do nothing;
    select array_agg(link.entry_id) into going
      from audit_link link
      join audit_segment segment on link.sequence between segment.first_sequence and segment.last_sequence
      join audit_segment_drop gone on gone.number = segment.number
      where link.entry_id = any(wanted);
    perform set_config('examport.dropping', pg_current_xact_id()::text, true);
    delete from audit_link where entry_id = any(going);
    delete from audit_entry where id = any(going);
    perform set_config('examport.dropping', '', true);
  end
  $$;

-- Whether a stretch of the chain that is not there was dropped, from the beginning of a segment on.
create function audit_is_dropped(first bigint, last bigint) returns boolean
  language sql stable
  as $$
    select coalesce(min(segment.first_sequence) = first
        and sum(least(segment.last_sequence, last) - segment.first_sequence + 1) = last - first + 1, false)
    from audit_segment segment join audit_segment_drop gone on gone.number = segment.number
    where segment.first_sequence <= last and segment.last_sequence >= first
  $$;

-- The first thing that is wrong with the chain comes first; empty when it is whole. What was dropped is told by its segment, whose head the
-- rest has to follow; of a segment that is going, what is left has to lead to its head.
create or replace view audit_problem as
  select chained.problem, chained.sequence, chained.entry_id
  from (
    select link.sequence, link.entry_id,
      case
        when link.sequence <> link.before + 1 and not audit_is_dropped(link.before + 1, link.sequence - 1) then 'a link is missing before it'
        when link.sequence = link.before + 1 and link.previous <> link.hash_before then 'it does not follow the link before it'
        when link.sequence <> link.before + 1 and link.previous <> (
          select segment.head from audit_segment segment where segment.last_sequence = link.sequence - 1)
          then 'it does not follow the segment before it'
        when entry.id is null then 'its entry is missing'
        when link.hash <> audit_hash(link.previous, entry) then 'the entry was changed'
      end as problem
    from (
      select audit_link.*, coalesce(lag(audit_link.sequence) over chain, 0) as before, coalesce(lag(audit_link.hash) over chain, '\x') as hash_before
      from audit_link window chain as (order by audit_link.sequence)
    ) link left join audit_entry entry on entry.id = link.entry_id
  ) chained
  where chained.problem is not null
  union all
  select sealed.problem, sealed.sequence, null
  from (
    select segment.first_sequence as sequence,
      case
        when segment.number <> segment.number_before + 1 or segment.first_sequence <> segment.last_before + 1
          or segment.previous <> segment.head_before then 'a segment does not follow the one before it'
        when segment.seal <> segment.right_seal then 'a segment was changed'
        when gone.number is not null and gone.begun_at < ten_years_after(segment.last_at) then 'a segment was dropped before its time'
        when gone.number is null and not exists (
          select from audit_link link where link.sequence = segment.last_sequence and link.hash = segment.head)
          then 'a segment does not end where its links do'
        when gone.number is null and (segment.first_at, segment.last_at) is distinct from (
          select (min(entry.at), max(entry.at)) from audit_link link join audit_entry entry on entry.id = link.entry_id
          where link.sequence between segment.first_sequence and segment.last_sequence) then 'a segment has other times than its entries'
      end as problem
    from (
      select known.*, audit_segment_seal(coalesce(lag(known.seal) over chain, '\x'), known) as right_seal,
        coalesce(lag(known.number) over chain, 0) as number_before, coalesce(lag(known.last_sequence) over chain, 0) as last_before,
        coalesce(lag(known.head) over chain, '\x') as head_before
      from audit_segment known window chain as (order by known.number)
    ) segment left join audit_segment_drop gone on gone.number = segment.number
  ) sealed
  where sealed.problem is not null
  union all
  select 'the entry was never chained', null, entry.id
  from audit_entry entry where not exists (select from audit_link link where link.entry_id = entry.id)
  union all
  select 'the chain does not end where its head says', head.sequence, null
  from audit_head head
  left join (select sequence, hash from audit_link order by sequence desc limit 1) as last on true
  where case
    when head.sequence = coalesce(last.sequence, 0) then head.hash <> coalesce(last.hash, '\x')
    else not audit_is_dropped(coalesce(last.sequence, 0) + 1, head.sequence)
      or head.hash is distinct from (select segment.head from audit_segment segment where segment.last_sequence = head.sequence)
  end;

-- The health of the books (invariants I1-I10), once more: with what was carried forward and what the audit no longer tells.
create or replace view books_problem as
  select problem, object_id from books_seats_and_money
  union all
  -- I3, the other way: a seat that is paid for belongs to somebody who is registered with it.
  select 'I3 seat of nobody registered', seat.application_id
  from seat_allocation seat join application on application.id = seat.application_id
  where seat.state = 'Taken'
    and application.status not in ('Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected')
  union all
  -- I5: what was answered as done is there. A channel whose notification we took sends no other.
  select 'I5 acknowledged payment missing', event.id
  from payment_event event
  where event.kind = 'paid' and event.trade_no is not null and event.outcome <> 'unknownTrade' and not exists (
    select from payment join payment_attempt attempt on attempt.id = payment.attempt_id
    where attempt.trade_no = event.trade_no
  )
  union all
  -- I6: the present status of what has a history is where its history leads: it arrived there once more than it left, and left
  -- every other status as often as it arrived.
  select 'I6 status without its history', moved.object_id
  from (
    select flow.kind, flow.object_id, flow.status, sum(flow.step) as net
    from (
      select kind, object_id, to_status as status, 1 as step from history where to_status is not null
      union all
      select kind, object_id, from_status, -1 from history where from_status is not null
    ) flow
    where flow.kind in ('application', 'order', 'refund', 'proposal')
      and exists (
        select from history birth
        where birth.object_id = flow.object_id and birth.kind = flow.kind and birth.from_status is null and birth.to_status is not null)
    group by flow.kind, flow.object_id, flow.status
  ) moved
  join lateral (
    select status from application where moved.kind = 'application' and id = moved.object_id
    union all
    select status from exam_order where moved.kind = 'order' and id = moved.object_id
    union all
    select status from refund where moved.kind = 'refund' and id = moved.object_id
    union all
    select status from proposal where moved.kind = 'proposal' and id = moved.object_id
  ) present on true
  where moved.net <> case when moved.status = present.status then 1 else 0 end
  union all
  -- I7: every effect is done once, or still waits for its try.
  select 'I7 refund done differs from the ledger', placed.id
  from exam_order placed
  where (select coalesce(sum(amount), 0) from refund where order_id = placed.id and status = 'Completed')
    <> (select coalesce(sum(amount), 0) from ledger_entry where order_id = placed.id and account = 'refundDue' and kind = 'refundDone')
  union all
  select 'I7 refund nobody sends', refund.id
  from refund where refund.status in ('Approved', 'Processing') and refund.next_try_at is null
  union all
  select 'I7 message nobody sends', message.id
  from message where message.state = 'Waiting' and message.created_at < app_now() - interval '3 days'
  union all
  -- I9: staff change nothing that the audit does not tell of.
  select 'I9 act of staff without audit', history.object_id
  from history
  where history.actor_kind = 'staff'
    -- Of what was done before the last segment that was dropped the audit tells no more.
    and history.at > coalesce((select max(segment.last_at) from audit_segment segment join audit_segment_drop gone on gone.number = segment.number),
      '-infinity')
    and not exists (
    select from audit_entry entry
    where entry.staff_id = history.actor_id and entry.request_id is not distinct from history.request_id
      and (entry.request_id is not null or entry.at = history.at)
  )
  union all
  select 'I9 audit chain broken', coalesce(problem.entry_id, '00000000-0000-0000-0000-000000000000')
  from audit_problem problem
  union all
  -- I10, over registrations: one live registration per person and paper (S-14).
  select 'I10 registered twice', min(application.id::text)::uuid
  from application join application_paper paper on paper.application_id = application.id
  where application.deleted_at is null
    and application.status in ('Submitted', 'Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected')
  group by paper.session_subject_id, application.person_key having count(*) > 1
  union all
  -- C27, over what was carried forward: each batch sums to zero and leaves nothing owed to anybody, and is what it was.
  select 'C27 carried forward does not balance', carry.id
  from ledger_carry carry join ledger_carried line on line.carry = carry.number
  group by carry.number having sum(line.debit) <> sum(line.credit)
  union all
  select 'C27 carried customer balance open', carry.id
  from ledger_carry carry join ledger_carried line on line.carry = carry.number
  where line.account = 'customer' group by carry.number having sum(line.debit) <> sum(line.credit)
  union all
  select 'C27 carried forward was changed', sealed.id
  from (
    select carry.id, carry.seal is distinct from ledger_carry_seal(coalesce(lag(carry.seal) over chain, '\x'), carry)
        or carry.number <> coalesce(lag(carry.number) over chain, 0) + 1
        or carry.entries <> coalesce((select sum(line.entries) from ledger_carried line where line.carry = carry.number), 0) as is_changed
    from ledger_carry carry window chain as (order by carry.number)
  ) sealed
  where sealed.is_changed;
