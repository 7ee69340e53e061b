/**
 * The same order in one call of the database: what placing one costs PostgreSQL itself, on the same tables. It takes the next line of
 * `bench_line`, locks its session, and writes what the product writes: order, line, place, counter, both histories and two jobs.
 */
export const oneCallOrder = `
create or replace function bench_order(wanted uuid) returns void language plpgsql as $$
declare
  line application%rowtype;
  placed uuid := gen_random_uuid();
begin
  update application set status = 'Submitted' where id = wanted and status = 'Initiated' returning * into strict line;
  insert into exam_order (id, account_id, code, category, status, original_amount, tier_discount_amount, late_entry_charge_amount,
    total_amount, pay_amount, payment_start_at, payment_end_at, created_at)
  values (placed, line.account_id, 'bench' || placed, 'Public', 'PaymentPending', line.shown_amount, 0, 0, line.shown_amount,
    line.shown_amount, app_now(), app_now() + interval '1 day', app_now());
  insert into history (id, kind, object_id, event, actor_kind, actor_id, from_status, to_status, at)
  values (gen_random_uuid(), 'order', placed, 'place', 'candidate', line.account_id, null, 'PaymentPending', app_now()),
    (gen_random_uuid(), 'application', line.id, 'submit', 'candidate', line.account_id, 'Initiated', 'Submitted', app_now());
  perform graphile_worker.add_job('payments.deadline', json_build_object('orderId', placed), run_at => now() + interval '1 day',
    job_key => 'deadline:' || placed);
  perform graphile_worker.add_job('orders.tellPlaced', json_build_object('orderId', placed), run_at => now() + interval '1 day');
  insert into order_item (order_id, id, application_id, session_id, position, original_amount, local_fee_amount, board_fee_amount,
    other_fee_amount, vat, tier_count, tier_discount_amount, late_entry_charge_amount, pay_amount)
  select placed, gen_random_uuid(), line.id, line.session_id, 0, total, local_fee, board_fee, 0, vat, 0, 0, 0, total
  from application_paper paper join session_subject place on place.id = paper.session_subject_id where paper.application_id = line.id;
  perform from exam_session where id = line.session_id for no key update;
  insert into seat_allocation (id, session_id, session_subject_id, application_id, order_id, account_id, person_key, weight, state,
    held_until, created_at)
  select gen_random_uuid(), line.session_id, session_subject_id, line.id, placed, line.account_id, line.person_key, 1, 'Held',
    app_now() + interval '1 day', app_now() from application_paper where application_id = line.id;
  update exam_session set registered = registered + 1 where id = line.session_id;
  insert into seat_event (id, session_id, kind, seats, order_id, at)
  values (gen_random_uuid(), line.session_id, 'held', 1, placed, app_now());
end $$;
create table if not exists bench_line (n bigint primary key, application_id uuid not null);
create sequence if not exists bench_next;
truncate bench_line;
select setval('bench_next', 1, false);`;

/** What pgbench runs again and again. */
export const oneCallScript =
  "select bench_order((select application_id from bench_line where n = (select nextval('bench_next'))));\n";
