-- outside a transaction
-- Nothing of a document number stands in clear any more: what is shown of it is made of the sealed number (decision 0051). Each statement
-- waits a second for its locks and bears to be run again.
set lock_timeout = '1s';
alter table candidate alter column id_no_masked set default '';
alter table candidate_guardian alter column id_no_masked set default '';
alter table application alter column id_no_masked set default '';
alter table application_person alter column id_no_masked set default '';
alter table booking alter column id_no_masked set default '';
alter table booking_person alter column id_no_masked set default '';
comment on column candidate.id_no_masked is 'unused';
comment on column candidate_guardian.id_no_masked is 'unused';
comment on column application.id_no_masked is 'unused';
comment on column application_person.id_no_masked is 'unused';
comment on column booking.id_no_masked is 'unused';
comment on column booking_person.id_no_masked is 'unused';
comment on column registration_desk.id_no_masked is 'unused';
-- Five thousand rows at a time, each committed: nobody waits behind them.
do $$ declare emptied integer; begin loop update candidate set id_no_masked = '' where id in (select id from candidate where id_no_masked <> '' limit 5000); get diagnostics emptied = row_count; commit; exit when emptied = 0; end loop; end $$;
do $$ declare emptied integer; begin loop update candidate_guardian set id_no_masked = '' where id in (select id from candidate_guardian where id_no_masked <> '' limit 5000); get diagnostics emptied = row_count; commit; exit when emptied = 0; end loop; end $$;
do $$ declare emptied integer; begin loop update application set id_no_masked = '' where id in (select id from application where id_no_masked <> '' limit 5000); get diagnostics emptied = row_count; commit; exit when emptied = 0; end loop; end $$;
do $$ declare emptied integer; begin loop update application_person set id_no_masked = '' where id in (select id from application_person where id_no_masked <> '' limit 5000); get diagnostics emptied = row_count; commit; exit when emptied = 0; end loop; end $$;
do $$ declare emptied integer; begin loop update booking set id_no_masked = '' where id in (select id from booking where id_no_masked <> '' limit 5000); get diagnostics emptied = row_count; commit; exit when emptied = 0; end loop; end $$;
do $$ declare emptied integer; begin loop update booking_person set id_no_masked = '' where id in (select id from booking_person where id_no_masked <> '' limit 5000); get diagnostics emptied = row_count; commit; exit when emptied = 0; end loop; end $$;
-- Neither the rows as they were nor what the planner noted of them.
vacuum (analyze) candidate, candidate_guardian, application, application_person, booking, booking_person;
reset lock_timeout;
