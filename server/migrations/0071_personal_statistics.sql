-- What people are called, and what is said of them, stays in the statistics of a table long after its rows have gone. The planner keeps none of
-- these columns; what it has is forgotten. Another such column is set so by the file that adds it (platform/columns).
alter table account
  alter column date_of_birth set statistics 0,
  alter column is_promotion_allowed set statistics 0,
  alter column is_phone_receiving set statistics 0,
  alter column is_email_receiving set statistics 0,
  alter column message_language set statistics 0;
alter table account_device
  alter column device set statistics 0,
  alter column network set statistics 0;
alter table account_session
  alter column device set statistics 0,
  alter column network set statistics 0;
alter table application
  alter column candidate_type set statistics 0,
  alter column id_type set statistics 0,
  alter column id_no_masked set statistics 0,
  alter column first_name set statistics 0,
  alter column last_name set statistics 0,
  alter column gender set statistics 0,
  alter column dob set statistics 0,
  alter column leave_alone set statistics 0,
  alter column letter_code set statistics 0,
  alter column withdraw_reason set statistics 0,
  alter column cancellation_request_reason set statistics 0,
  alter column cancellation_reject_reason set statistics 0;
alter table application_person
  alter column role set statistics 0,
  alter column id_type set statistics 0,
  alter column id_no_masked set statistics 0,
  alter column "type" set statistics 0;
alter table attendance
  alter column status set statistics 0,
  alter column marked_by_name set statistics 0;
alter table audit_entry
  alter column staff_name set statistics 0,
  alter column reason set statistics 0;
alter table booking
  alter column id_type set statistics 0,
  alter column id_no_masked set statistics 0,
  alter column first_name set statistics 0,
  alter column last_name set statistics 0,
  alter column gender set statistics 0,
  alter column dob set statistics 0,
  alter column leave_alone set statistics 0,
  alter column reject_reason set statistics 0,
  alter column cancel_reason set statistics 0,
  alter column withdraw_reason set statistics 0,
  alter column taken_by_name set statistics 0;
alter table booking_arrangement
  alter column note set statistics 0;
alter table booking_date_proposal
  alter column reason set statistics 0,
  alter column proposed_by_name set statistics 0;
alter table booking_person
  alter column role set statistics 0,
  alter column id_type set statistics 0,
  alter column id_no_masked set statistics 0,
  alter column "type" set statistics 0;
alter table cancellation_request
  alter column reason set statistics 0,
  alter column documents_asked set statistics 0,
  alter column decision_reason set statistics 0;
alter table candidate
  alter column id_type set statistics 0,
  alter column id_no_masked set statistics 0,
  alter column first_name set statistics 0,
  alter column last_name set statistics 0,
  alter column gender set statistics 0,
  alter column dob set statistics 0;
alter table candidate_guardian
  alter column id_type set statistics 0,
  alter column id_no_masked set statistics 0,
  alter column "type" set statistics 0;
alter table catalogue_draft
  alter column editors set statistics 0,
  alter column editor_names set statistics 0,
  alter column published_by_name set statistics 0;
alter table channel_statement
  alter column uploaded_by_name set statistics 0;
alter table circular
  alter column sent_by_name set statistics 0;
alter table consent
  alter column statement_id set statistics 0,
  alter column guardian_relation set statistics 0,
  alter column network set statistics 0,
  alter column device set statistics 0;
alter table entry_export
  alter column exported_by_name set statistics 0;
alter table entry_row
  alter column fingerprint set statistics 0;
alter table fapiao
  alter column buyer set statistics 0,
  alter column title set statistics 0,
  alter column tax_number set statistics 0,
  alter column email_masked set statistics 0,
  alter column refusal set statistics 0;
alter table fapiao_paper
  alter column issued_by_name set statistics 0;
alter table file
  alter column sha256 set statistics 0;
alter table filed_document
  alter column class set statistics 0,
  alter column issued_on set statistics 0,
  alter column kind set statistics 0,
  alter column note set statistics 0;
alter table history
  alter column reason set statistics 0;
alter table incident
  alter column reason set statistics 0,
  alter column noted_by_name set statistics 0;
alter table invitation_code
  alter column made_by_name set statistics 0;
alter table legal_hold
  alter column reason set statistics 0,
  alter column release_reason set statistics 0;
alter table message_template
  alter column changed_by_name set statistics 0;
alter table minor_approval
  alter column reason set statistics 0,
  alter column end_reason set statistics 0;
alter table minors_report_filing
  alter column recorded_by_name set statistics 0;
alter table misconduct_case
  alter column reason set statistics 0,
  alter column outcome set statistics 0;
alter table note
  alter column text set statistics 0,
  alter column written_by_name set statistics 0;
alter table passkey
  alter column credential_id set statistics 0,
  alter column transports set statistics 0;
alter table payment_exception
  alter column resolution set statistics 0;
alter table possession_claim
  alter column decided_by_name set statistics 0;
alter table post_test
  alter column last_name set statistics 0,
  alter column first_name set statistics 0,
  alter column dob set statistics 0,
  alter column candidate_number set statistics 0,
  alter column cancel_reason set statistics 0,
  alter column cancel_reject_reason set statistics 0,
  alter column reject_reason set statistics 0,
  alter column board_reference set statistics 0,
  alter column is_grade_changed set statistics 0,
  alter column grade_before set statistics 0,
  alter column grade_after set statistics 0,
  alter column outcome_note set statistics 0,
  alter column taken_by_name set statistics 0;
alter table post_test_export
  alter column exported_by_name set statistics 0;
alter table post_test_item
  alter column outcome set statistics 0,
  alter column mark_before set statistics 0,
  alter column mark_after set statistics 0;
alter table proposal
  alter column payload set statistics 0,
  alter column reason set statistics 0,
  alter column proposed_by_name set statistics 0,
  alter column decided_by_name set statistics 0,
  alter column decision_reason set statistics 0;
alter table reconciliation_closing
  alter column closed_by_name set statistics 0;
alter table reconciliation_explanation
  alter column explained_by_name set statistics 0;
alter table record_view
  alter column staff_name set statistics 0,
  alter column reason set statistics 0,
  alter column is_minor set statistics 0;
alter table refund
  alter column note set statistics 0;
alter table relative_evidence
  alter column kind set statistics 0,
  alter column filed_by_name set statistics 0,
  alter column checked_by_name set statistics 0;
alter table relative_request
  alter column relation set statistics 0,
  alter column opened_by_name set statistics 0,
  alter column arranged_otherwise_at set statistics 0,
  alter column granted_by_name set statistics 0;
alter table rights_request
  alter column taken_by_name set statistics 0,
  alter column answered_by_name set statistics 0;
alter table saved_view
  alter column name set statistics 0,
  alter column params set statistics 0;
alter table session_move
  alter column moved_by_name set statistics 0;
alter table special_arrangement
  alter column status set statistics 0,
  alter column decided_by_name set statistics 0;
alter table staff_account
  alter column email set statistics 0,
  alter column name set statistics 0;
alter table staff_session
  alter column device set statistics 0,
  alter column network set statistics 0;
alter table work_item
  alter column assigned_to_name set statistics 0;
alter index application_person_name alter column 1 set statistics 0;
alter index booking_person_name alter column 1 set statistics 0;

-- PostgreSQL before 18 can not forget them one by one: there a value that stood in them stays until its column is read no more.
do $$
begin
  if to_regprocedure('pg_clear_attribute_stats(text, text, text, boolean)') is not null then
    perform pg_clear_attribute_stats(told.schemaname, told.tablename, told.attname, told.inherited)
    from pg_stats told
    join pg_attribute own on own.attrelid = format('%I.%I', told.schemaname, told.tablename)::regclass and own.attname = told.attname
    where told.schemaname = current_schema() and own.attstattarget = 0;
  end if;
end $$;
