-- A guardian without an account asks by their link that what is kept of the child is corrected or deleted: a request that is not the account's.
alter table rights_request add column is_by_guardian boolean not null default false;

alter table guardian_answer drop constraint guardian_answer_kind_check;
alter table guardian_answer add constraint guardian_answer_kind_check check (kind in ('asked', 'sent', 'told', 'agreed', 'takenBack', 'objected',
  'objectionRefused', 'leavingAgreed', 'leavingTakenBack', 'wished')) not valid;
alter table guardian_answer validate constraint guardian_answer_kind_check;
