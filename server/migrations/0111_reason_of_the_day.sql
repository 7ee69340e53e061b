-- Under a standing approval the record of a child opens for a reason of the day, which is kept as an approval of its case until midnight.
alter table minor_approval add column is_for_day boolean not null default false;
alter table minor_approval add constraint minor_approval_day_check check (not is_for_day or person_key is not null) not valid;
alter table minor_approval validate constraint minor_approval_day_check;
