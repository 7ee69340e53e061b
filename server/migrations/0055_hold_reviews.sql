-- A legal hold whose day of review has come stands on the board.
alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide',
  'documentsOverdue', 'refundFailed', 'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'secondPersonNeeded', 'letterFailed',
  'specialArrangement', 'publicationFailed', 'fapiaoToIssue', 'fapiaoToRed', 'postTestToSend', 'postTestOutcome', 'postTestCancellation',
  'claimToDecide', 'rightsRequest', 'minorsReportDue', 'holdReview'));
alter table work_item drop constraint work_item_object_kind_check;
alter table work_item add constraint work_item_object_kind_check check (object_kind in ('booking', 'cancellation', 'refund', 'proposal',
  'sessionSubject', 'paymentException', 'application', 'claim', 'catalogueLine', 'catalogueProduct', 'catalogueSubject', 'fapiao',
  'postTest', 'rightsRequest', 'minorsReport', 'hold'));
