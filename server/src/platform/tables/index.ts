// Written by tools/src/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type AccountTable = {
  id: string;
  phone_key: Buffer | null;
  phone_sealed: Buffer | null;
  email_key: Buffer | null;
  email_sealed: Buffer | null;
  password_hash: string | null;
  date_of_birth: string | null;
  is_promotion_allowed: Generated<boolean>;
  is_phone_receiving: Generated<boolean>;
  is_email_receiving: Generated<boolean>;
  message_language: Generated<'English' | 'Chinese'>;
  status: Generated<'Active' | 'Locked' | 'Closed'>;
  terms_version: string | null;
  created_at: string;
  closed_at: string | null;
  is_password_by_phone: Generated<boolean>;
};

export type AccountCandidatesTable = {
  account_id: string | null;
  saved: number | null;
};

export type AccountDeviceTable = {
  id: string;
  account_id: string;
  token_hash: Buffer;
  device: string;
  network: string;
  created_at: string;
  last_seen_at: string;
  trusted_until: string | null;
};

export type AccountSessionTable = {
  id_hash: Buffer;
  account_id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  ended_at: string | null;
  device: string;
  network: string;
  id: string;
  proved_at: string;
  device_id: string | null;
};

export type ApplicationTable = {
  id: string;
  account_id: string;
  code: string;
  category: 'Booking' | 'Public' | 'PostTest';
  status: 'Initiated' | 'Submitted' | 'Registered' | 'Withdrawn' | 'RegisteredCancellationRequested' | 'RegisteredCancellationRejected' | 'Cancelled' | 'Expired' | 'Processing' | 'Complete' | 'ApplicationRejected';
  product_id: string;
  session_id: string;
  candidate_type: string | null;
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
  shown_amount: number;
  email_status: Generated<'NotSent' | 'Sending' | 'Success' | 'Failed'>;
  letter_version: Generated<number>;
  letter_code: string;
  withdraw_reason: string | null;
  cancellation_request_reason: ColumnType<never, never, never>;
  cancellation_reject_reason: string | null;
  cloned_from: string | null;
  created_at: string;
  registered_at: string | null;
  deleted_at: string | null;
  letter_announced_version: Generated<number>;
  booking_id: string | null;
  has_special_arrangement: Generated<boolean>;
  desk_version: Generated<number>;
  form_files_id: string | null;
  anonymised_at: string | null;
  restricted_at: string | null;
  dob_sealed: Buffer | null;
  gender_sealed: Buffer | null;
  birth_key: Buffer | null;
  birth_year: number | null;
  birthday_past_in: number | null;
  class_when_made: number | null;
  class_on_exam_day: number | null;
  leaving_noted_at: string | null;
  leaving_ticked_at: string | null;
  guardian_changed_at: string | null;
};

export type ApplicationCancellationTable = {
  application_id: string | null;
  request_id: string | null;
  attempt: number | null;
  outcome: string | null;
  reason: ColumnType<never, never, never>;
  requested_at: string | null;
  policy_row: string | null;
  percent: number | null;
  is_document_required: boolean | null;
  documents_due_at: string | null;
  documents_asked: string | null;
  decided_at: string | null;
  decision_reason: string | null;
  quoted_amount: number | null;
  approved_amount: number | null;
  refund_id: string | null;
  rejections: number | null;
  sealed_reason: Buffer | null;
};

export type ApplicationMoveTable = {
  application_id: string | null;
  move_id: string | null;
  session_id: string | null;
  previous_date: string | null;
  previous_start_time: string | null;
  moved_at: string | null;
  choose_by: string | null;
  outcome: string | null;
  can_choose: boolean | null;
};

export type ApplicationPaidTable = {
  application_id: string | null;
  order_id: string | null;
  order_code: string | null;
  account_id: string | null;
  ordered_at: string | null;
  local_fee_amount: number | null;
  board_fee_amount: number | null;
  other_fee_amount: number | null;
  vat: number | null;
  late_entry_charge_amount: number | null;
  pay_amount: number | null;
  payment_id: string | null;
};

export type ApplicationPaperTable = {
  application_id: string;
  session_subject_id: string;
  subject_id: string;
  sort: number;
};

export type ApplicationPaymentTable = {
  application_id: string | null;
  pay_amount: number | null;
  order_id: string | null;
  order_code: string | null;
  order_status: string | null;
  paid_at: string | null;
};

export type ApplicationPersonTable = {
  id: string;
  application_id: string;
  role: 'Guardian' | 'PickupPerson';
  name_sealed: Buffer;
  id_type: string;
  id_no_sealed: Buffer;
  id_no_masked: ColumnType<never, never, never>;
  mobile_sealed: Buffer;
  type: string | null;
};

export type ApplicationStepTable = {
  application_id: string;
  position: number;
  step_name: string;
  json_result_sealed: Buffer;
};

export type ApplicationSummaryTable = {
  application_id: string | null;
  code: string | null;
  account_id: string | null;
  status: string | null;
  candidate_name: string | null;
  product_name_en: string | null;
  product_name_zh: string | null;
  subject_name_en: string | null;
  subject_name_zh: string | null;
  component_code: string | null;
  city_name_en: string | null;
  city_name_zh: string | null;
  exam_date: string | null;
  start_time: string | null;
  end_time: string | null;
};

export type AttendanceTable = {
  id: string;
  status: 'Expected' | 'Present' | 'Late' | 'Absent';
  marked_at: string | null;
  marked_by: string | null;
  marked_by_name: string | null;
  version: Generated<number>;
};

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

export type AuditProblemTable = {
  problem: string | null;
  sequence: number | null;
  entry_id: string | null;
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

export type AwardingBodyTable = {
  id: string;
  code: string;
  name_en: string;
  name_zh: string;
  legal_name_en: string | null;
  legal_name_zh: string | null;
  country: string | null;
  contact_en: string | null;
  contact_zh: string | null;
  purpose_en: string | null;
  purpose_zh: string | null;
  means_en: string | null;
  means_zh: string | null;
  data_kinds_en: string | null;
  data_kinds_zh: string | null;
  rights_en: string | null;
  rights_zh: string | null;
  version: Generated<number>;
};

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

export type BookingProductTable = {
  product_id: string;
  lead_days: number;
  is_surcharge_allowed: boolean;
  is_university: Generated<boolean>;
  base_fee: number;
  board_fee: Generated<number>;
  surcharge: Generated<number>;
  local_vat_rate: Generated<number>;
  board_vat_rate: Generated<number>;
};

export type BooksProblemTable = {
  problem: string | null;
  object_id: string | null;
};

export type BooksSeatsAndMoneyTable = {
  problem: string | null;
  object_id: string | null;
};

export type CalendarDayTable = {
  date: string;
  kind: 'Holiday' | 'MakeupWorkday';
  name_en: string;
  name_zh: string;
  source: 'Official' | 'Provisional';
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

export type CandidateTable = {
  id: string;
  account_id: string;
  id_type: 'IDCard' | 'IDCardTaiwan' | 'IDCardHongKongMacau' | 'Passport';
  id_no_sealed: Buffer;
  id_no_masked: ColumnType<never, never, never>;
  person_key: Buffer;
  first_name: string;
  last_name: string;
  gender: ColumnType<never, never, never>;
  dob: ColumnType<never, never, never>;
  email_sealed: Buffer | null;
  mobile_sealed: Buffer | null;
  created_at: string;
  deleted_at: string | null;
  anonymised_at: string | null;
  restricted_at: string | null;
  dob_sealed: Buffer | null;
  gender_sealed: Buffer | null;
  birth_key: Buffer | null;
  birth_year: number | null;
  birthday_past_in: number | null;
  updated_at: string | null;
};

export type CandidateGuardianTable = {
  id: string;
  candidate_id: string;
  name_sealed: Buffer;
  id_type: 'IDCard' | 'IDCardTaiwan' | 'IDCardHongKongMacau' | 'Passport';
  id_no_sealed: Buffer;
  id_no_masked: ColumnType<never, never, never>;
  mobile_sealed: Buffer;
  type: 'Father' | 'Mother' | 'LegalGuardian' | 'Other';
};

export type CandidateImportTable = {
  id: string;
  account_id: string;
  rows_sealed: Buffer;
  created_at: string;
  expires_at: string;
};

export type CaptchaTable = {
  id: string;
  kind: 'slider' | 'pow';
  visit_hash: Buffer;
  answer: string;
  tries: Generated<number>;
  expires_at: string;
  verify_hash: Buffer | null;
  verified_at: string | null;
  spent_at: string | null;
};

export type CatalogueDraftTable = {
  id: string;
  object_kind: 'line' | 'product' | 'subject' | 'body';
  object_id: string;
  is_new: boolean;
  status: 'Draft' | 'Planned' | 'Published' | 'Discarded';
  changes: JSONColumnType<object>;
  reprices_sessions: Generated<boolean>;
  version: Generated<number>;
  editors: string[];
  editor_names: string[];
  effective_from: string | null;
  effective_at: string | null;
  published_by: string | null;
  published_by_name: string | null;
  reason: string | null;
  failure: ColumnType<object | null, string | null | undefined, string | null>;
  saved_at: string;
};

export type CatalogueObjectTable = {
  kind: string | null;
  id: string | null;
  code: string | null;
  name_en: string | null;
  name_zh: string | null;
  line_id: string | null;
  product_id: string | null;
  parent_en: string | null;
  parent_zh: string | null;
  sort: number | null;
  is_published: boolean | null;
  is_archived: boolean | null;
};

export type CatalogueVersionTable = {
  id: string;
  object_kind: 'line' | 'product' | 'subject' | 'body';
  object_id: string;
  number: number;
  before: ColumnType<object | null, string | null | undefined, string | null>;
  after: JSONColumnType<object>;
  changed: string[];
  drafted_by: string | null;
  published_by: string | null;
  reason: string | null;
  at: string;
};

export type ChannelMovementTable = {
  kind: string | null;
  channel: string | null;
  reference: string | null;
  trade_no: string | null;
  amount: number | null;
  at: string | null;
  day: string | null;
  order_id: string | null;
  order_code: string | null;
};

export type ChannelMovementDayTable = {
  kind: string | null;
  channel: string | null;
  reference: string | null;
  trade_no: string | null;
  amount: number | null;
  at: string | null;
  day: string | null;
  order_id: string | null;
  order_code: string | null;
  counted_on: string | null;
  is_late: boolean | null;
};

export type ChannelStatementTable = {
  id: string;
  channel: string;
  day: string;
  file_name: string;
  file_hash: Buffer;
  row_count: number;
  uploaded_by: string;
  uploaded_by_name: string;
  uploaded_at: string;
};

export type ChannelStatementRowTable = {
  statement_id: string;
  position: number;
  kind: 'payment' | 'refund';
  reference: string;
  trade_no: string;
  amount: number;
  at: string;
};

export type CircularTable = {
  id: string;
  session_id: string;
  title_en: string;
  title_zh: string;
  text_en: string;
  text_zh: string;
  recipients: number;
  sent_by: string;
  sent_by_name: string;
  sent_at: string;
};

export type CircularRecipientTable = {
  circular_id: string;
  application_id: string;
};

export type CityTable = {
  id: string;
  office_id: string;
  code: string;
  name_en: string;
  name_zh: string;
  sort: number;
  version: Generated<number>;
  status: Generated<'Active' | 'Inactive'>;
};

export type ClockOffsetTable = {
  only_row: Generated<boolean>;
  seconds: Generated<number>;
};

export type ConsentTable = {
  id: string;
  account_id: string;
  application_id: string | null;
  candidate_id: string | null;
  statement_id: string;
  version: string;
  language: string;
  text_hash: Buffer;
  guardian_relation: string | null;
  network: string;
  device: string;
  given_at: string;
  booking_id: string | null;
  post_test_id: string | null;
};

export type ConsentEndedTable = {
  consent_id: string | null;
  withdrawn_at: string | null;
};

export type ConsentRestorationTable = {
  consent_id: string;
  request_id: string;
  restored_at: string;
};

export type ConsentTextTable = {
  hash: Buffer;
  statement_id: string;
  version: string;
  language: 'en' | 'zh';
  text: string;
  kept_at: string;
};

export type ConsentWithdrawalTable = {
  consent_id: string;
  request_id: string;
  withdrawn_at: string;
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

export type EntryExportTable = {
  id: string;
  awarding_body_id: string;
  product_id: string;
  session_id: string | null;
  template: string;
  recipient: string;
  country: string;
  purpose: string;
  fields: string[];
  new_count: number;
  changed_count: number;
  withdrawn_count: number;
  file_hash: Buffer;
  exported_by: string;
  exported_by_name: string;
  exported_at: string;
};

export type EntryRowTable = {
  export_id: string;
  application_id: string;
  change: 'New' | 'Changed' | 'Withdrawn';
  fingerprint: Buffer;
};

export type ErasureTable = {
  class: string;
  object_id: string;
  at: string;
};

export type ExamCentreTable = {
  id: string;
  code: string;
  awarding_body_id: string;
  office_id: string;
  name_en: string;
  name_zh: string;
  status: 'Active' | 'Inactive';
  version: Generated<number>;
};

export type ExamOrderTable = {
  id: string;
  account_id: string;
  code: string;
  category: 'Booking' | 'Public' | 'PostTest';
  status: 'PaymentPending' | 'PaymentSuccessful' | 'PaymentExpired';
  version: Generated<number>;
  original_amount: number;
  tier_discount_amount: number;
  late_entry_charge_amount: number;
  total_amount: number;
  pay_amount: number;
  actual_pay_amount: Generated<number>;
  payment_type: string | null;
  payment_start_at: string;
  payment_end_at: string;
  extensions: Generated<number>;
  is_hidden: Generated<boolean>;
  created_at: string;
  payment_completed_at: string | null;
  request_key: string | null;
  booking_id: string | null;
  booking_version: number | null;
  transfer_chosen_at: string | null;
  usual_end_at: string | null;
};

export type ExamSessionTable = {
  id: string;
  product_id: string;
  office_id: string;
  city_id: string;
  venue_id: string | null;
  exam_date: string;
  start_time: string;
  end_time: string;
  starts_at: string;
  ends_at: string;
  status: 'Draft' | 'Published' | 'Withdrawn';
  seat: number;
  registered: Generated<number>;
  seat_per: Generated<'Candidate' | 'Subject'>;
  publish_start_at: string;
  publish_end_at: string;
  is_exclusive: Generated<boolean>;
  invitation_code_hash: Buffer | null;
  is_hot: Generated<boolean>;
  can_send: Generated<boolean>;
  is_send_email: Generated<boolean>;
  notice_en: string | null;
  notice_zh: string | null;
  created_by: string | null;
  created_at: string;
  booking_id: string | null;
  version: Generated<number>;
  place: Generated<string>;
};

export type FapiaoTable = {
  id: string;
  order_id: string;
  account_id: string;
  status: 'Requested' | 'Refused' | 'Issued' | 'RedIssued' | 'Closed';
  version: Generated<number>;
  buyer: 'Personal' | 'Company';
  title: string;
  tax_number: string | null;
  email_sealed: Buffer | null;
  email_masked: string;
  refusal: string | null;
  requested_at: string;
};

export type FapiaoPaperTable = {
  id: string;
  fapiao_id: string;
  is_red: boolean;
  number: string;
  amount: number;
  file_id: string | null;
  issued_by: string;
  issued_by_name: string;
  issued_at: string;
};

export type FapiaoSumsTable = {
  fapiao_id: string | null;
  order_code: string | null;
  paid: number | null;
  committed: number | null;
  returned: number | null;
  number: string | null;
  issued_at: string | null;
  issued: number | null;
  red: number | null;
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

export type FiledDocumentTable = {
  id: string;
  application_id: string;
  class: string;
  case_id: string | null;
  issued_on: string | null;
  filed_at: string;
  filed_by: string;
  kind: string;
  note: string | null;
};

export type FindableTable = {
  kind: string | null;
  id: string | null;
  code: string | null;
  key: string | null;
  name: string | null;
  office_id: string | null;
};

export type FormFilesInUseTable = {
  form_files_id: string | null;
};

export type FormTemplateTable = {
  id: string;
  number: string;
  version: number;
};

export type GuardianNoticeTable = {
  id: string;
  message_id: string;
  application_id: string | null;
  booking_id: string | null;
  post_test_id: string | null;
  token_hash: Buffer;
  mobile_key: Buffer;
  made_at: string;
  expires_at: string;
  objected_at: string | null;
  request_id: string | null;
  must_agree: Generated<boolean>;
  waits_until: string | null;
  agreed_at: string | null;
  replaced_at: string | null;
  leaving_agreed_at: string | null;
};

export type GuardianWaitTable = {
  application_id: string | null;
  booking_id: string | null;
  post_test_id: string | null;
  has_objected: boolean | null;
  until: string | null;
};

export type HistoryTable = {
  id: string;
  kind: string;
  object_id: string;
  event: string;
  actor_kind: 'candidate' | 'staff' | 'system' | 'gateway';
  actor_id: string | null;
  from_status: string | null;
  to_status: string | null;
  reason: string | null;
  request_id: string | null;
  at: string;
};

export type IdempotencyKeyTable = {
  account_id: string;
  key: string;
  endpoint: string;
  request_hash: Buffer;
  status: number | null;
  answer: ColumnType<object | null, string | null | undefined, string | null>;
  created_at: string;
};

export type IncidentTable = {
  id: string;
  staff_id: string | null;
  entry_id: string | null;
  since: string;
  until: string;
  reason: string;
  people: number;
  minors: number;
  noted_at: string;
  noted_by: string;
  noted_by_name: string;
};

export type InvitationCodeTable = {
  id: string;
  session_id: string;
  code_hash: Buffer;
  label: string;
  use_limit: number | null;
  made_by_name: string | null;
  made_at: string;
  ended_at: string | null;
  replaced_by: string | null;
  version: Generated<number>;
};

export type InvitationTicketTable = {
  session_id: string;
  account_id: string;
  expires_at: string;
};

export type InvitationUseTable = {
  code_id: string;
  account_id: string;
  first_at: string;
  last_at: string;
};

export type KeptContactTable = {
  contact_key: Buffer;
  free_at: string;
};

export type KnownKeyTable = {
  name: string;
  fingerprint: Buffer;
  known_since: string;
};

export type LapsedOrderCountTable = {
  id: string;
  day: string;
  office_id: string | null;
  product_id: string | null;
  category: string;
  orders: number;
  lines: number;
  amount: number;
};

export type LapsedOrderSumTable = {
  day: string | null;
  office_id: string | null;
  product_id: string | null;
  category: string | null;
  orders: number | null;
  lines: number | null;
  amount: number | null;
};

export type LedgerCarriedTable = {
  carry: number;
  position: number;
  day: string;
  office_id: string | null;
  account: 'channel' | 'bank' | 'customer' | 'revenue' | 'refundDue';
  kind: string;
  debit: number;
  credit: number;
  entries: number;
};

export type LedgerCarryTable = {
  number: number;
  id: string;
  at: string;
  orders: number;
  entries: number;
  first_closed_at: string;
  last_closed_at: string;
  digest: Buffer;
  seal: Buffer;
};

export type LedgerEntryTable = {
  id: string;
  transaction_id: string;
  order_id: string;
  account: 'channel' | 'bank' | 'customer' | 'revenue' | 'refundDue';
  amount: number;
  kind: string;
  at: string;
};

export type LedgerSumTable = {
  at: string | null;
  office_id: string | null;
  account: string | null;
  kind: string | null;
  debit: number | null;
  credit: number | null;
  entries: number | null;
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

export type MessageTable = {
  id: string;
  message_key: string;
  kind: string;
  object_id: string;
  account_id: string | null;
  channel: 'sms' | 'mail';
  language: 'en' | 'zh';
  recipient_sealed: Buffer;
  values_sealed: Buffer;
  state: 'Waiting' | 'Sent' | 'Failed';
  attempts: Generated<number>;
  last_error: string | null;
  provider_id: string | null;
  created_at: string;
  sent_at: string | null;
  task: Generated<string>;
  is_wiped: Generated<boolean>;
  instead_of: string | null;
  busy_until: string | null;
  unsure_tries: Generated<number>;
};

export type MessageTemplateTable = {
  kind: string;
  language: 'en' | 'zh';
  subject: string;
  paragraphs: JSONColumnType<object>;
  version: number;
  changed_by: string;
  changed_by_name: string;
  changed_at: string;
};

export type MigrationTable = {
  name: string;
  sha256: string;
  ran_at: string;
};

export type MigrationLockTable = {
  only_row: Generated<boolean>;
};

export type MinimumDecisionTable = {
  session_subject_id: string;
  session_id: string;
  minimum: number;
  registered: number;
  found_at: string;
  decide_by: string | null;
  outcome: 'NotNeeded' | 'RunAnyway' | 'Moved' | 'Withdrawn' | null;
  decided_at: string | null;
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
};

export type MinorsReportFilingTable = {
  id: string;
  year: number;
  filed_on: string;
  recorded_at: string;
  recorded_by: string;
  recorded_by_name: string;
};

export type MisconductCaseTable = {
  id: string;
  application_id: string;
  reason: string;
  opened_at: string;
  opened_by: string;
  closed_at: string | null;
  closed_by: string | null;
  outcome: string | null;
  status: Generated<'Open' | 'Closed'>;
};

export type MovedRegistrationTable = {
  move_id: string;
  application_id: string;
  previous_start_time: string;
  told_at: string | null;
  outcome: 'Accepted' | 'Refunded' | 'Lapsed' | 'Overtaken' | null;
  decided_at: string | null;
};

export type MovementCarriedTable = {
  carry: number;
  channel: string;
  day: string;
  count: number;
  net: number;
};

export type NetworkLogTable = {
  id: string;
  at: string;
  origin: 'portal' | 'console';
  method: string;
  route: string | null;
  status: number;
  milliseconds: number;
  account_id: string | null;
  staff_id: string | null;
  address_sealed: Buffer;
  address_key: Buffer;
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

export type NumberMoveTable = {
  id: string;
  account_id: string;
  phone_sealed: Buffer;
  evidence_sealed: Buffer;
  asked_by: string;
  asked_at: string;
};

export type OfficeTable = {
  id: string;
  code: string;
  name_en: string;
  name_zh: string;
  email: string;
  phone: string;
  sort: number;
  version: Generated<number>;
};

export type OrderItemTable = {
  id: string;
  order_id: string;
  application_id: string;
  session_id: string | null;
  position: number;
  original_amount: number;
  local_fee_amount: number;
  board_fee_amount: number;
  other_fee_amount: Generated<number>;
  vat: number;
  tier_count: number;
  tier_discount_amount: number;
  late_entry_stage: string | null;
  late_entry_charge_amount: number;
  pay_amount: number;
  is_post_test: Generated<boolean>;
  registration_id: string | null;
  post_test_id: string | null;
};

export type OrderKeptTable = {
  order_id: string | null;
  order_code: string | null;
  account_id: string | null;
  paid_at: string | null;
  paid: number | null;
  committed: number | null;
  returned: number | null;
};

export type OrderLineCountTable = {
  order_id: string | null;
  day: string | null;
  office_id: string | null;
  product_id: string | null;
  category: string | null;
  orders: number | null;
  amount: number | null;
};

export type OrderOwnerTable = {
  order_id: string | null;
  order_code: string | null;
  account_id: string | null;
  office_id: string | null;
};

export type OrderPaymentProgressTable = {
  order_id: string | null;
  is_accepted: boolean | null;
  is_live: boolean | null;
};

export type OutOfUseTable = {
  id: string | null;
};

export type PasskeyTable = {
  id: string;
  account_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  user_handle: Buffer;
  counter: number;
  transports: string[];
  is_synced: boolean;
  name_sealed: Buffer;
  created_at: string;
  last_used_at: string | null;
};

export type PasskeyChallengeTable = {
  challenge: Buffer;
  purpose: 'Add' | 'SignIn';
  visit_hash: Buffer;
  account_id: string | null;
  user_handle: Buffer | null;
  expires_at: string;
};

export type PasskeyOfAccountTable = {
  account_id: string | null;
  id: string | null;
};

export type PaymentTable = {
  id: string;
  order_id: string;
  attempt_id: string | null;
  channel: string;
  channel_trade_no: string;
  amount: number;
  refunded_amount: Generated<number>;
  paid_at: string;
  recorded_at: string;
  settles_order: Generated<boolean>;
};

export type PaymentAttemptTable = {
  id: string;
  order_id: string;
  trade_no: string;
  channel: string;
  payment_type: string;
  status: 'Started' | 'Accepted' | 'Succeeded' | 'Failed' | 'Closed';
  amount: number;
  redirect_url: string | null;
  qr_code: string | null;
  expires_at: string;
  next_poll_at: string | null;
  polls: Generated<number>;
  created_at: string;
  ended_at: string | null;
  redirect_fields: ColumnType<object | null, string | null | undefined, string | null>;
  led_for: 'desktop' | 'phone' | null;
  reference: string | null;
};

export type PaymentEventTable = {
  id: string;
  channel: string;
  event_key: string;
  trade_no: string | null;
  kind: string;
  outcome: string;
  payload_sealed: Buffer;
  received_at: string;
};

export type PaymentExceptionTable = {
  id: string;
  order_id: string | null;
  payment_id: string | null;
  kind: 'late' | 'double' | 'amountMismatch' | 'unknownTrade' | 'badSignature' | 'channelSilent' | 'refundFailed' | 'refundOutside' | 'refundShort' | 'withdrawalStuck';
  detail: string;
  opened_at: string;
  closed_at: string | null;
  closed_by: string | null;
  resolution: string | null;
  channel: string | null;
  trade_no: string | null;
  application_id: string | null;
  amount: number | null;
};

export type PersonOfRecordTable = {
  kind: string | null;
  id: string | null;
  person_key: Buffer | null;
};

export type PersonOfficeTable = {
  person_key: Buffer | null;
  account_id: string | null;
  office_id: string | null;
};

export type PersonRecordTable = {
  kind: string | null;
  id: string | null;
  account_id: string | null;
  person_key: Buffer | null;
  dob: ColumnType<never, never, never>;
  office_id: string | null;
  code: string | null;
  name: string | null;
  is_minor: boolean | null;
  birth_key: Buffer | null;
};

export type PossessionClaimTable = {
  id: string;
  account_id: string;
  birth_date_tries: Generated<number>;
  opened_at: string;
  handed_to_staff_at: string | null;
  ended_at: string | null;
  outcome: 'Proved' | 'NotMe' | 'ByStaff' | 'Refused' | 'NumberMoved' | 'TakenBack' | null;
  evidence_sealed: Buffer | null;
  decided_by_name: string | null;
  let_in_until: string | null;
  moved_by: string | null;
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
  file_hash: Buffer;
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

export type PostTestSummaryTable = {
  application_id: string | null;
  code: string | null;
  account_id: string | null;
  status: string | null;
  candidate_name: string | null;
  product_name_en: string | null;
  product_name_zh: string | null;
  subject_name_en: string | null;
  subject_name_zh: string | null;
  component_code: string | null;
  city_name_en: string | null;
  city_name_zh: string | null;
  exam_date: string | null;
  start_time: string | null;
  end_time: string | null;
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

export type ProductTable = {
  id: string;
  line_id: string;
  code: string;
  name_en: string;
  name_zh: string;
  summary_en: string;
  summary_zh: string;
  category: 'Booking' | 'Public' | 'PostTest';
  access: 'open' | 'opensSoon' | 'external' | 'archived';
  awarding_body_id: string | null;
  form_template_id: string | null;
  special_notice_en: string | null;
  special_notice_zh: string | null;
  external_url: string | null;
  minimum_candidates: Generated<number>;
  letter_lead_days: Generated<number>;
  is_repeat_by_subject: Generated<boolean>;
  sort: number;
  last_modified_at: string;
  refund_policy: ColumnType<object | null, string | null | undefined, string | null>;
  is_board_fee_refundable: Generated<boolean>;
  transfer_hours: number | null;
};

export type ProductLineTable = {
  id: string;
  code: string;
  name_en: string;
  name_zh: string;
  is_display_on_home: boolean;
  detail_url_en: string | null;
  detail_url_zh: string | null;
  line_category: string;
  sort: number;
  is_archived: Generated<boolean>;
};

export type ProductOfferTable = {
  product_id: string | null;
  from_fen: number | null;
  next_deadline_at: string | null;
  next_exam_date: string | null;
};

export type ProductOfficeTable = {
  id: string;
  product_id: string;
  office_id: string;
  wbs: string | null;
  booking_places: number | null;
};

export type ProductTermsTable = {
  product_id: string;
  until: string;
  refund_policy: ColumnType<object | null, string | null | undefined, string | null>;
  is_board_fee_refundable: boolean;
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

export type RateLimitTable = {
  name: string;
  key_hash: Buffer;
  taken_at: string[];
};

export type ReconciliationClosingTable = {
  channel: string;
  day: string;
  lines: JSONColumnType<object>;
  reason: string;
  closed_by: string;
  closed_by_name: string;
  closed_at: string;
};

export type ReconciliationExplanationTable = {
  channel: string;
  day: string;
  line_key: string;
  reason: string;
  explained_by: string;
  explained_by_name: string;
  explained_at: string;
};

export type ReconciliationMovementTable = {
  channel: string;
  kind: string;
  reference: string;
  day: string;
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
  act: Generated<'Opened' | 'Revealed' | 'Exported' | 'Changed' | 'Found'>;
  fields: Generated<string[]>;
  reason: string | null;
  entry_id: string | null;
  approval_id: string | null;
  is_minor: Generated<boolean>;
  offices: Generated<string[]>;
};

export type RefundTable = {
  id: string;
  order_id: string;
  payment_id: string | null;
  application_id: string | null;
  serial_number: string;
  status: 'Pending' | 'Rejected' | 'Closed' | 'Approved' | 'Processing' | 'Completed' | 'Failed';
  cause: 'latePayment' | 'doublePayment' | 'underSubscribed' | 'sessionWithdrawn' | 'sessionMoved' | 'cancellation' | 'gradeChange' | 'withdrawal' | 'outside' | 'rest';
  policy_row: string;
  amount: number;
  refusals: Generated<number>;
  submitted_at: string;
  approved_at: string | null;
  target_date: string | null;
  latest_date: string | null;
  completed_at: string | null;
  last_error: string | null;
  next_try_at: string | null;
  is_by_hand: Generated<boolean>;
  voucher: string | null;
  note: string | null;
  version: Generated<number>;
  counted_outside: Generated<number>;
  is_post_test: Generated<boolean>;
  registration_id: string | null;
  post_test_id: string | null;
};

export type RegistrationDeskTable = {
  id: string | null;
  code: string | null;
  account_id: string | null;
  status: string | null;
  category: string | null;
  product_id: string | null;
  session_id: string | null;
  person_key: Buffer | null;
  first_name: string | null;
  last_name: string | null;
  candidate_name: string | null;
  id_type: string | null;
  id_no_masked: ColumnType<never, never, never>;
  dob: ColumnType<never, never, never>;
  leave_alone: boolean | null;
  email_status: string | null;
  letter_version: number | null;
  letter_announced_version: number | null;
  desk_version: number | null;
  created_at: string | null;
  registered_at: string | null;
  office_id: string | null;
  city_id: string | null;
  exam_date: string | null;
  starts_at: string | null;
  ends_at: string | null;
  age_on_exam_day: ColumnType<never, never, never>;
  leave_choice: string | null;
  arrangement_status: string | null;
  attendance_status: string | null;
  has_special_arrangement: boolean | null;
  class_on_exam_day: number | null;
};

export type RelativeEvidenceTable = {
  id: string;
  request_id: string;
  kind: 'DeathProof' | 'KinshipProof' | 'Other';
  filed_at: string;
  filed_by: string;
  filed_by_name: string;
  checked_at: string | null;
  checked_by: string | null;
  checked_by_name: string | null;
};

export type RelativeRequestTable = {
  id: string;
  is_whole_account: boolean;
  relation: 'Spouse' | 'Parent' | 'Child' | 'Sibling' | 'Grandparent' | 'Grandchild';
  name_sealed: Buffer;
  contact_sealed: Buffer;
  arrived_by: 'InPerson' | 'Post' | 'Email' | 'Telephone';
  arrived_on: string;
  opened_by: string;
  opened_by_name: string;
  arranged_otherwise_at: string | null;
  proposed_by: string | null;
  granted_at: string | null;
  granted_by: string | null;
  granted_by_name: string | null;
  done_at: string | null;
};

export type ReminderTable = {
  kind: string;
  object_id: string;
  about: string;
  told_at: string | null;
};

export type RightsRequestTable = {
  id: string;
  code: string;
  kind: 'Copy' | 'Correction' | 'Deletion' | 'Withdrawal' | 'Objection';
  status: 'Received' | 'InReview' | 'Answered' | 'Refused';
  account_id: string | null;
  candidate_id: string | null;
  wish_sealed: Buffer | null;
  answer_sealed: Buffer | null;
  received_at: string;
  alarm_at: string;
  due_at: string;
  waits_until: string | null;
  taken_by: string | null;
  taken_by_name: string | null;
  answered_at: string | null;
  answered_by: string | null;
  answered_by_name: string | null;
  version: Generated<number>;
  anonymised_at: string | null;
  is_by_relative: Generated<boolean>;
};

export type SavedViewTable = {
  id: string;
  staff_id: string;
  list: string;
  name: string;
  params: JSONColumnType<object>;
  is_shared: boolean;
  created_at: string;
};

export type SeatAllocationTable = {
  id: string;
  session_id: string;
  session_subject_id: string;
  application_id: string;
  order_id: string;
  account_id: string;
  person_key: Buffer;
  weight: number;
  state: 'Held' | 'Taken' | 'Released';
  held_until: string | null;
  released_reason: string | null;
  created_at: string;
  released_at: string | null;
};

export type SeatEventTable = {
  id: string;
  session_id: string;
  kind: 'held' | 'taken' | 'freed';
  seats: number;
  order_id: string | null;
  at: string;
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

export type SessionAttendanceTable = {
  session_id: string | null;
  office_id: string | null;
  product_id: string | null;
  exam_date: string | null;
  registered: number | null;
  taken: number | null;
  absent: number | null;
};

export type SessionMoveTable = {
  id: string;
  session_id: string;
  previous_date: string;
  previous_start_time: string;
  previous_venue_id: string | null;
  exam_date: string;
  start_time: string;
  venue_id: string | null;
  reason: string;
  moved_by: string;
  moved_by_name: string;
  moved_at: string;
  choose_by: string | null;
};

export type SessionPlaceTable = {
  session_id: string | null;
  office_id: string | null;
  product_id: string | null;
  city_id: string | null;
  exam_date: string | null;
  start_time: string | null;
  end_time: string | null;
  starts_at: string | null;
  ends_at: string | null;
  status: string | null;
  product_name_en: string | null;
  product_name_zh: string | null;
  office_name_en: string | null;
  office_name_zh: string | null;
  city_name_en: string | null;
  city_name_zh: string | null;
  venue_name_en: string | null;
  venue_name_zh: string | null;
};

export type SessionSubjectTable = {
  id: string;
  session_id: string;
  subject_id: string;
  start_time: string;
  end_time: string;
  starts_at: string;
  ends_at: string;
  local_fee: number;
  board_fee: number;
  vat: number;
  total: number;
  is_tier: Generated<boolean>;
  is_late_entry_charge: Generated<boolean>;
  sort: Generated<number>;
  title: string | null;
  title_en: string | null;
};

export type SessionSubjectLateChargeTable = {
  id: string;
  session_subject_id: string;
  stage: 'Early' | 'Standard' | 'Late1' | 'Late2';
  fee: number;
  start_at: string;
  end_at: string;
};

export type SessionSubjectTierFeeTable = {
  id: string;
  session_subject_id: string;
  from_count: number;
  to_count: number | null;
  local_fee: number;
};

export type SignInTicketTable = {
  id_hash: Buffer;
  account_id: string;
  kind: 'secondFactor' | 'possession';
  created_at: string;
  expires_at: string;
  spent_at: string | null;
};

export type SoldSummaryTable = {
  application_id: string | null;
  code: string | null;
  account_id: string | null;
  status: string | null;
  candidate_name: string | null;
  product_name_en: string | null;
  product_name_zh: string | null;
  subject_name_en: string | null;
  subject_name_zh: string | null;
  component_code: string | null;
  city_name_en: string | null;
  city_name_zh: string | null;
  exam_date: string | null;
  start_time: string | null;
  end_time: string | null;
};

export type SpecialArrangementTable = {
  id: string;
  status: 'Open' | 'Granted' | 'Refused';
  request_sealed: Buffer | null;
  conditions_sealed: Buffer | null;
  decided_at: string | null;
  decided_by: string | null;
  decided_by_name: string | null;
  version: Generated<number>;
};

export type StaffAccountTable = {
  id: string;
  email: string;
  name: string;
  language: Generated<'en' | 'zh'>;
  status: 'Invited' | 'Active' | 'Locked';
  password_hash: string | null;
  totp_sealed: Buffer | null;
  roles: string[];
  hands_on: Generated<string[]>;
  is_all_offices: Generated<boolean>;
  created_at: string;
  created_by: string | null;
  last_sign_in_at: string | null;
};

export type StaffCodeUsedTable = {
  staff_id: string;
  step: number;
};

export type StaffColleagueTable = {
  id: string | null;
  name: string | null;
  language: string | null;
  roles: string[] | null;
  is_all_offices: boolean | null;
  offices: string[] | null;
};

export type StaffInvitationTable = {
  token_hash: Buffer;
  staff_id: string;
  totp_sealed: Buffer;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
};

export type StaffOfficeTable = {
  staff_id: string;
  office_id: string;
};

export type StaffSessionTable = {
  id_hash: Buffer;
  staff_id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  proved_at: string;
  ended_at: string | null;
  device: string;
  network: string;
  id: Generated<string>;
};

export type SubjectTable = {
  id: string;
  product_id: string;
  code: string;
  name_en: string;
  name_zh: string;
  sort: number;
  candidate_types: Generated<string[]>;
  set_code: string | null;
  duration_minutes: number | null;
  syllabus: string | null;
  valid_from: string | null;
  valid_to: string | null;
  status: Generated<'Active' | 'Inactive'>;
  fees: ColumnType<object | null, string | null | undefined, string | null>;
};

export type SubjectCityTable = {
  subject_id: string | null;
  city_id: string | null;
};

export type ToSealTable = {
  id: Generated<string>;
  table_name: string;
  column_name: string;
  object_id: string;
  value: string;
};

export type VenueTable = {
  id: string;
  city_id: string;
  code: string;
  status: 'Active' | 'Inactive';
  address_en: string;
  address_zh: string;
  version: Generated<number>;
  access_en: string | null;
  access_zh: string | null;
  map_url: string | null;
};

export type VenueNameTable = {
  id: string;
  venue_id: string;
  language: 'en' | 'zh';
  display_name: string;
};

export type VenueRoomTable = {
  id: string;
  venue_id: string;
  name: string;
  capacity: number;
  note: string | null;
};

export type VerificationCodeTable = {
  id: string;
  purpose: 'Register' | 'Login' | 'ForgetPassword' | 'ModifyUserName' | 'BindEmail' | 'ModifyEmail';
  target_key: Buffer;
  visit_hash: Buffer | null;
  code_hash: Buffer;
  tries: Generated<number>;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
};

export type WizardDraftTable = {
  account_id: string;
  kind: 'public' | 'booking' | 'postTest';
  json_sealed: Buffer;
  version: number;
  updated_at: string;
};

export type WorkItemTable = {
  id: string;
  kind: 'bookingToPrice' | 'bookingRejected' | 'cancellationToDecide' | 'documentsOverdue' | 'refundFailed' | 'refundOverdue' | 'paymentException' | 'sessionUnderMinimum' | 'venueMissing' | 'secondPersonNeeded' | 'letterFailed' | 'guardianSilent' | 'specialArrangement' | 'publicationFailed' | 'fapiaoToIssue' | 'fapiaoToRed' | 'postTestToSend' | 'postTestOutcome' | 'postTestCancellation' | 'claimToDecide' | 'rightsRequest' | 'minorsReportDue' | 'holdReview' | 'signInsTried' | 'manyReveals' | 'manySearches' | 'holidaysToConfirm';
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

/** Every table of the database. */
export type Database = {
  account: AccountTable;
  account_candidates: AccountCandidatesTable;
  account_device: AccountDeviceTable;
  account_session: AccountSessionTable;
  application: ApplicationTable;
  application_cancellation: ApplicationCancellationTable;
  application_move: ApplicationMoveTable;
  application_paid: ApplicationPaidTable;
  application_paper: ApplicationPaperTable;
  application_payment: ApplicationPaymentTable;
  application_person: ApplicationPersonTable;
  application_step: ApplicationStepTable;
  application_summary: ApplicationSummaryTable;
  attendance: AttendanceTable;
  audit_entry: AuditEntryTable;
  audit_head: AuditHeadTable;
  audit_link: AuditLinkTable;
  audit_problem: AuditProblemTable;
  audit_segment: AuditSegmentTable;
  audit_segment_drop: AuditSegmentDropTable;
  awarding_body: AwardingBodyTable;
  booking: BookingTable;
  booking_arrangement: BookingArrangementTable;
  booking_date_proposal: BookingDateProposalTable;
  booking_paper: BookingPaperTable;
  booking_person: BookingPersonTable;
  booking_product: BookingProductTable;
  books_problem: BooksProblemTable;
  books_seats_and_money: BooksSeatsAndMoneyTable;
  calendar_day: CalendarDayTable;
  cancellation_item: CancellationItemTable;
  cancellation_request: CancellationRequestTable;
  candidate: CandidateTable;
  candidate_guardian: CandidateGuardianTable;
  candidate_import: CandidateImportTable;
  captcha: CaptchaTable;
  catalogue_draft: CatalogueDraftTable;
  catalogue_object: CatalogueObjectTable;
  catalogue_version: CatalogueVersionTable;
  channel_movement: ChannelMovementTable;
  channel_movement_day: ChannelMovementDayTable;
  channel_statement: ChannelStatementTable;
  channel_statement_row: ChannelStatementRowTable;
  circular: CircularTable;
  circular_recipient: CircularRecipientTable;
  city: CityTable;
  clock_offset: ClockOffsetTable;
  consent: ConsentTable;
  consent_ended: ConsentEndedTable;
  consent_restoration: ConsentRestorationTable;
  consent_text: ConsentTextTable;
  consent_withdrawal: ConsentWithdrawalTable;
  deletion_record: DeletionRecordTable;
  entry_export: EntryExportTable;
  entry_row: EntryRowTable;
  erasure: ErasureTable;
  exam_centre: ExamCentreTable;
  exam_order: ExamOrderTable;
  exam_session: ExamSessionTable;
  fapiao: FapiaoTable;
  fapiao_paper: FapiaoPaperTable;
  fapiao_sums: FapiaoSumsTable;
  file: FileTable;
  filed_document: FiledDocumentTable;
  findable: FindableTable;
  form_files_in_use: FormFilesInUseTable;
  form_template: FormTemplateTable;
  guardian_notice: GuardianNoticeTable;
  guardian_wait: GuardianWaitTable;
  history: HistoryTable;
  idempotency_key: IdempotencyKeyTable;
  incident: IncidentTable;
  invitation_code: InvitationCodeTable;
  invitation_ticket: InvitationTicketTable;
  invitation_use: InvitationUseTable;
  kept_contact: KeptContactTable;
  known_key: KnownKeyTable;
  lapsed_order_count: LapsedOrderCountTable;
  lapsed_order_sum: LapsedOrderSumTable;
  ledger_carried: LedgerCarriedTable;
  ledger_carry: LedgerCarryTable;
  ledger_entry: LedgerEntryTable;
  ledger_sum: LedgerSumTable;
  legal_hold: LegalHoldTable;
  message: MessageTable;
  message_template: MessageTemplateTable;
  migration: MigrationTable;
  migration_lock: MigrationLockTable;
  minimum_decision: MinimumDecisionTable;
  minor_approval: MinorApprovalTable;
  minors_report_filing: MinorsReportFilingTable;
  misconduct_case: MisconductCaseTable;
  moved_registration: MovedRegistrationTable;
  movement_carried: MovementCarriedTable;
  network_log: NetworkLogTable;
  note: NoteTable;
  number_move: NumberMoveTable;
  office: OfficeTable;
  order_item: OrderItemTable;
  order_kept: OrderKeptTable;
  order_line_count: OrderLineCountTable;
  order_owner: OrderOwnerTable;
  order_payment_progress: OrderPaymentProgressTable;
  out_of_use: OutOfUseTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  passkey_of_account: PasskeyOfAccountTable;
  payment: PaymentTable;
  payment_attempt: PaymentAttemptTable;
  payment_event: PaymentEventTable;
  payment_exception: PaymentExceptionTable;
  person_of_record: PersonOfRecordTable;
  person_office: PersonOfficeTable;
  person_record: PersonRecordTable;
  possession_claim: PossessionClaimTable;
  post_test: PostTestTable;
  post_test_award: PostTestAwardTable;
  post_test_award_component: PostTestAwardComponentTable;
  post_test_board: PostTestBoardTable;
  post_test_component: PostTestComponentTable;
  post_test_component_level: PostTestComponentLevelTable;
  post_test_export: PostTestExportTable;
  post_test_fee: PostTestFeeTable;
  post_test_item: PostTestItemTable;
  post_test_level: PostTestLevelTable;
  post_test_series: PostTestSeriesTable;
  post_test_service: PostTestServiceTable;
  post_test_summary: PostTestSummaryTable;
  post_test_window: PostTestWindowTable;
  product: ProductTable;
  product_line: ProductLineTable;
  product_offer: ProductOfferTable;
  product_office: ProductOfficeTable;
  product_terms: ProductTermsTable;
  proposal: ProposalTable;
  rate_limit: RateLimitTable;
  reconciliation_closing: ReconciliationClosingTable;
  reconciliation_explanation: ReconciliationExplanationTable;
  reconciliation_movement: ReconciliationMovementTable;
  record_view: RecordViewTable;
  refund: RefundTable;
  registration_desk: RegistrationDeskTable;
  relative_evidence: RelativeEvidenceTable;
  relative_request: RelativeRequestTable;
  reminder: ReminderTable;
  rights_request: RightsRequestTable;
  saved_view: SavedViewTable;
  seat_allocation: SeatAllocationTable;
  seat_event: SeatEventTable;
  service_range: ServiceRangeTable;
  session_attendance: SessionAttendanceTable;
  session_move: SessionMoveTable;
  session_place: SessionPlaceTable;
  session_subject: SessionSubjectTable;
  session_subject_late_charge: SessionSubjectLateChargeTable;
  session_subject_tier_fee: SessionSubjectTierFeeTable;
  sign_in_ticket: SignInTicketTable;
  sold_summary: SoldSummaryTable;
  special_arrangement: SpecialArrangementTable;
  staff_account: StaffAccountTable;
  staff_code_used: StaffCodeUsedTable;
  staff_colleague: StaffColleagueTable;
  staff_invitation: StaffInvitationTable;
  staff_office: StaffOfficeTable;
  staff_session: StaffSessionTable;
  subject: SubjectTable;
  subject_city: SubjectCityTable;
  to_seal: ToSealTable;
  venue: VenueTable;
  venue_name: VenueNameTable;
  venue_room: VenueRoomTable;
  verification_code: VerificationCodeTable;
  wizard_draft: WizardDraftTable;
  work_item: WorkItemTable;
};
