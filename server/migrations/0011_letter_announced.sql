-- The version of the letter its owner was last told about; 0 before the first (3-domain 9.8).
alter table application add column letter_announced_version integer not null default 0;
create index application_letter_due on application (session_id)
  where status in ('Registered', 'RegisteredCancellationRejected') and letter_announced_version < letter_version;
