-- A trade that was begun inside WeChat is for whoever signed in there, and is led nowhere else.
alter table payment_attempt drop constraint payment_attempt_led_for_check;
alter table payment_attempt add constraint payment_attempt_led_for_check check (led_for in ('desktop', 'phone', 'wechat')) not valid;
alter table payment_attempt validate constraint payment_attempt_led_for_check;
