-- Whom a list shows was looked at too: once a day for each record and member of staff, for as long as the network log.
alter table record_view drop constraint record_view_act_check;
alter table record_view add constraint record_view_act_check
  check (act in ('Opened', 'Revealed', 'Exported', 'Changed', 'Found', 'Listed')) not valid;
alter table record_view validate constraint record_view_act_check;
