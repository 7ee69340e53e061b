import type { Database } from '#platform/tables/index';

/**
 * What a column tells of people (PIPL 51, ASVS 14.1.1), and with that how it may lie in the database.
 * - `none`: of nobody: ids, states, sums, what is on offer.
 * - `personal`: names somebody or says something of them: names, birth dates, free words, of staff as of candidates. It may
 *   be read in its row; it never reaches a log, and goes when its row's period is over.
 * - `sensitive`: documents, contacts, papers, whole forms: sealed, or a keyed hash, so that a dump of the database shows none of it.
 * - `secret`: what opens something: passwords, tokens, codes: hashed or sealed.
 */
export type ColumnClass = 'none' | 'personal' | 'sensitive' | 'secret';

/** Views keep nothing: what they show is stored, and classed, in the tables under them. */
export const views = [
  'account_candidates',
  'application_cancellation',
  'application_move',
  'application_paid',
  'application_payment',
  'application_summary',
  'audit_problem',
  'books_problem',
  'books_seat_weight',
  'books_seats_and_money',
  'catalogue_object',
  'channel_movement',
  'channel_movement_day',
  'consent_ended',
  'fapiao_sums',
  'findable',
  'form_files_in_use',
  'guardian_former',
  'guardian_said',
  'guardian_wait',
  'guardian_waits',
  'lapsed_order_sum',
  'ledger_sum',
  'money_number',
  'object_office',
  'order_kept',
  'order_line_count',
  'order_owner',
  'order_payment_progress',
  'out_of_use',
  'passkey_of_account',
  'person_of_record',
  'person_office',
  'person_record',
  'post_test_summary',
  'product_offer',
  'registration_desk',
  'saving_account',
  'session_attendance',
  'session_place',
  'sitting_begins',
  'sold_summary',
  'staff_colleague',
  'subject_city',
] as const satisfies readonly (keyof Database)[];

/** A table that keeps rows. */
export type TableName = Exclude<keyof Database, (typeof views)[number]>;

/** The classes of one table: a column without one does not compile. */
export type TableClasses<Table extends TableName> = Readonly<Record<keyof Database[Table] & string, ColumnClass>>;

/** The tables of one area. */
export type ClassesOf = { readonly [Table in TableName]?: TableClasses<Table> };
