// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type AuditEntryTable = {
  id: string;
  at: string;
  staff_id: string;
  staff_name: string;
  action: string;
  object_kind: string;
  object_id: string;
  reason: string | null;
  before: ColumnType<object | null, string | null | undefined, string | null>;
  after: ColumnType<object | null, string | null | undefined, string | null>;
  people: Generated<Buffer[]>;
  request_id: string | null;
};

export type AuditHeadTable = {
  only_row: Generated<boolean>;
  sequence: number;
  hash: Buffer;
};

export type AuditLinkTable = {
  sequence: number;
  entry_id: string;
  previous: Buffer;
  hash: Buffer;
};

export type AuditSegmentTable = {
  number: number;
  first_sequence: number;
  last_sequence: number;
  first_at: string;
  last_at: string;
  previous: Buffer;
  head: Buffer;
  sealed_at: string;
  seal: Buffer;
};

export type AuditSegmentDropTable = {
  number: number;
  begun_at: string;
};

export type CalendarDayTable = {
  date: string;
  kind: 'Holiday' | 'MakeupWorkday';
  name_en: string;
  name_zh: string;
  source: 'Official' | 'Provisional';
};

export type DeletionRecordTable = {
  id: string;
  class: string;
  count: number;
  first_start: string;
  last_start: string;
  digest: Buffer;
  at: string;
};

export type ErasureTable = {
  class: string;
  object_id: string;
  at: string;
};

export type FileTable = {
  id: string;
  account_id: string | null;
  staff_id: string | null;
  storage_key: string;
  name_sealed: Buffer;
  kind: 'jpeg' | 'pdf' | 'doc' | 'docx' | 'xls' | 'xlsx';
  size: number;
  sha256: Buffer;
  used_by: string | null;
  object_id: string | null;
  created_at: string;
  used_at: string | null;
};

export type LegalHoldTable = {
  id: string;
  scope: 'person' | 'order' | 'session' | 'case' | 'class';
  object_id: string | null;
  person_key: Buffer | null;
  class: string | null;
  reason: string;
  review_on: string;
  opened_at: string;
  opened_by: string;
  approved_by: string;
  released_at: string | null;
  released_by: string | null;
  release_approved_by: string | null;
  release_reason: string | null;
};

export type MinorApprovalTable = {
  id: string;
  staff_id: string;
  person_key: Buffer | null;
  record_kind: 'candidate' | 'application' | 'booking' | 'postTest' | null;
  record_id: string | null;
  reason: string;
  given_at: string;
  given_by: string;
  expires_at: string;
  ended_at: string | null;
  ended_by: string | null;
  end_reason: string | null;
  is_for_day: Generated<boolean>;
};

export type NoteTable = {
  id: string;
  object_kind: 'application' | 'order' | 'booking' | 'account' | 'candidate' | 'session' | 'refund' | 'postTest';
  object_id: string;
  text: string;
  written_by: string;
  written_by_name: string;
  written_at: string;
};

export type ProposalTable = {
  id: string;
  kind: string;
  object_id: string;
  label: string | null;
  office_id: string | null;
  payload: JSONColumnType<object>;
  reason: string;
  status: 'Open' | 'Approved' | 'Rejected' | 'TakenBack' | 'Lapsed';
  proposed_by: string;
  proposed_by_name: string;
  proposed_at: string;
  expires_at: string;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: string | null;
  decision_reason: string | null;
};

export type RecordViewTable = {
  id: string;
  at: string;
  staff_id: string;
  staff_name: string;
  roles: string[];
  purpose: string;
  record_kind: 'candidate' | 'application' | 'booking' | 'postTest';
  record_id: string;
  account_id: string;
  person_key: Buffer;
  act: Generated<'Opened' | 'Revealed' | 'Exported' | 'Changed' | 'Found' | 'Listed'>;
  fields: Generated<string[]>;
  reason: string | null;
  entry_id: string | null;
  approval_id: string | null;
  is_minor: Generated<boolean>;
  offices: Generated<string[]>;
};

export type WorkItemTable = {
  id: string;
  kind: 'bookingToPrice' | 'bookingRejected' | 'cancellationToDecide' | 'documentsOverdue' | 'refundFailed' | 'refundOverdue' | 'paymentException' | 'sessionUnderMinimum' | 'venueMissing' | 'secondPersonNeeded' | 'letterFailed' | 'guardianSilent' | 'objectionUpheld' | 'specialArrangement' | 'publicationFailed' | 'fapiaoToIssue' | 'fapiaoToRed' | 'postTestToSend' | 'postTestOutcome' | 'postTestCancellation' | 'claimToDecide' | 'rightsRequest' | 'minorsReportDue' | 'holdReview' | 'signInsTried' | 'manyReveals' | 'manySearches' | 'rightsGiven' | 'holidaysToConfirm';
  object_kind: 'booking' | 'cancellation' | 'refund' | 'proposal' | 'session' | 'sessionSubject' | 'paymentException' | 'application' | 'claim' | 'catalogueLine' | 'catalogueProduct' | 'catalogueSubject' | 'catalogueBody' | 'fapiao' | 'postTest' | 'rightsRequest' | 'minorsReport' | 'hold' | 'staff' | 'calendarYear';
  object_id: string;
  label: string | null;
  office_id: string | null;
  due_at: string;
  opened_at: string;
  assigned_to: string | null;
  assigned_to_name: string | null;
  assigned_at: string | null;
  snoozed_until: string | null;
  snooze_reason: string | null;
  closed_at: string | null;
  version: Generated<number>;
};
