alter table consent validate constraint consent_check;
