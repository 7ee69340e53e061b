-- In which offices somebody is registered, booked or asking, for staff who see the people of some offices alone.
create view person_office as
  select person_key, account_id, office_id
  from (
    select person_key, account_id, (select office_id from exam_session where exam_session.id = session_id) as office_id,
      status <> 'Initiated' as is_sent
    from application
    union all
    select person_key, account_id, office_id, true from booking
    union all
    select person_key, account_id, office_id, status <> 'Initiated' from post_test
  ) record
  where is_sent;

-- Somebody of the staff who asks for much in full stands on the board.
alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide',
  'documentsOverdue', 'refundFailed', 'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'venueMissing', 'secondPersonNeeded',
  'letterFailed', 'specialArrangement', 'publicationFailed', 'fapiaoToIssue', 'fapiaoToRed', 'postTestToSend', 'postTestOutcome',
  'postTestCancellation', 'claimToDecide', 'rightsRequest', 'minorsReportDue', 'holdReview', 'signInsTried', 'manyReveals')) not valid;
alter table work_item validate constraint work_item_kind_check;
