-- Registration forms and their files.

-- The files of a form's answers are one set: every application of a submission, a repeated one, and those that come of a booking share it.
alter table application add column form_files_id uuid;
alter table booking add column form_files_id uuid;
create index application_form_files on application (form_files_id) where form_files_id is not null;
create index booking_form_files on booking (form_files_id) where form_files_id is not null;

-- Published for the files domain: sets that answers refer to. What was taken out of the cart, or forgotten, refers to nothing any more.
create view form_files_in_use as
  select form_files_id from application where form_files_id is not null and form_json_sealed is not null and deleted_at is null
  union
  select form_files_id from booking where form_files_id is not null and form_json_sealed is not null;
create index file_of_form on file (created_at) where used_by = 'form';
