-- The bounds of a histogram and the most frequent values stay in the statistics of a table long after its rows have gone, of sealed values and keyed hashes
-- too: whoever has the index key tries guesses against them. No column of class sensitive or secret keeps statistics from here on (decision 0053); what
-- there is of them is forgotten. Another such column is set so by the file that adds it (platform/columns).
alter table account
  alter column phone_key set statistics 0,
  alter column phone_sealed set statistics 0,
  alter column email_key set statistics 0,
  alter column email_sealed set statistics 0,
  alter column password_hash set statistics 0,
  alter column date_of_birth_sealed set statistics 0;
alter table account_device
  alter column token_hash set statistics 0;
alter table account_session
  alter column id_hash set statistics 0;
alter table application
  alter column person_key set statistics 0,
  alter column id_no_sealed set statistics 0,
  alter column dob_sealed set statistics 0,
  alter column gender_sealed set statistics 0,
  alter column birth_key set statistics 0,
  alter column guardian_key set statistics 0,
  alter column email_sealed set statistics 0,
  alter column mobile_sealed set statistics 0,
  alter column form_json_sealed set statistics 0,
  alter column letter_code_sealed set statistics 0,
  alter column letter_code_key set statistics 0;
alter table application_person
  alter column name_sealed set statistics 0,
  alter column id_no_sealed set statistics 0,
  alter column mobile_sealed set statistics 0;
alter table application_step
  alter column json_result_sealed set statistics 0;
alter table audit_entry
  alter column people set statistics 0;
alter table booking
  alter column person_key set statistics 0,
  alter column id_no_sealed set statistics 0,
  alter column dob_sealed set statistics 0,
  alter column gender_sealed set statistics 0,
  alter column birth_key set statistics 0,
  alter column guardian_key set statistics 0,
  alter column email_sealed set statistics 0,
  alter column mobile_sealed set statistics 0,
  alter column form_json_sealed set statistics 0,
  alter column steps_sealed set statistics 0,
  alter column draft_sealed set statistics 0,
  alter column reject_reason_sealed set statistics 0,
  alter column cancel_reason_sealed set statistics 0;
alter table booking_arrangement
  alter column arrangement_granted_sealed set statistics 0;
alter table booking_person
  alter column name_sealed set statistics 0,
  alter column id_no_sealed set statistics 0,
  alter column mobile_sealed set statistics 0;
alter table cancellation_request
  alter column reason_sealed set statistics 0;
alter table candidate
  alter column id_no_sealed set statistics 0,
  alter column person_key set statistics 0,
  alter column dob_sealed set statistics 0,
  alter column gender_sealed set statistics 0,
  alter column birth_key set statistics 0,
  alter column email_sealed set statistics 0,
  alter column mobile_sealed set statistics 0;
alter table candidate_guardian
  alter column name_sealed set statistics 0,
  alter column id_no_sealed set statistics 0,
  alter column mobile_sealed set statistics 0;
alter table candidate_import
  alter column rows_sealed set statistics 0;
alter table captcha
  alter column visit_hash set statistics 0,
  alter column verify_hash set statistics 0;
alter table exam_session
  alter column invitation_code_hash set statistics 0;
alter table fapiao
  alter column email_sealed set statistics 0;
alter table file
  alter column name_sealed set statistics 0;
alter table guardian_answer
  alter column token_hash set statistics 0;
alter table guardian_case
  alter column person_key set statistics 0,
  alter column birth_key set statistics 0,
  alter column mobile_key set statistics 0,
  alter column mobile_sealed set statistics 0;
alter table guardian_notice
  alter column token_hash set statistics 0,
  alter column mobile_key set statistics 0;
alter table idempotency_key
  alter column request_hash set statistics 0,
  alter column answer set statistics 0;
alter table invitation_code
  alter column code_hash set statistics 0;
alter table kept_contact
  alter column contact_key set statistics 0;
alter table legal_hold
  alter column person_key set statistics 0;
alter table message
  alter column recipient_sealed set statistics 0,
  alter column values_sealed set statistics 0;
alter table minor_approval
  alter column person_key set statistics 0;
alter table network_log
  alter column address_sealed set statistics 0,
  alter column address_key set statistics 0;
alter table number_move
  alter column phone_sealed set statistics 0,
  alter column evidence_sealed set statistics 0;
alter table passkey
  alter column name_sealed set statistics 0;
alter table passkey_challenge
  alter column visit_hash set statistics 0;
alter table payment_event
  alter column payload_sealed set statistics 0;
alter table possession_claim
  alter column evidence_sealed set statistics 0;
alter table post_test
  alter column entered_sealed set statistics 0,
  alter column dob_sealed set statistics 0,
  alter column birth_key set statistics 0,
  alter column guardian_key set statistics 0,
  alter column person_key set statistics 0,
  alter column uci_sealed set statistics 0,
  alter column uci_key set statistics 0,
  alter column second_uci_sealed set statistics 0,
  alter column second_uci_key set statistics 0,
  alter column form_json_sealed set statistics 0,
  alter column cancel_reason_sealed set statistics 0;
alter table rate_limit
  alter column key_hash set statistics 0;
alter table record_view
  alter column person_key set statistics 0;
alter table relative_request
  alter column name_sealed set statistics 0,
  alter column contact_sealed set statistics 0;
alter table rights_request
  alter column wish_sealed set statistics 0,
  alter column answer_sealed set statistics 0;
alter table seat_allocation
  alter column person_key set statistics 0;
alter table sign_in_ticket
  alter column id_hash set statistics 0;
alter table special_arrangement
  alter column request_sealed set statistics 0,
  alter column conditions_sealed set statistics 0;
alter table staff_account
  alter column password_hash set statistics 0,
  alter column totp_sealed set statistics 0;
alter table staff_invitation
  alter column token_hash set statistics 0,
  alter column totp_sealed set statistics 0;
alter table staff_session
  alter column id_hash set statistics 0;
alter table to_seal
  alter column "value" set statistics 0;
alter table verification_code
  alter column target_key set statistics 0,
  alter column visit_hash set statistics 0,
  alter column code_hash set statistics 0;
alter table wizard_draft
  alter column json_sealed set statistics 0;

-- Those of before; PostgreSQL before 18 can not forget them one by one: there a value that stood in them stays until its column is read no more.
do $$
begin
  if to_regprocedure('pg_clear_attribute_stats(text, text, text, boolean)') is not null then
    perform pg_clear_attribute_stats(told.schemaname, told.tablename, told.attname, told.inherited)
    from pg_stats told
    join pg_attribute own on own.attrelid = format('%I.%I', told.schemaname, told.tablename)::regclass and own.attname = told.attname
    where told.schemaname = current_schema() and own.attstattarget = 0;
  end if;
end $$;
