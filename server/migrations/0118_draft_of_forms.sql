alter table wizard_draft drop constraint wizard_draft_kind_check;
alter table wizard_draft add constraint wizard_draft_kind_check check (kind in ('public', 'booking', 'postTest', 'forms')) not valid;
alter table wizard_draft validate constraint wizard_draft_kind_check;
