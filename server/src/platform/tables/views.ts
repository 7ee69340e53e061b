// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { ColumnType } from 'kysely';

export type AccountCandidatesTable = {
  account_id: string | null;
  saved: number | null;
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

export type ApplicationPaymentTable = {
  application_id: string | null;
  pay_amount: number | null;
  order_id: string | null;
  order_code: string | null;
  order_status: string | null;
  paid_at: string | null;
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

export type AuditProblemTable = {
  problem: string | null;
  sequence: number | null;
  entry_id: string | null;
};

export type BooksProblemTable = {
  problem: string | null;
  object_id: string | null;
};

export type BooksSeatWeightTable = {
  problem: string | null;
  object_id: string | null;
};

export type BooksSeatsAndMoneyTable = {
  problem: string | null;
  object_id: string | null;
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

export type ConsentEndedTable = {
  consent_id: string | null;
  withdrawn_at: string | null;
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

export type GuardianFormerTable = {
  object_id: string | null;
  case_id: string | null;
  first_asked_at: string | null;
  agreed_at: string | null;
  refused_at: string | null;
  told_at: string | null;
};

export type GuardianSaidTable = {
  id: string | null;
  account_id: string | null;
  person_key: Buffer | null;
  birth_key: Buffer | null;
  sitting: string | null;
  mobile_key: Buffer | null;
  asked_at: string | null;
  told_at: string | null;
  objected_at: string | null;
  agreed_at: string | null;
  is_taken_back: boolean | null;
  is_objected: boolean | null;
  leaving_at: string | null;
  root_id: string | null;
  last_name: string | null;
  first_asked_at: string | null;
  refused_at: string | null;
  is_ended: boolean | null;
  name_letters: string | null;
};

export type GuardianWaitTable = {
  application_id: string | null;
  booking_id: string | null;
  post_test_id: string | null;
  has_objected: boolean | null;
  until: string | null;
};

export type GuardianWaitsTable = {
  object_id: string | null;
  of: string | null;
  has_objected: boolean | null;
  is_own_objection: boolean | null;
  must_agree: boolean | null;
  until: string | null;
  former_until: string | null;
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

export type LedgerSumTable = {
  at: string | null;
  office_id: string | null;
  account: string | null;
  kind: string | null;
  debit: number | null;
  credit: number | null;
  entries: number | null;
};

export type MoneyNumberTable = {
  key: string | null;
  order_id: string | null;
  application_id: string | null;
};

export type ObjectOfficeTable = {
  id: string | null;
  office_id: string | null;
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

export type PasskeyOfAccountTable = {
  account_id: string | null;
  id: string | null;
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

export type ProductOfferTable = {
  product_id: string | null;
  from_fen: number | null;
  next_deadline_at: string | null;
  next_exam_date: string | null;
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

export type SavingAccountTable = {
  account_id: string | null;
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

export type SittingBeginsTable = {
  object_id: string | null;
  of: string | null;
  account_id: string | null;
  candidate_id: string | null;
  code: string | null;
  person_key: Buffer | null;
  birth_key: Buffer | null;
  sitting: string | null;
  guardian_key: Buffer | null;
  is_corrected: boolean | null;
  age_class: number | null;
  product_id: string | null;
  exam_date: string | null;
  begins_at: string | null;
  leaves_alone: boolean | null;
  leaving_noted_at: string | null;
  leaving_ticked_at: string | null;
  made_at: string | null;
  is_placed: boolean | null;
  is_restricted: boolean | null;
  exam_en: string | null;
  exam_zh: string | null;
  city_en: string | null;
  city_zh: string | null;
  is_live: boolean | null;
  last_name: string | null;
  name_letters: string | null;
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

export type StaffColleagueTable = {
  id: string | null;
  name: string | null;
  language: string | null;
  roles: string[] | null;
  is_all_offices: boolean | null;
  offices: string[] | null;
};

export type SubjectCityTable = {
  subject_id: string | null;
  city_id: string | null;
};
