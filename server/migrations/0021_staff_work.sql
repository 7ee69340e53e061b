-- Audit chain, proposals of two persons, the worklist, internal notes, and the rest of the books.

-- One row per write, reveal or export by staff. Never changed, never removed. `people` are person keys (S-14): who saw whom.
-- `before` and `after` hold masked values only.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null,
  staff_id uuid not null,
  staff_name text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  reason text,
  before jsonb,
  after jsonb,
  people bytea[] not null default '{}',
  request_id text
);
create index audit_entry_at on audit_entry (at desc, id);
create index audit_entry_staff on audit_entry (staff_id, at desc);
create index audit_entry_object on audit_entry (object_id, at desc);
create index audit_entry_people on audit_entry using gin (people);
create index audit_entry_request on audit_entry (request_id);

-- The chain over the entries: each link's hash covers the one before it and the whole entry.
create table audit_link (
  sequence bigint primary key,
  entry_id uuid not null unique references audit_entry,
  previous bytea not null,
  hash bytea not null
);

create table audit_head (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null,
  hash bytea not null
);
insert into audit_head values (true, 0, '\x');

-- Array positions are the format: never reorder, add at the end of a new version.
create function audit_hash(previous bytea, entry audit_entry) returns bytea
  language sql stable
  set timezone = 'UTC' set bytea_output = 'hex' set datestyle = 'ISO'
  as $$
    select sha256(previous || convert_to(jsonb_build_array(1, entry.id, entry.at, entry.staff_id, entry.staff_name, entry.action,
      entry.object_kind, entry.object_id, entry.reason, entry.before, entry.after, entry.people, entry.request_id)::text, 'UTF8'))
  $$;

-- Runs at commit (deferred), so the one head of the chain is locked only for the end of each transaction and nothing is waited
-- for while it is held: concurrent writers queue for microseconds and cannot deadlock.
create function audit_chain() returns trigger
  language plpgsql
  as $$
  declare
    head audit_head;
    digest bytea;
  begin
    select * into head from audit_head for update;
    digest := audit_hash(head.hash, new);
    insert into audit_link values (head.sequence + 1, new.id, head.hash, digest);
    update audit_head set sequence = head.sequence + 1, hash = digest;
    return null;
  end
  $$;
create constraint trigger audit_chain after insert on audit_entry
  deferrable initially deferred for each row execute function audit_chain();

create function refuse_change() returns trigger
  language plpgsql
  as $$
  begin
    raise exception '% rows are never changed or removed', tg_table_name using errcode = 'insufficient_privilege';
  end
  $$;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry execute function refuse_change();
create trigger audit_link_append_only before update or delete or truncate on audit_link execute function refuse_change();
create trigger audit_head_stays before delete or truncate on audit_head execute function refuse_change();
revoke update, delete, truncate on audit_entry, audit_link from public, current_user;
revoke delete, truncate on audit_head from public, current_user;

-- The first thing that is wrong with the chain comes first; empty when it is whole.
create view audit_problem as
  select chained.problem, chained.sequence, chained.entry_id
  from (
    select link.sequence, link.entry_id,
      case
        when link.sequence <> coalesce(lag(link.sequence) over chain, 0) + 1 then 'a link is missing before it'
        when link.previous <> coalesce(lag(link.hash) over chain, '\x') then 'it does not follow the link before it'
        when entry.id is null then 'its entry is missing'
        when link.hash <> audit_hash(link.previous, entry) then 'the entry was changed'
      end as problem
    from audit_link link left join audit_entry entry on entry.id = link.entry_id
    window chain as (order by link.sequence)
  ) chained
  where chained.problem is not null
  union all
  select 'the entry was never chained', null, entry.id
  from audit_entry entry where not exists (select from audit_link link where link.entry_id = entry.id)
  union all
  select 'the chain does not end where its head says', head.sequence, null
  from audit_head head
  left join (select sequence, hash from audit_link order by sequence desc limit 1) as last on true
  where head.sequence <> coalesce(last.sequence, 0) or head.hash <> coalesce(last.hash, '\x');

-- Published by candidates and applications for the audit: whose data a record is.
create view person_of_record as
  select 'candidate' as kind, id, person_key from candidate
  union all
  select 'application', id, person_key from application;

-- Something that needs two persons (S-16): one proposes, another decides. No personal values in the payload.
create table proposal (
  id uuid primary key,
  kind text not null,
  object_id uuid not null,
  -- The object's human code, for lists.
  label text,
  office_id uuid references office,
  payload jsonb not null,
  reason text not null,
  status text not null check (status in ('Open', 'Approved', 'Rejected', 'TakenBack', 'Lapsed')),
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > proposed_at),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  decision_reason text,
  -- The second person is another one (S-16).
  check (decided_by is null or decided_by <> proposed_by or status = 'TakenBack')
);
create unique index proposal_one_open on proposal (kind, object_id) where status = 'Open';
create index proposal_open on proposal (expires_at) where status = 'Open';
create index proposal_object on proposal (object_id);

-- What waits for staff: the Today board. One open item per kind and object.
create table work_item (
  id uuid primary key,
  kind text not null check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide', 'documentsOverdue', 'refundFailed',
    'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'secondPersonNeeded', 'letterFailed', 'specialArrangement',
    'publicationFailed')),
  object_kind text not null,
  object_id uuid not null,
  -- The object's human code, for lists.
  label text,
  -- Null: for every office.
  office_id uuid references office,
  due_at timestamptz not null,
  opened_at timestamptz not null,
  assigned_to uuid,
  assigned_to_name text,
  assigned_at timestamptz,
  snoozed_until timestamptz,
  snooze_reason text,
  closed_at timestamptz,
  version integer not null default 1,
  check ((snoozed_until is null) = (snooze_reason is null))
);
create unique index work_item_one_open on work_item (kind, object_id) where closed_at is null;
create index work_item_board on work_item (due_at, id) where closed_at is null;
create index work_item_object on work_item (object_id);

-- Published by staff for the board: whom an item can be handed to.
create view staff_colleague as
  select account.id, account.name, account.language, account.roles, account.is_all_offices,
    array(select office_id from staff_office office where office.staff_id = account.id) as offices
  from staff_account account where account.status = 'Active';

-- Notes of staff among themselves about an object; never shown to candidates.
create table note (
  id uuid primary key,
  object_kind text not null check (object_kind in ('application', 'order', 'booking', 'account', 'candidate', 'session', 'refund')),
  object_id uuid not null,
  text text not null check (char_length(text) between 1 and 2000),
  written_by uuid not null,
  written_by_name text not null,
  written_at timestamptz not null
);
create index note_object on note (object_id, written_at desc);

-- Each paper is counted once, when its registration has closed (R-54): with too few registrations staff decide, without a decision
-- in time it is withdrawn. Papers of products without a minimum are not counted.
create table minimum_decision (
  session_subject_id uuid primary key references session_subject,
  session_id uuid not null references exam_session,
  minimum integer not null,
  registered integer not null,
  found_at timestamptz not null,
  -- Null where nothing had to be decided.
  decide_by timestamptz,
  outcome text check (outcome in ('NotNeeded', 'RunAnyway', 'Moved', 'Withdrawn')),
  decided_at timestamptz,
  check (decide_by is not null or outcome = 'NotNeeded')
);
create index minimum_decision_open on minimum_decision (decide_by) where outcome is null;

-- The health of the books, completed (invariants I1-I10): what 0008 sees of seats and money, and these.
alter view books_problem rename to books_seats_and_money;
create view books_problem as
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
  where history.actor_kind = 'staff' and not exists (
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
  group by paper.session_subject_id, application.person_key having count(*) > 1;
