-- Since when the guardian of this number has agreed that the child leaves alone; taken back with that consent.
alter table guardian_notice add column leaving_agreed_at timestamptz;
