import type { Language } from '@exam/contract/messages';
import type { CopyPart } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Owner, PartSource } from './part-source.ts';

const mine = ({ accountId }: Owner) => sql`t.account_id = ${accountId}`;
const ofCandidate = ({ only }: Owner, column: string) =>
  only === undefined ? sql`` : sql` and ${sql.ref(column)} = ${only.candidateId}::uuid`;
const idsIn = (table: string, owner: Owner, column: string) =>
  sql`(select id from ${sql.table(table)} where account_id = ${owner.accountId}${ofCandidate(owner, column)})`;
const applications = (owner: Owner) => idsIn('application', owner, 'candidate_id');
const bookings = (owner: Owner) => idsIn('booking', owner, 'candidate_id');
const orders = ({ accountId }: Owner) => sql`(select id from exam_order where account_id = ${accountId})`;
const requests = ({ accountId, only }: Owner) =>
  sql`(select id from post_test where account_id = ${accountId}${
    only === undefined ? sql`` : sql` and id = any(${[...only.requestIds]}::uuid[])`
  })`;
const candidates = (owner: Owner) => idsIn('candidate', owner, 'id');
const name = (language: Language, of: string) => sql.ref(`${of}_${language}`);

const applicationCode = sql`(select code from application where application.id = t.application_id)`;
const orderCode = sql`(select code from exam_order where exam_order.id = t.order_id)`;
const requestCode = sql`(select code from post_test where post_test.id = t.post_test_id)`;
const ofApplication = (owner: Owner) => sql`t.application_id in ${applications(owner)}`;
const byApplication = () => ({ application: applicationCode });
/** Rows that share the id of their application. */
const sameApplication = {
  of: (owner: Owner) => sql`t.id in ${applications(owner)}`,
  made: () => ({ application: sql`(select code from application where application.id = t.id)` }),
};

/** What a birth date is found and counted by: the copy has the date itself. */
const birthHelps = ['birth_year', 'birthday_past_in'];

const ofAccount: Partial<Record<CopyPart, PartSource>> = {
  account: {
    table: 'account',
    of: ({ accountId }) => sql`t.id = ${accountId}`,
    without: ['password_hash', 'last_used_month'],
  },
  sessions: { table: 'account_session', of: mine },
  devices: { table: 'account_device', of: mine },
  networkLog: {
    table: 'network_log',
    of: mine,
    made: () => ({ httpStatus: sql`t.status` }),
    newest: 1000,
    // All calls of an account are calls of the portal.
    without: ['origin', 'status', 'milliseconds'],
  },
  passkeys: { table: 'passkey', of: mine, without: ['counter', 'transports'] },
  calendarAddress: { table: 'calendar_address', of: mine, without: ['secret_sealed'] },
  possessionClaims: { table: 'possession_claim', of: mine, without: ['decided_by_name'] },
  numberMoves: { table: 'number_move', of: mine },
  candidates: {
    table: 'candidate',
    of: (owner) => sql`t.id in ${candidates(owner)}`,
    without: ['id_no_masked', 'anonymised_at', 'last_exam_month', ...birthHelps],
  },
  guardians: {
    table: 'candidate_guardian',
    of: (owner) => sql`t.candidate_id in ${candidates(owner)}`,
    made: () => ({
      candidate: sql`(select last_name || ' ' || first_name from candidate where candidate.id = t.candidate_id)`,
    }),
    without: ['id_no_masked', 'is_elsewhere'],
  },
  imports: { table: 'candidate_import', of: mine },
  drafts: { table: 'wizard_draft', of: mine, row: sql`t.account_id || ':' || t.kind`, without: ['version'] },
  files: {
    table: 'file',
    of: (owner) => sql`(t.account_id = ${owner.accountId}
      or t.object_id in (select id from filed_document where application_id in ${applications(owner)}))`,
    without: ['storage_key'],
  },
  messages: {
    table: 'message',
    of: mine,
    // What it said is wiped once it is sent; why a provider failed is not about the person.
    without: [
      'message_key',
      'values_sealed',
      'attempts',
      'last_error',
      'provider_id',
      'task',
      'is_wiped',
      'busy_until',
      'unsure_tries',
    ],
  },
  invitations: {
    table: 'invitation_use',
    of: mine,
    made: () => ({ code: sql`(select label from invitation_code where invitation_code.id = t.code_id)` }),
  },
  notes: {
    table: 'note',
    of: (owner) => sql`(t.object_kind = 'account' and t.object_id = ${owner.accountId}
      or t.object_kind = 'candidate' and t.object_id in ${candidates(owner)}
      or t.object_kind = 'application' and t.object_id in ${applications(owner)}
      or t.object_kind = 'booking' and t.object_id in ${bookings(owner)}
      or t.object_kind = 'order' and t.object_id in ${orders(owner)}
      or t.object_kind = 'postTest' and t.object_id in ${requests(owner)})`,
    without: ['object_kind', 'written_by_name'],
  },
  // Which fields were seen is on the page of who looked.
  views: {
    table: 'record_view',
    of: mine,
    made: () => ({ kind: sql`t.act` }),
    without: ['staff_name', 'act', 'fields', 'is_minor'],
  },
  history: {
    table: 'history',
    of: (
      owner,
    ) => sql`t.object_id in (select ${owner.accountId}::uuid union select id from application where account_id = ${owner.accountId}
      union select id from booking where account_id = ${owner.accountId} union select id from exam_order where account_id = ${owner.accountId}
      union select id from post_test where account_id = ${owner.accountId}
      union select id from rights_request where account_id = ${owner.accountId} and not is_by_relative and not is_by_guardian
      union select refund.id from refund where refund.order_id in ${orders(owner)})`,
    without: ['actor_kind', 'request_id'],
  },
  // What a guardian asks by their link, or a relative for somebody who has died, is theirs, not the account's.
  requests: {
    table: 'rights_request',
    of: ({ accountId }) => sql`t.account_id = ${accountId} and not t.is_by_relative and not t.is_by_guardian`,
    without: [
      'is_by_relative',
      'is_by_guardian',
      'alarm_at',
      'taken_by_name',
      'answered_by_name',
      'version',
      'anonymised_at',
    ],
  },
  consents: {
    table: 'consent',
    joined: sql`left join consent_text words on words.hash = t.text_hash
      left join consent_ended gone on gone.consent_id = t.id`,
    of: (owner) => sql`t.account_id = ${owner.accountId}${ofCandidate(owner, 't.candidate_id')}`,
    made: () => ({ text: sql`words.text`, withdrawnAt: sql`gone.withdrawn_at` }),
  },
};

const ofExams: Partial<Record<CopyPart, PartSource>> = {
  applications: {
    table: 'application',
    joined: sql`join application_summary summary on summary.application_id = t.id`,
    of: (owner) => sql`t.id in ${applications(owner)}`,
    made: ({ language }) => ({
      product: name(language, 'summary.product_name'),
      subject: name(language, 'summary.subject_name'),
      city: name(language, 'summary.city_name'),
      examDate: sql`summary.exam_date`,
      startTime: sql`summary.start_time`,
    }),
    without: [
      ...birthHelps,
      'guardian_key',
      'class_when_made',
      'class_on_exam_day',
      'id_no_masked',
      'cancellation_request_reason',
      'letter_code',
      'letter_code_sealed',
      'letter_code_key',
      'letter_version',
      'letter_announced_version',
      'desk_version',
      'guardian_changed_at',
      'leaving_ticked_at',
      'anonymised_at',
    ],
  },
  applicationPeople: { table: 'application_person', of: ofApplication, made: byApplication, without: ['id_no_masked'] },
  applicationSteps: {
    table: 'application_step',
    of: ofApplication,
    made: byApplication,
    row: sql`t.application_id || '/' || t.position`,
  },
  arrangements: { table: 'special_arrangement', ...sameApplication, without: ['decided_by_name', 'version'] },
  attendance: { table: 'attendance', ...sameApplication, without: ['marked_by_name', 'version'] },
  misconductCases: { table: 'misconduct_case', of: ofApplication, made: byApplication },
  filedDocuments: { table: 'filed_document', of: ofApplication, made: byApplication },
  moves: { table: 'moved_registration', of: ofApplication, made: byApplication },
  circulars: {
    table: 'circular_recipient',
    joined: sql`join circular on circular.id = t.circular_id`,
    of: ofApplication,
    made: ({ language }) => ({
      ...byApplication(),
      title: name(language, 'circular.title'),
      text: name(language, 'circular.text'),
      sentAt: sql`circular.sent_at`,
    }),
  },
  passedOn: {
    table: 'entry_row',
    joined: sql`join entry_export passed on passed.id = t.export_id`,
    of: ofApplication,
    made: () => ({
      ...byApplication(),
      recipient: sql`passed.recipient`,
      country: sql`passed.country`,
      purpose: sql`passed.purpose`,
      fields: sql`passed.fields`,
      exportedAt: sql`passed.exported_at`,
    }),
  },
  bookings: {
    table: 'booking',
    of: (owner) => sql`t.id in ${bookings(owner)}`,
    made: ({ language }) => ({
      product: sql`(select ${name(language, 'product.name')} from product where product.id = t.product_id)`,
    }),
    without: [
      ...birthHelps,
      'guardian_key',
      'class_when_made',
      'id_no_masked',
      'pending',
      'pending_before',
      'version',
      'expected_month',
      'draft_sealed',
      'arrangement_version',
      'first_start_at',
      'is_pay_restriction_lifted',
      'taken_by_name',
      'anonymised_at',
    ],
  },
  bookingPeople: {
    table: 'booking_person',
    of: (owner) => sql`t.booking_id in ${bookings(owner)}`,
    made: () => ({ booking: sql`(select code from booking where booking.id = t.booking_id)` }),
    without: ['id_no_masked'],
  },
  bookingArrangements: {
    table: 'booking_arrangement',
    of: (owner) => sql`t.booking_id in ${bookings(owner)}`,
    made: () => ({ booking: sql`(select code from booking where booking.id = t.booking_id)` }),
    without: ['pay_end_at', 'price_reason'],
  },
  bookingDates: {
    table: 'booking_date_proposal',
    of: (owner) => sql`t.booking_id in ${bookings(owner)}`,
    made: () => ({ booking: sql`(select code from booking where booking.id = t.booking_id)` }),
    without: ['papers', 'proposed_by_name'],
  },
  postTests: {
    table: 'post_test',
    of: (owner) => sql`t.id in ${requests(owner)}`,
    made: ({ language }) => ({
      product: sql`(select ${name(language, 'product.name')} from product where product.id = t.product_id)`,
    }),
    without: [
      ...birthHelps,
      'guardian_key',
      'class_when_made',
      'version',
      'subject_version',
      'component_ids',
      'form_file_ids',
      'ordered_version',
      'board_close_at',
      'is_uci_cleared',
      'taken_by_name',
      'anonymised_at',
    ],
  },
  postTestItems: {
    table: 'post_test_item',
    of: (owner) => sql`t.post_test_id in ${requests(owner)}`,
    made: ({ language }) => ({ request: requestCode, subject: name(language, 't.name') }),
    without: ['position', 'name_en', 'name_zh', 'local_fee', 'board_fee', 'vat'],
  },
  postTestPassedOn: {
    table: 'post_test',
    joined: sql`join post_test_export passed on passed.id = t.export_id`,
    of: (owner) => sql`t.id in ${requests(owner)}`,
    made: () => ({ request: sql`t.code`, purpose: sql`passed.purpose`, exportedAt: sql`passed.exported_at` }),
  },
};

const ofMoney: Partial<Record<CopyPart, PartSource>> = {
  orders: {
    table: 'exam_order',
    of: mine,
    without: [
      'version',
      'extensions',
      'is_hidden',
      'request_key',
      'booking_version',
      'transfer_chosen_at',
      'usual_end_at',
    ],
  },
  orderLines: {
    table: 'order_item',
    of: (owner) => sql`t.order_id in ${orders(owner)}`,
    made: () => ({
      order: orderCode,
      code: sql`coalesce(${applicationCode}, ${requestCode})`,
    }),
    without: [
      'local_fee_amount',
      'board_fee_amount',
      'other_fee_amount',
      'vat',
      'tier_count',
      'late_entry_stage',
      'is_post_test',
    ],
  },
  payments: {
    table: 'payment',
    of: (owner) => sql`t.order_id in ${orders(owner)}`,
    made: () => ({ order: orderCode }),
    without: ['recorded_at', 'settles_order'],
  },
  paymentAttempts: {
    table: 'payment_attempt',
    of: (owner) => sql`t.order_id in ${orders(owner)}`,
    made: () => ({ order: orderCode }),
    without: ['redirect_url', 'redirect_fields', 'qr_code', 'expires_at', 'next_poll_at', 'polls', 'led_for'],
  },
  refunds: {
    table: 'refund',
    of: (owner) => sql`t.order_id in ${orders(owner)}`,
    made: () => ({ order: orderCode }),
    without: [
      'policy_row',
      'refusals',
      'target_date',
      'latest_date',
      'last_error',
      'next_try_at',
      'is_by_hand',
      'voucher',
      'version',
      'counted_outside',
      'round',
      'is_post_test',
    ],
  },
  cancellations: {
    table: 'cancellation_request',
    of: mine,
    made: () => ({ order: orderCode }),
    without: [
      'attempt',
      'policy_row',
      'percent',
      'is_document_required',
      'frozen',
      'documents_due_at',
      'remind_at',
      'overdue_at',
      'version',
    ],
  },
  fapiao: {
    table: 'fapiao',
    of: mine,
    made: () => ({ order: orderCode }),
    without: ['version', 'email_masked'],
  },
  fapiaoPapers: {
    table: 'fapiao_paper',
    of: ({ accountId }) => sql`t.fapiao_id in (select id from fapiao where account_id = ${accountId})`,
    without: ['issued_by_name'],
  },
};

/** The one place that reads everybody's tables: a copy has to be complete, and a test holds it against the whole database. */
export const copySources: Partial<Record<CopyPart, PartSource>> = { ...ofAccount, ...ofExams, ...ofMoney };
