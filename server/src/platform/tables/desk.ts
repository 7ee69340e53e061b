// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type AttendanceTable = {
  id: string;
  status: 'Expected' | 'Present' | 'Late' | 'Absent';
  marked_at: string | null;
  marked_by: string | null;
  marked_by_name: string | null;
  version: Generated<number>;
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
  file_hash: ColumnType<never, never, never>;
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

export type PreparedRegistrationTable = {
  id: string;
  phone_key: Buffer;
  phone_sealed: Buffer;
  session_id: string;
  draft_sealed: Buffer;
  prepared_by_name: string;
  prepared_at: string;
  expires_at: string;
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

export type SavedViewTable = {
  id: string;
  staff_id: string;
  list: string;
  name: string;
  params: JSONColumnType<object>;
  is_shared: boolean;
  created_at: string;
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
