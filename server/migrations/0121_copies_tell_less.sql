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
