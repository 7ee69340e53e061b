alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide',
  'documentsOverdue', 'refundFailed', 'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'venueMissing', 'secondPersonNeeded',
  'letterFailed', 'specialArrangement', 'publicationFailed', 'fapiaoToIssue', 'fapiaoToRed', 'postTestToSend', 'postTestOutcome',
  'postTestCancellation', 'claimToDecide', 'rightsRequest', 'minorsReportDue', 'holdReview')) not valid;
alter table work_item drop constraint work_item_object_kind_check;
alter table work_item add constraint work_item_object_kind_check check (object_kind in ('booking', 'cancellation', 'refund', 'proposal',
  'session', 'sessionSubject', 'paymentException', 'application', 'claim', 'catalogueLine', 'catalogueProduct', 'catalogueSubject',
  'fapiao', 'postTest', 'rightsRequest', 'minorsReport', 'hold')) not valid;
alter table work_item validate constraint work_item_kind_check;
alter table work_item validate constraint work_item_object_kind_check;
