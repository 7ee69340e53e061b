-- A UCI is compared among the requests of one person only; its hash is mixed with theirs, so that two accounts which gave the same number
-- have no value in common (the impact assessment). `uciKeyOf` makes the same of a new one.
update post_test set uci_key = sha256(uci_key || person_key), second_uci_key = sha256(second_uci_key || person_key)
where uci_key is not null;
