-- Accounts. What waits on the board is about one of these, and a claim to an account waits there too.
alter table work_item add constraint work_item_object_kind_check check (object_kind in ('booking', 'cancellation', 'refund', 'proposal',
  'sessionSubject', 'paymentException', 'application', 'claim', 'catalogueLine', 'catalogueProduct', 'catalogueSubject', 'fapiao',
  'postTest'));
alter table work_item drop constraint work_item_kind_check;
alter table work_item add constraint work_item_kind_check check (kind in (
  'bookingToPrice', 'bookingRejected', 'cancellationToDecide', 'documentsOverdue', 'refundFailed', 'refundOverdue',
  'paymentException', 'sessionUnderMinimum', 'secondPersonNeeded', 'letterFailed', 'specialArrangement', 'publicationFailed',
  'fapiaoToIssue', 'fapiaoToRed', 'postTestToSend', 'postTestOutcome', 'postTestCancellation', 'claimToDecide'));

-- An account moves to another number when two persons want it (S-16). Number and evidence wait here, sealed, and leave with the decision.
create table number_move (
  id uuid primary key,
  account_id uuid not null references account,
  phone_sealed bytea not null,
  evidence_sealed bytea not null,
  asked_by uuid not null,
  asked_at timestamptz not null
);
-- Who asked for the move; that person does not decide afterwards that the holder of the new number is the owner.
alter table possession_claim add column moved_by uuid;
-- What staff allowed is taken back.
alter table possession_claim drop constraint possession_claim_outcome_check;
alter table possession_claim add constraint possession_claim_outcome_check
  check (outcome in ('Proved', 'NotMe', 'ByStaff', 'Refused', 'NumberMoved', 'TakenBack'));
