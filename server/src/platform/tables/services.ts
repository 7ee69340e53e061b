// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type BookingTable = {
  id: string;
  account_id: string;
  code: string;
  status: 'Initiated' | 'Drafted' | 'Confirming' | 'Processing' | 'Completed' | 'CancelledBeforeArrangement' | 'WithdrawnBeforeArrangement';
  pending: 'Rejected' | 'Updated' | null;
  pending_before: 'Rejected' | 'Updated' | null;
  version: Generated<number>;
  product_id: string;
  office_id: string;
  expected_date: string;
  expected_month: string;
  candidate_id: string;
  person_key: Buffer;
  id_type: string;
  id_no_sealed: Buffer;
  id_no_masked: ColumnType<never, never, never>;
  first_name: string;
  last_name: string;
  gender: ColumnType<never, never, never>;
  dob: ColumnType<never, never, never>;
  email_sealed: Buffer | null;
  mobile_sealed: Buffer | null;
  leave_alone: boolean | null;
  form_template_id: string | null;
  form_json_sealed: Buffer | null;
  steps_sealed: Buffer;
  arrangement_version: number | null;
  amount: number | null;
  pay_end_at: string | null;
  first_start_at: string | null;
  first_exam_date: string | null;
  is_pay_restriction_lifted: Generated<boolean>;
  reject_reason: ColumnType<never, never, never>;
  cancel_reason: ColumnType<never, never, never>;
  withdraw_reason: string | null;
  timetable_file_id: string | null;
  taken_by: string | null;
  taken_by_name: string | null;
  submitted_at: string;
  confirmed_at: string | null;
  completed_at: string | null;
  form_files_id: string | null;
  anonymised_at: string | null;
  restricted_at: string | null;
  draft_sealed: Buffer | null;
  reject_reason_sealed: Buffer | null;
  cancel_reason_sealed: Buffer | null;
  dob_sealed: Buffer | null;
  gender_sealed: Buffer | null;
  birth_key: Buffer | null;
  birth_year: number | null;
  birthday_past_in: number | null;
  guardian_key: Buffer | null;
  class_when_made: number | null;
  name_zh_sealed: Buffer | null;
};

export type BookingArrangementTable = {
  id: string;
  booking_id: string;
  version: number;
  amount: number;
  pay_end_at: string;
  note: string | null;
  price_reason: string | null;
  issued_by: string;
  issued_at: string;
  arrangement_granted_sealed: Buffer | null;
};

export type BookingDateProposalTable = {
  id: string;
  booking_id: string;
  papers: JSONColumnType<object>;
  reason: string;
  proposed_by: string;
  proposed_by_name: string;
  proposed_at: string;
  answer_by: string;
  answer: 'Agreed' | 'Declined' | 'TakenBack' | 'Lapsed' | null;
  answered_at: string | null;
};

export type BookingPaperTable = {
  id: string;
  arrangement_id: string;
  sort: number;
  subject: string;
  city_id: string;
  venue_id: string | null;
  place: Generated<string>;
  exam_date: string;
  start_time: string;
  end_time: string;
  starts_at: string;
  ends_at: string;
  local_fee: number;
  board_fee: number;
  vat: number;
  total: number;
  subject_en: string | null;
};

export type BookingPersonTable = {
  id: string;
  booking_id: string;
  role: 'Guardian' | 'PickupPerson';
  name_sealed: Buffer;
  id_type: string;
  id_no_sealed: Buffer;
  id_no_masked: ColumnType<never, never, never>;
  mobile_sealed: Buffer;
  type: string | null;
};

export type CalendarAddressTable = {
  id: string;
  account_id: string;
  secret_hash: Buffer;
  secret_sealed: Buffer;
  created_at: string;
};

export type CancellationItemTable = {
  request_id: string;
  application_id: string;
  refund_id: string;
  paid_amount: number;
  quoted_amount: number;
  approved_amount: number | null;
  is_open: Generated<boolean>;
};

export type CancellationRequestTable = {
  id: string;
  account_id: string;
  order_id: string;
  attempt: number;
  reason: ColumnType<never, never, never>;
  requested_at: string;
  policy_row: string;
  percent: number;
  is_document_required: boolean;
  frozen: JSONColumnType<object>;
  documents_due_at: string;
  remind_at: string | null;
  documents_asked: string | null;
  overdue_at: string | null;
  version: Generated<number>;
  outcome: 'Approved' | 'Rejected' | 'TakenBack' | 'Overtaken' | null;
  decided_at: string | null;
  decided_by: string | null;
  decision_reason: string | null;
  reason_sealed: Buffer | null;
};

export type PostTestTable = {
  id: string;
  account_id: string;
  code: string;
  status: 'Initiated' | 'Submitted' | 'Registered' | 'RegisteredCancellationRequested' | 'Cancelled' | 'Expired' | 'Processing' | 'Complete' | 'ApplicationRejected';
  version: Generated<number>;
  product_id: string;
  service_id: string;
  level_id: string | null;
  series_id: string | null;
  award_id: string | null;
  centre_id: string | null;
  office_id: string | null;
  component_ids: Generated<string[]>;
  form_file_ids: Generated<string[]>;
  is_place_pending: Generated<boolean>;
  entered_sealed: Buffer | null;
  last_name: string | null;
  first_name: string | null;
  dob: ColumnType<never, never, never>;
  candidate_number: string | null;
  person_key: Buffer | null;
  uci_sealed: Buffer | null;
  uci_key: Buffer | null;
  second_uci_sealed: Buffer | null;
  second_uci_key: Buffer | null;
  form_template_id: string | null;
  form_json_sealed: Buffer | null;
  amount: Generated<number>;
  ordered_version: number | null;
  board_close_at: string | null;
  is_uci_cleared: Generated<boolean>;
  cancel_reason: ColumnType<never, never, never>;
  cancel_requested_at: string | null;
  cancel_refund_id: string | null;
  cancel_reject_reason: string | null;
  reject_reason: string | null;
  export_id: string | null;
  board_reference: string | null;
  expected_by: string | null;
  is_grade_changed: boolean | null;
  grade_before: string | null;
  grade_after: string | null;
  outcome_note: string | null;
  taken_by: string | null;
  taken_by_name: string | null;
  created_at: string;
  saved_at: string;
  submitted_at: string | null;
  registered_at: string | null;
  sent_at: string | null;
  completed_at: string | null;
  deleted_at: string | null;
  anonymised_at: string | null;
  restricted_at: string | null;
  restricted_with: string | null;
  cancel_reason_sealed: Buffer | null;
  dob_sealed: Buffer | null;
  birth_key: Buffer | null;
  birth_year: number | null;
  birthday_past_in: number | null;
  guardian_key: Buffer | null;
  class_when_made: number | null;
  subject_version: Generated<number>;
};

export type PostTestAwardTable = {
  id: string;
  product_id: string;
  level_id: string;
  code: string;
  name_en: string;
  name_zh: string;
  units_needed: number;
  sort: number;
};

export type PostTestAwardComponentTable = {
  award_id: string;
  component_id: string;
};

export type PostTestBoardTable = {
  product_id: string;
  uci_policy: 'strict' | 'shape' | 'none';
};

export type PostTestComponentTable = {
  id: string;
  product_id: string;
  code: string;
  name_en: string;
  name_zh: string;
  traits: Generated<string[]>;
  mandatory_in: Generated<string[]>;
  sort: number;
};

export type PostTestComponentLevelTable = {
  component_id: string;
  level_id: string;
};

export type PostTestExportTable = {
  id: string;
  product_id: string;
  purpose: string;
  row_count: number;
  file_hash: ColumnType<never, never, never>;
  exported_by: string;
  exported_by_name: string;
  exported_at: string;
};

export type PostTestFeeTable = {
  service_id: string;
  level_id: string;
  local_fee: number;
  board_fee: number;
  vat: number;
  effective_from: Generated<string>;
};

export type PostTestItemTable = {
  post_test_id: string;
  position: number;
  component_id: string | null;
  code: string;
  name_en: string;
  name_zh: string;
  local_fee: number;
  board_fee: number;
  vat: number;
  outcome: 'Lowered' | 'Confirmed' | 'Raised' | null;
  mark_before: string | null;
  mark_after: string | null;
};

export type PostTestLevelTable = {
  id: string;
  product_id: string;
  code: string;
  name_en: string;
  name_zh: string;
  sort: number;
};

export type PostTestSeriesTable = {
  id: string;
  product_id: string;
  year: number;
  month: number;
  name_en: string;
  name_zh: string;
};

export type PostTestServiceTable = {
  id: string;
  product_id: string;
  code: string;
  kind: 'clericalCheck' | 'clericalCheckWithScript' | 'review' | 'reviewWithScript' | 'priorityReview' | 'scriptCopy' | 'priorityScriptCopy' | 'centreScript' | 'lateCashIn' | 'uciMerge';
  name_en: string;
  name_zh: string;
  summary_en: string;
  summary_zh: string;
  requires_service_id: string | null;
  age_from: number | null;
  age_to: number | null;
  is_form_required: boolean;
  turnaround_days: number | null;
  is_turnaround_working: Generated<boolean>;
  status: Generated<'Active' | 'Inactive'>;
  sort: number;
};

export type PostTestWindowTable = {
  id: string;
  service_id: string;
  series_id: string;
  open_from: string;
  close_at: string;
  board_close_at: string;
  version: Generated<number>;
};

export type ReminderTable = {
  kind: string;
  object_id: string;
  about: string;
  told_at: string | null;
};

export type ServiceRangeTable = {
  id: string;
  office_id: string;
  product_id: string | null;
  from_date: string;
  to_date: string;
  is_open: boolean;
  note: string | null;
  created_by: string;
  created_at: string;
};
