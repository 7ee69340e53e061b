import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/tables/index';
import type { TableName } from './class.ts';
import { tableNames } from './index.ts';

/** The rows that a column names: of a table by its `id`, of one of several tables, or by another column. */
type Link = TableName | readonly TableName[] | { readonly of: TableName; readonly by: string };

/**
 * Whose the rows of a table are.
 * - columns that lead to an account, each by the table it names: the rows of a person.
 * - `hash`: of people, and to be found only by who knows their number: codes, rates, kept contacts. They live for days.
 * - `staff`: of staff, or of nobody but with the name of who did it.
 * - `nobody`: no column of them is of anybody.
 */
export type Subject<Table extends TableName> =
  | 'hash'
  | 'staff'
  | 'nobody'
  | { readonly [Column in keyof Database[Table]]?: Link };

const things = [
  'account',
  'candidate',
  'application',
  'booking',
  'exam_order',
  'refund',
  'post_test',
  'fapiao',
  'cancellation_request',
  'payment_exception',
  'possession_claim',
  'rights_request',
] as const;

/** Whose the rows of each table are; a table that is missing does not compile. */
export const subjects: { readonly [Table in TableName]: Subject<Table> } = {
  account: { id: 'account' },
  account_device: { account_id: 'account' },
  account_session: { account_id: 'account' },
  application: { account_id: 'account' },
  application_paper: { application_id: 'application' },
  application_person: { application_id: 'application' },
  application_step: { application_id: 'application' },
  attendance: { id: 'application' },
  audit_entry: { object_id: things },
  audit_head: 'nobody',
  audit_link: 'nobody',
  audit_segment: 'nobody',
  audit_segment_drop: 'nobody',
  awarding_body: 'nobody',
  booking: { account_id: 'account' },
  booking_arrangement: { booking_id: 'booking' },
  booking_date_proposal: { booking_id: 'booking' },
  booking_paper: { arrangement_id: 'booking_arrangement' },
  booking_person: { booking_id: 'booking' },
  booking_product: 'nobody',
  calendar_address: { account_id: 'account' },
  calendar_day: 'nobody',
  cancellation_item: { application_id: 'application' },
  cancellation_request: { account_id: 'account' },
  candidate: { account_id: 'account' },
  candidate_guardian: { candidate_id: 'candidate' },
  candidate_import: { account_id: 'account' },
  captcha: 'hash',
  catalogue_draft: 'staff',
  catalogue_version: 'staff',
  channel_statement: 'staff',
  channel_statement_row: 'nobody',
  circular: 'staff',
  circular_recipient: { application_id: 'application' },
  city: 'nobody',
  clock_offset: 'nobody',
  consent: { account_id: 'account' },
  consent_text: 'nobody',
  consent_restoration: { consent_id: 'consent' },
  consent_withdrawal: { consent_id: 'consent' },
  deletion_record: 'nobody',
  entry_export: 'staff',
  entry_row: { application_id: 'application' },
  erasure: 'nobody',
  exam_centre: 'nobody',
  exam_order: { account_id: 'account' },
  exam_session: 'staff',
  fapiao: { account_id: 'account' },
  fapiao_paper: { fapiao_id: 'fapiao' },
  file: { account_id: 'account', object_id: ['filed_document', 'relative_evidence', ...things] },
  filed_document: { application_id: 'application' },
  form_template: 'nobody',
  guardian_answer: { case_id: 'guardian_case' },
  guardian_case: { account_id: 'account' },
  guardian_notice: { application_id: 'application', booking_id: 'booking', post_test_id: 'post_test' },
  history: { object_id: things },
  incident: 'staff',
  idempotency_key: { account_id: 'account' },
  invitation_code: 'staff',
  invitation_ticket: { account_id: 'account' },
  invitation_use: { account_id: 'account' },
  kept_contact: 'hash',
  index_half: 'nobody',
  known_key: 'nobody',
  lapsed_order_count: 'nobody',
  ledger_carried: 'nobody',
  ledger_carry: 'nobody',
  ledger_entry: { order_id: 'exam_order' },
  legal_hold: { object_id: things },
  message: { account_id: 'account', object_id: things },
  message_template: 'staff',
  migration: 'nobody',
  minor_approval: { record_id: ['candidate', 'application', 'booking', 'post_test'] },
  minors_report_filing: 'staff',
  migration_lock: 'nobody',
  minimum_decision: 'nobody',
  misconduct_case: { application_id: 'application' },
  movement_carried: 'nobody',
  moved_registration: { application_id: 'application' },
  network_log: { account_id: 'account' },
  note: { object_id: things },
  number_move: { account_id: 'account' },
  office: 'nobody',
  order_item: { order_id: 'exam_order' },
  passkey: { account_id: 'account' },
  passkey_challenge: { account_id: 'account' },
  payment: { order_id: 'exam_order' },
  payment_attempt: { order_id: 'exam_order' },
  payment_event: { trade_no: { of: 'payment_attempt', by: 'trade_no' } },
  payment_exception: { order_id: 'exam_order', application_id: 'application' },
  possession_claim: { account_id: 'account' },
  post_test: { account_id: 'account' },
  post_test_award: 'nobody',
  post_test_award_component: 'nobody',
  post_test_board: 'nobody',
  post_test_component: 'nobody',
  post_test_component_level: 'nobody',
  post_test_export: 'staff',
  post_test_fee: 'nobody',
  post_test_item: { post_test_id: 'post_test' },
  post_test_level: 'nobody',
  post_test_series: 'nobody',
  post_test_service: 'nobody',
  post_test_window: 'nobody',
  product: 'nobody',
  product_line: 'nobody',
  product_office: 'nobody',
  product_terms: 'nobody',
  prepared_registration: 'hash',
  proposal: { object_id: things },
  rate_limit: 'hash',
  reconciliation_closing: 'staff',
  reconciliation_explanation: 'staff',
  reconciliation_movement: 'nobody',
  record_view: { account_id: 'account' },
  refund: { order_id: 'exam_order' },
  relative_evidence: { request_id: 'rights_request' },
  relative_request: { id: 'rights_request' },
  reminder: { object_id: things },
  rights_request: { account_id: 'account' },
  saved_view: 'staff',
  seat_allocation: { account_id: 'account' },
  seat_event: { order_id: 'exam_order' },
  service_range: 'nobody',
  session_move: 'staff',
  session_subject: 'nobody',
  session_subject_late_charge: 'nobody',
  session_subject_tier_fee: 'nobody',
  sign_in_ticket: { account_id: 'account' },
  special_arrangement: { id: 'application' },
  staff_account: 'staff',
  staff_code_used: 'staff',
  staff_invitation: 'staff',
  staff_office: 'staff',
  staff_session: 'staff',
  subject: 'nobody',
  to_seal: { object_id: ['booking', 'booking_arrangement'] },
  venue: 'nobody',
  venue_name: 'nobody',
  venue_room: 'nobody',
  verification_code: 'hash',
  wizard_draft: { account_id: 'account' },
  work_item: { object_id: things },
};

/** The tables whose rows belong to a person's account, in alphabetical order. */
export const tablesOfPeople: readonly TableName[] = tableNames.filter((table) => typeof subjects[table] === 'object');

/**
 * SQL: whether a row of a table belongs to an account, itself or by what it names (the order of an item, the registration of a note).
 * The row is under its table's own name. Meant for proofs, copies and searches: it compares ids as text and uses no index.
 * @param table one of `tablesOfPeople`; of other tables no row belongs to an account.
 */
export function belongsTo(table: TableName, accountId: string): RawBuilder<boolean> {
  const links = Object.entries(linksOf(table));
  if (links.length === 0) return sql<boolean>`false`;
  if (table === 'account') return sql<boolean>`account.id::text = ${accountId}`;
  const conditions = links.flatMap(([column, link]) => {
    const named = sql`${sql.ref(`${table}.${column}`)}::text`;
    return parentsOf(link).map(({ of, by }) =>
      of === 'account'
        ? sql`${named} = ${accountId}`
        : sql`${named} in (select ${sql.ref(`${of}.${by}`)}::text from ${sql.table(of)} where ${belongsTo(of, accountId)})`,
    );
  });
  return sql<boolean>`coalesce(${sql.join(conditions, sql` or `)}, false)`;
}

/** The columns that lead from a table's rows to a person, and the tables they name. */
export function linksOf(table: TableName): Readonly<Record<string, Link>> {
  const subject: Subject<TableName> = subjects[table];
  return typeof subject === 'object' ? subject : {};
}

/** The tables that a link names, each with the column it is found by. */
export function parentsOf(link: Link): readonly { of: TableName; by: string }[] {
  if (typeof link === 'string') return [{ of: link, by: 'id' }];
  return 'of' in link ? [link] : link.map((of) => ({ of, by: 'id' }));
}
