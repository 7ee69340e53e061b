-- What a copy of the database told beyond the impact assessment goes from the rows of before.

-- A UCI is compared among the requests of one person only; its hash is mixed with theirs, so that two accounts which gave the same number
-- have no value in common. `uciKeyOf` makes the same of a new one.
update post_test set uci_key = sha256(uci_key || person_key), second_uci_key = sha256(second_uci_key || person_key)
where uci_key is not null;

-- A nameless request keeps no marks, and the evidence of a way home no registration (decision 0090).
update post_test set grade_before = null, grade_after = null where anonymised_at is not null;
update post_test_item set mark_before = null, mark_after = null
where post_test_id in (select id from post_test where anonymised_at is not null);
update consent set application_id = null, booking_id = null,
  given_at = date_trunc('day', given_at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
where statement_id = 'guardianLeaving' and account_id = '00000000-0000-4000-8000-000000000001';

-- Whose line of a cart has lapsed is said by the line; no other reminder is about an account.
update reminder set about = '' where length(about) = 36;

-- A file that was passed on was known by a plain hash, and the sealed values of a short one could be found by trying. Nothing reads it.
alter table entry_export alter column file_hash set default '';
alter table post_test_export alter column file_hash set default '';
alter table entry_export disable trigger entry_export_append_only;
update entry_export set file_hash = '' where file_hash <> '';
alter table entry_export enable trigger entry_export_append_only;
update post_test_export set file_hash = '' where file_hash <> '';
comment on column entry_export.file_hash is 'unused';
comment on column post_test_export.file_hash is 'unused';

-- A nameless registration does not say either that its candidate asked for an arrangement, and whether it was granted.
delete from special_arrangement where id in (select id from application where anonymised_at is not null);
delete from history where kind = 'specialArrangement' and object_id in (select id from application where anonymised_at is not null);
update application set has_special_arrangement = false where anonymised_at is not null and has_special_arrangement;
