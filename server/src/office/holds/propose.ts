import { addDays, type RetentionClass } from '@exam/contract/rules';
import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type Proposal, propose } from '#office/approvals';
import { audit } from '#office/audit';
import { randomId } from '#platform/chance';
import { chinaDateOf, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { plainNameIn } from '#platform/person-name';
import type { StaffActor } from '#platform/staff-http';

type NewHold = z.output<StaffCalls['holds.propose']['body']>;

/** The kinds of proposal that open and release a hold. */
export const holdKind = 'legalHold';
export const releaseKind = 'legalHoldRelease';

/** After how many days at the latest a hold is looked at again. */
const longestDays = 180;

/**
 * Asks a second person to open a hold.
 * @returns the proposal's id.
 * @throws Refusal MALFORMED (400) when scope and object do not fit; HOLD_REVIEW_DATE for a date in the past or later than 180 days;
 *   HOLD_CODE_UNKNOWN, NOT_FOUND when there is no such person, order, session or case in the offices of who asks (T32).
 */
export async function proposeHold(tx: Tx, staff: StaffActor, { reason, code, ...given }: NewHold): Promise<string> {
  const hold = await heldBy(tx, { ...given, code: code ?? null });
  const today = chinaDateOf(await readNow(tx));
  if (hold.reviewOn <= today || hold.reviewOn > addDays(today, longestDays))
    refuse('HOLD_REVIEW_DATE', {}, { reviewOn: 'HOLD_REVIEW_DATE' });
  await checkObject(tx, hold);
  if (!(await isOfOffices(tx, staff, hold)))
    return code ? refuse('HOLD_CODE_UNKNOWN', {}, { code: 'HOLD_CODE_UNKNOWN' }) : refuse('NOT_FOUND');
  const label = code?.trim().toUpperCase() ?? (await codeOf(tx, hold));
  return await propose(tx, { kind: holdKind, objectId: randomId(), label, payload: hold, staff, reason });
}

/** What a proposal names, by its id. @throws Refusal MALFORMED (400), HOLD_CODE_UNKNOWN. */
async function heldBy(tx: Tx, { code, ...given }: Omit<NewHold, 'reason'> & { code: string | null }) {
  const hold = { ...given, class: given.class ?? null, objectId: given.objectId ?? null };
  const isClass = hold.scope === 'class';
  const isNamed = hold.objectId !== null || code !== null;
  if (isClass === isNamed || isClass !== (hold.class !== null)) refuse('MALFORMED');
  return hold.objectId === null && code !== null
    ? { ...hold, objectId: await objectOfCode(tx, hold.scope, code) }
    : hold;
}

const payload = z.object({
  scope: z.enum(['person', 'order', 'session', 'case', 'class']),
  objectId: z.nullable(z.string()),
  class: z.nullable(z.string()),
  reviewOn: z.string(),
});

/**
 * Opens the hold a colleague proposed. A deletion under way finishes its batch first; from the commit on nothing it covers goes.
 * What had gone before does not come back.
 */
export async function openHold(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const hold = payload.parse(proposal.payload);
  const personKey = hold.scope === 'person' ? ((await personOf(tx, hold.objectId)) ?? refuse('NOT_FOUND')) : null;
  await tx
    .insertInto('legal_hold')
    .values({
      id: proposal.objectId,
      scope: hold.scope,
      object_id: hold.objectId,
      person_key: personKey,
      class: hold.class,
      reason: proposal.reason,
      review_on: hold.reviewOn,
      opened_at: sql<string>`app_now()`,
      opened_by: proposal.proposedBy,
      approved_by: staff.id,
    })
    .execute();
  await audit(tx, {
    staff,
    action: 'holds.open',
    object: { kind: 'hold', id: proposal.objectId },
    reason: proposal.reason,
    after: hold,
    ...(personKey && { people: [personKey] }),
  });
}

/** Asks a second person to release a hold. @throws Refusal NOT_FOUND, also for one on what is of other offices, or ILLEGAL_STATE when it is released already. */
export async function proposeRelease(
  tx: Tx,
  staff: StaffActor,
  given: { id: string; reason: string },
): Promise<string> {
  const hold = await tx
    .selectFrom('legal_hold')
    .select(['released_at', 'scope', 'object_id'])
    .where('id', '=', given.id)
    .executeTakeFirst();
  if (!hold || !(await isOfOffices(tx, staff, { scope: hold.scope, objectId: hold.object_id })))
    return refuse('NOT_FOUND');
  if (hold.released_at !== null) refuse('ILLEGAL_STATE');
  return await propose(tx, { kind: releaseKind, objectId: given.id, staff, reason: given.reason });
}

/** Releases the hold: what is overdue goes at the next run. @throws Refusal ILLEGAL_STATE when it is released already. */
export async function releaseHold(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const released = await tx
    .updateTable('legal_hold')
    .set({
      released_at: sql<string>`app_now()`,
      released_by: proposal.proposedBy,
      release_approved_by: staff.id,
      release_reason: proposal.reason,
    })
    .where('id', '=', proposal.objectId)
    .where('released_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!released) refuse('ILLEGAL_STATE');
  const object = { kind: 'hold', id: proposal.objectId } as const;
  await audit(tx, { staff, action: 'holds.release', object, reason: proposal.reason });
}

/** @throws Refusal HOLD_CODE_UNKNOWN for a code that nothing has. */
async function objectOfCode(tx: Tx, scope: NewHold['scope'], code: string): Promise<string> {
  const wanted = code.trim().toUpperCase();
  const { rows } =
    scope === 'order'
      ? await sql<{ id: string }>`select id from exam_order where code = ${wanted}`.execute(tx)
      : await sql<{ id: string }>`
          select case when ${scope} = 'session' then session_id else id end as id from application
          where code = ${wanted} and ${scope} in ('person', 'session')
          union all select id from booking where code = ${wanted} and ${scope} = 'person'
          union all select id from post_test where code = ${wanted} and ${scope} = 'person'`.execute(tx);
  return rows[0]?.id ?? refuse('HOLD_CODE_UNKNOWN', {}, { code: 'HOLD_CODE_UNKNOWN' });
}

/**
 * The number by which a colleague knows what is to be held; null where it has none, as a saved candidate, who has a page. Somebody taken off the
 * list has none: the newest number of theirs stands for them.
 */
async function codeOf(tx: Tx, { scope, objectId }: { scope: string; objectId: string | null }): Promise<string | null> {
  const { rows } = await sql<{ code: string | null }>`
    select coalesce(record.code, (select max(other.code) from candidate gone join person_record other
          on other.person_key = gone.person_key and other.kind <> 'candidate'
        where gone.id = record.id and gone.deleted_at is not null)) as code
      from person_record record where ${scope} = 'person' and record.id = ${objectId}::uuid
    union all select code from exam_order where ${scope} = 'order' and id = ${objectId}::uuid
    union all select product.code || ' ' || session.exam_date::text from exam_session session join product on product.id = session.product_id
      where ${scope} = 'session' and session.id = ${objectId}::uuid
    union all select application.code from misconduct_case known join application on application.id = known.application_id
      where ${scope} = 'case' and known.id = ${objectId}::uuid`.execute(tx);
  return rows[0]?.code ?? null;
}

async function checkObject(tx: Tx, hold: { scope: string; objectId: string | null; class: RetentionClass | null }) {
  if (hold.objectId === null) return;
  if (hold.scope === 'person') {
    if ((await personOf(tx, hold.objectId)) === null) refuse('NOT_FOUND');
    return;
  }
  const table = hold.scope === 'order' ? 'exam_order' : hold.scope === 'session' ? 'exam_session' : 'misconduct_case';
  const { rows } = await sql`select from ${sql.table(table)} where id = ${hold.objectId}::uuid`.execute(tx);
  if (rows.length === 0) refuse('NOT_FOUND');
}

/** Whether what a hold is on is of the offices of a member of staff, as what they may read is; a class is of everybody. */
async function isOfOffices(
  tx: Tx,
  { offices }: StaffActor,
  { scope, objectId }: { scope: string; objectId: string | null },
): Promise<boolean> {
  if (offices === 'all' || objectId === null) return true;
  const personKey = scope === 'person' ? await personOf(tx, objectId) : null;
  const { rows } = await sql`
    select from person_office where ${scope} = 'person' and person_key = ${personKey} and office_id = any(${[...offices]}::uuid[])
    union all select from order_owner where ${scope} = 'order' and order_id = ${objectId}::uuid and office_id = any(${[...offices]}::uuid[])
    union all select from exam_session where ${scope} = 'session' and id = ${objectId}::uuid and office_id = any(${[...offices]}::uuid[])
    union all select from misconduct_case known join application on application.id = known.application_id
      join exam_session session on session.id = application.session_id
      where ${scope} = 'case' and known.id = ${objectId}::uuid and session.office_id = any(${[...offices]}::uuid[])
    limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * The person of a saved candidate, a registration, a booking or a post-test request. A request knows no document: whom it is about follows from what
 * the account saved and registered under the same name and day of birth (3-domain 4.3), by which everything of the person is found.
 */
async function personOf(tx: Tx, id: string | null): Promise<Buffer | null> {
  const { rows } = await sql<{ person_key: Buffer }>`
    select person_key from candidate where id = ${id}::uuid and anonymised_at is null
    union all select person_key from application where id = ${id}::uuid and anonymised_at is null
    union all select person_key from booking where id = ${id}::uuid and anonymised_at is null
    union all select coalesce((select record.person_key from person_record record
        where record.kind <> 'postTest' and record.account_id = request.account_id and record.birth_key = request.birth_key
          and ${plainNameIn(sql`record.name`)} = ${plainNameIn(sql`request.last_name || request.first_name`)}
        order by record.kind = 'candidate' desc, record.id limit 1), request.person_key)
      from post_test request where request.id = ${id}::uuid and request.anonymised_at is null and request.person_key is not null
    limit 1`.execute(tx);
  return rows[0]?.person_key ?? null;
}
