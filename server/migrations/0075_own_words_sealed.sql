-- outside a transaction
-- Why somebody cancels, or sends an arrangement back, may name an illness: it stands sealed on the thing itself, and nowhere else
-- (decision 0054). Each statement waits a second for its locks and bears to be run again.
set lock_timeout = '1s';
alter table cancellation_request add column if not exists reason_sealed bytea;
alter table booking add column if not exists reject_reason_sealed bytea;
alter table booking add column if not exists cancel_reason_sealed bytea;
alter table post_test add column if not exists cancel_reason_sealed bytea;
alter table cancellation_request alter column reason set default '';
comment on column cancellation_request.reason is 'unused';
comment on column application.cancellation_request_reason is 'unused';
comment on column booking.reject_reason is 'unused';
comment on column booking.cancel_reason is 'unused';
comment on column post_test.cancel_reason is 'unused';
create or replace view application_cancellation as
  select item.application_id, request.id as request_id, request.attempt, request.outcome,
    request.reason, request.requested_at, request.policy_row, request.percent, request.is_document_required,
    request.documents_due_at, request.documents_asked, request.decided_at, request.decision_reason,
    item.quoted_amount, item.approved_amount, item.refund_id,
    (select count(*) from cancellation_item earlier join cancellation_request old on old.id = earlier.request_id
      where earlier.application_id = item.application_id and old.outcome = 'Rejected')::integer as rejections,
    request.reason_sealed as sealed_reason
  from cancellation_item item
  join cancellation_request request on request.id = item.request_id
  where not exists (
    select from cancellation_item other join cancellation_request later on later.id = other.request_id
    where other.application_id = item.application_id and (later.requested_at, later.id) > (request.requested_at, request.id));
comment on column application_cancellation.reason is 'unused';
-- What a server of the version before still writes goes the same way as what it wrote: only the server has the keys, and seals it at its next start.
create or replace function own_words_to_seal() returns trigger language plpgsql as $$ declare words text := to_jsonb(new) ->> tg_argv[0]; begin if coalesce(words, '') = '' then return new; end if; insert into to_seal (table_name, column_name, object_id, value) values (tg_table_name, tg_argv[0], new.id, words); return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], '')); end $$;
create or replace function own_words_nowhere() returns trigger language plpgsql as $$ begin return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null)); end $$;
create or replace trigger own_reason before insert or update of reason on cancellation_request for each row execute function own_words_to_seal('reason');
create or replace trigger own_reject_reason before insert or update of reject_reason on booking for each row execute function own_words_to_seal('reject_reason');
create or replace trigger own_cancel_reason before insert or update of cancel_reason on booking for each row execute function own_words_to_seal('cancel_reason');
create or replace trigger own_cancel_reason before insert or update of cancel_reason on post_test for each row execute function own_words_to_seal('cancel_reason');
-- A copy of what the request says.
create or replace trigger own_reason before update of cancellation_request_reason on application for each row execute function own_words_nowhere('cancellation_request_reason');
create or replace trigger own_reason before insert on history for each row when (new.actor_kind = 'candidate' and new.reason is not null) execute function own_words_nowhere('reason');
-- Five thousand rows at a time, each committed: nobody waits behind them. The triggers do the work.
do $$ declare moved integer; begin loop update cancellation_request set reason = reason where id in (select id from cancellation_request where reason <> '' limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
do $$ declare moved integer; begin loop update booking set reject_reason = reject_reason, cancel_reason = cancel_reason where id in (select id from booking where reject_reason <> '' or cancel_reason <> '' limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
do $$ declare moved integer; begin loop update post_test set cancel_reason = cancel_reason where id in (select id from post_test where cancel_reason <> '' limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
do $$ declare moved integer; begin loop update application set cancellation_request_reason = null where id in (select id from application where cancellation_request_reason is not null limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
do $$ declare moved integer; begin loop update history set reason = null where id in (select id from history where actor_kind = 'candidate' and reason is not null limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
do $$ declare moved integer; begin loop update proposal set reason = '' where id in (select id from proposal where kind = 'postTestRefund' and payload ->> 'act' = 'approveCancellation' and reason <> '' limit 5000); get diagnostics moved = row_count; commit; exit when moved = 0; end loop; end $$;
-- Neither the rows as they were nor what the planner noted of them.
vacuum (analyze) cancellation_request, booking, post_test, application, history, proposal;
reset lock_timeout;
