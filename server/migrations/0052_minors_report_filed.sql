-- On which day the report on minors' data of a past year was filed, and who says so; a later row corrects an earlier one, and both stand.
create table minors_report_filing (
  id uuid primary key,
  year integer not null check (year between 2000 and 2999),
  filed_on date not null check (filed_on >= make_date(year + 1, 1, 1)),
  recorded_at timestamptz not null,
  recorded_by uuid not null references staff_account,
  recorded_by_name text not null
);
create trigger minors_report_filing_unchanged before update on minors_report_filing execute function refuse_change();
create index minors_report_filing_year on minors_report_filing (year);

alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in ('bookingToPrice', 'bookingRejected', 'cancellationToDecide',
  'documentsOverdue', 'refundFailed', 'refundOverdue', 'paymentException', 'sessionUnderMinimum', 'secondPersonNeeded', 'letterFailed',
  'specialArrangement', 'publicationFailed', 'fapiaoToIssue', 'fapiaoToRed', 'postTestToSend', 'postTestOutcome', 'postTestCancellation',
  'claimToDecide', 'rightsRequest', 'minorsReportDue'));
alter table work_item drop constraint work_item_object_kind_check;
alter table work_item add constraint work_item_object_kind_check check (object_kind in ('booking', 'cancellation', 'refund', 'proposal',
  'sessionSubject', 'paymentException', 'application', 'claim', 'catalogueLine', 'catalogueProduct', 'catalogueSubject', 'fapiao',
  'postTest', 'rightsRequest', 'minorsReport'));
