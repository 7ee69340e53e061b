-- outside a transaction
drop index concurrently if exists guardian_notice_unanswered;
create index concurrently guardian_notice_unanswered on guardian_notice (made_at)
  where must_agree and agreed_at is null and objected_at is null and replaced_at is null;
