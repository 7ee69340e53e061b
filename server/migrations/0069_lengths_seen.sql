-- Lengths are counted in characters as people see them, by the contract (`isOfLength`). A face of four people is one character there and seven
-- here, so the database only keeps out what is empty, or longer than the contract's bound in memory.
alter table staff_account drop constraint staff_account_name_check;
alter table staff_account add constraint staff_account_name_check check (char_length(name) between 1 and 80 * 16) not valid;
alter table note drop constraint note_text_check;
alter table note add constraint note_text_check check (char_length(text) between 1 and 2000 * 16) not valid;
alter table fapiao drop constraint fapiao_title_check;
alter table fapiao add constraint fapiao_title_check check (char_length(title) between 1 and 100 * 16) not valid;
alter table staff_account validate constraint staff_account_name_check;
alter table note validate constraint note_text_check;
alter table fapiao validate constraint fapiao_title_check;
