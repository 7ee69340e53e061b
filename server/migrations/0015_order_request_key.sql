-- The idempotency key that placed the order: a repeat after a crash between commit and answer finds what it made (T17).
alter table exam_order add column request_key text;
