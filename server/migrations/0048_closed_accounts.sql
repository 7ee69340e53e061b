-- What is begun in the same moment in which its account is closed waits for the closing, and is refused then (R-25): nothing of a person
-- comes into being behind the back of what detached the account. The closing holds the account's row for update.
create function refuse_closed_account() returns trigger language plpgsql as $$
begin
  perform from account where id = new.account_id and closed_at is null for key share;
  if not found then
    raise exception 'the account is closed' using errcode = 'XA001';
  end if;
  return new;
end $$;

create trigger candidate_of_open_account before insert on candidate for each row execute function refuse_closed_account();
create trigger candidate_import_of_open_account before insert on candidate_import for each row execute function refuse_closed_account();
create trigger wizard_draft_of_open_account before insert on wizard_draft for each row execute function refuse_closed_account();
create trigger application_of_open_account before insert on application for each row execute function refuse_closed_account();
create trigger booking_of_open_account before insert on booking for each row execute function refuse_closed_account();
create trigger exam_order_of_open_account before insert on exam_order for each row execute function refuse_closed_account();
create trigger post_test_of_open_account before insert on post_test for each row execute function refuse_closed_account();
