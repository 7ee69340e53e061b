-- Whoever is found by a whole number or name was looked at, and who was stopped from searching so stands on the board.
alter table record_view drop constraint record_view_act_check;
alter table record_view add constraint record_view_act_check
  check (act in ('Opened', 'Revealed', 'Exported', 'Changed', 'Found')) not valid;
alter table record_view validate constraint record_view_act_check;
alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide',
  'documentsOverdue', 'refundFailed', 'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'venueMissing', 'secondPersonNeeded',
  'letterFailed', 'specialArrangement', 'publicationFailed', 'fapiaoToIssue', 'fapiaoToRed', 'postTestToSend', 'postTestOutcome',
  'postTestCancellation', 'claimToDecide', 'rightsRequest', 'minorsReportDue', 'holdReview', 'signInsTried', 'manyReveals',
  'manySearches')) not valid;
alter table work_item validate constraint work_item_kind_check;
