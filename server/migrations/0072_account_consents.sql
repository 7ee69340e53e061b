-- What is ticked for an account, or for somebody on its list, is evidence like everything ticked later: it is of no registration.
alter table consent drop constraint consent_check;
alter table consent add constraint consent_check check (num_nonnulls(application_id, booking_id, post_test_id) <= 1
  and (candidate_id is not null or num_nonnulls(application_id, booking_id) = 0)) not valid;
