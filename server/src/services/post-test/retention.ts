import { sql } from 'kysely';
import { forgetNotes } from '#office/notes';
import { forgetWords } from '#office/approvals';
import { forgetFiles, forgetFilesOf } from '#office/files';
import { isHeld, type Sweep } from '#office/holds';
import { closeItem } from '#office/work-items';
import type { Tx } from '#platform/database';
import { forgetActors, forgetReasons } from '#platform/history';
import { nobodysAccount } from '#platform/nobody';
import { detachNeverOrdered, forgetDrafts } from './request/draft.ts';
import { peopleOfRequest } from './request/people.ts';

const orders = sql`select item.order_id from order_item item where item.post_test_id = request.id`;

/** SQL: whether a request (`request`) is held, as `is_held`. */
export const held = (of: Sweep['class']) =>
  sql`${isHeld({ class: of, orders, personKey: peopleOfRequest })} as is_held`;

/** A request is over when its outcome is there, or when it was refused or cancelled. */
const isOver = sql`request.status in ('Complete', 'ApplicationRejected', 'Cancelled')`;
const overAt = sql`coalesce(request.completed_at,
  (select max(history.at) from history where history.kind = 'postTest' and history.object_id = request.id), request.saved_at)`;
/** SQL: the China date on which a request (`request`) was over; of one under way, when it was last touched. */
export const overOn = sql`(${overAt} at time zone 'Asia/Shanghai')::date`;

/** SQL: whether a request (`request`) is a draft that still lies there, or one whose window closed. */
export const isDraft = sql`(request.status in ('Initiated', 'Expired') and request.deleted_at is null)`;
/** SQL: whether a request (`request`) was made, and still names whom it was made for. */
export const isRecord = sql`(request.status not in ('Initiated', 'Expired') and request.anonymised_at is null)`;
/** SQL: whether an account (`account`) has requests that name somebody. */
export const hasRequests = sql`exists (select from post_test request where request.account_id = account.id and ${isRecord})`;
/** SQL: when a signed form of a request (`request`) began to be kept for a time; null while the request is under way. */
export const formClock = sql`case when ${isOver} then ${overOn} end`;

/** Drafts, and those whose window closed, that lay untouched for ninety days. */
const drafts: Sweep = {
  class: 'draft',
  due: ({ border }) => sql`
    select request.id, to_char(request.saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started, ${held('draft')}
    from post_test request
    where ${isDraft} and request.saved_at <= ${border}::timestamptz`,
  forget: forgetDrafts,
};

/** The signed form: half a year after the outcome (3-domain 4.1). */
const signedForms: Sweep = {
  class: 'signedForm',
  due: ({ border }) => sql`
    select request.id, ${overOn}::text as started, ${held('signedForm')}
    from post_test request
    where cardinality(request.form_file_ids) > 0 and ${formClock} <= ${border}::date`,
  forget: async (tx, ids) => {
    const { rows } = await sql<{ id: string }>`
      select unnest(form_file_ids) as id from post_test where id = any(${[...ids]}::uuid[])`.execute(tx);
    await forgetFiles(
      tx,
      rows.map(({ id }) => id),
    );
    await sql`update post_test set form_file_ids = '{}' where id = any(${[...ids]}::uuid[])`.execute(tx);
  },
};

/** Whose mark was looked at again: four years after the outcome, or when a request that never had one was last worked on, it counts, and names nobody. */
const records: Sweep = {
  class: 'examRecord',
  due: ({ border }) => sql`
    select request.id, ${overOn}::text as started, ${held('examRecord')}
    from post_test request
    where ${isRecord} and ${overOn} <= ${border}::date`,
  forget: anonymise,
};

/** Forgets whose requests these are: all of them, or only those that name nobody any more or were deleted. */
export async function forgetAccountOfPostTests(
  tx: Tx,
  ids: readonly string[],
  { areForgotten }: { areForgotten?: true } = {},
): Promise<void> {
  const which = areForgotten ? sql`(anonymised_at is not null or deleted_at is not null)` : sql`true`;
  await sql`update post_test set account_id = ${nobodysAccount} where id = any(${[...ids]}::uuid[]) and ${which}`.execute(
    tx,
  );
}

/** Forgets by which refunds requests were given back, before those go. */
export async function forgetRefundsOfPostTests(tx: Tx, refundIds: readonly string[]): Promise<void> {
  await sql`update post_test set cancel_refund_id = null where cancel_refund_id = any(${[...refundIds]}::uuid[])`.execute(
    tx,
  );
}

/** What staff may have left open of a request. */
const workKinds = ['postTestToSend', 'postTestOutcome', 'postTestCancellation'] as const;

async function anonymise(tx: Tx, ids: readonly string[]): Promise<void> {
  const wanted = sql`any(${[...ids]}::uuid[])`;
  await forgetFilesOf(tx, 'postTest', ids);
  await forgetNotes(tx, ids);
  for (const objectId of ids) for (const kind of workKinds) await closeItem(tx, { kind, objectId });
  await forgetReasons(tx, ids);
  await forgetActors(tx, ids);
  await forgetWords(tx, ids);
  await sql`
    update post_test set account_id = ${nobodysAccount}, last_name = '', first_name = '', dob_sealed = null, birth_key = null, guardian_key = null, candidate_number = null, person_key = null,
      uci_sealed = null, uci_key = null, second_uci_sealed = null, second_uci_key = null, form_json_sealed = null, entered_sealed = null,
      form_file_ids = '{}', cancel_reason_sealed = null, cancel_reject_reason = null, reject_reason = null, outcome_note = null,
      board_reference = null, grade_before = null, grade_after = null, birthday_past_in = birth_year, anonymised_at = app_now()
    where id = ${wanted}`.execute(tx);
  await sql`update post_test_item set mark_before = null, mark_after = null where post_test_id = ${wanted}`.execute(tx);
  await detachNeverOrdered(tx, ids);
}

/** What post-test requests keep of people, and how long (S-18). */
export const retention: Sweep[] = [signedForms, records, drafts];
