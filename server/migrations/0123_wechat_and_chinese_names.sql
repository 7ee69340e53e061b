-- A trade that was begun inside WeChat is for whoever signed in there, and is led nowhere else.
alter table payment_attempt drop constraint payment_attempt_led_for_check;
alter table payment_attempt add constraint payment_attempt_led_for_check check (led_for in ('desktop', 'phone', 'wechat')) not valid;
alter table payment_attempt validate constraint payment_attempt_led_for_check;

-- A candidate's name in Chinese characters (decision 0094), beside the pinyin of the document: nobody has to give it. Sealed, without statistics
-- (decision 0053), and as it was at submission on what came of it.
alter table candidate add column name_zh_sealed bytea;
alter table application add column name_zh_sealed bytea;
alter table booking add column name_zh_sealed bytea;
alter table candidate alter column name_zh_sealed set statistics 0;
alter table application alter column name_zh_sealed set statistics 0;
alter table booking alter column name_zh_sealed set statistics 0;
