-- A year whose holidays nobody has entered or confirmed stands on the board.
alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide',
  'documentsOverdue', 'refundFailed', 'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'venueMissing', 'secondPersonNeeded',
  'letterFailed', 'guardianSilent', 'specialArrangement', 'publicationFailed', 'fapiaoToIssue', 'fapiaoToRed', 'postTestToSend',
  'postTestOutcome', 'postTestCancellation', 'claimToDecide', 'rightsRequest', 'minorsReportDue', 'holdReview', 'signInsTried',
  'manyReveals', 'manySearches', 'holidaysToConfirm')) not valid;
alter table work_item drop constraint work_item_object_kind_check;
alter table work_item add constraint work_item_object_kind_check check (object_kind in ('booking', 'cancellation', 'refund', 'proposal',
  'session', 'sessionSubject', 'paymentException', 'application', 'claim', 'catalogueLine', 'catalogueProduct', 'catalogueSubject',
  'catalogueBody', 'fapiao', 'postTest', 'rightsRequest', 'minorsReport', 'hold', 'staff', 'calendarYear')) not valid;
alter table work_item validate constraint work_item_kind_check;
alter table work_item validate constraint work_item_object_kind_check;
