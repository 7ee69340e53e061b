import type { PostTestDraftInput } from '@exam/contract/entities';
import { forgetActors } from '#platform/history';
import { applicationCode, applicationCodeBytes, chinaDateOf, componentsRefusal } from '@exam/contract/rules';
import { sql } from 'kysely';
import { forgetFiles, useFiles } from '#office/files';
import { isHeld } from '#office/holds';
import { randomBytes, randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { nobodysAccount } from '#platform/nobody';
import { record, theSystem } from '#platform/transition';
import { type Board, readBoardOf, type Service } from './board.ts';
import type { Choice } from './choice.ts';
import { type Entered, nothingEntered, openEntered, sealEntered } from './sealed-texts.ts';
import { peopleOfRequest } from './people.ts';
import { centresOf, choiceOfIds, ownRequest, type RequestRow } from '../store.ts';

/** How many drafts an account may have. */
const maximumDrafts = 50;

/**
 * Makes or changes a draft (9.6 #1, #2): what is left out is kept. Half-filled is welcome; what can never become right is refused.
 * @returns its id.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE once it is confirmed or when it was changed meanwhile; TOO_MANY_COMPONENTS;
 *   MANDATORY_MODULE; DRAFTS_LIMIT.
 */
export async function saveDraft(tx: Tx, accountId: string, input: PostTestDraftInput): Promise<string> {
  const { board, service } = await readBoardOf(tx, input.serviceId);
  const now = await readNow(tx);
  const before = input.id
    ? await editable(tx, { accountId, id: input.id, version: input.version ?? null })
    : await begin(tx, accountId, { input, now, productId: board.productId });
  const row = changed(turnedTo(before, board, service), input);
  const choice = choiceOfIds(board, service, row);
  checkComponents(row, choice);
  const centres = await centresOf(tx, board.awardingBodyId);
  const centre =
    row.centre_id === null ? null : (centres.find((each) => each.id === row.centre_id) ?? refuse('NOT_FOUND'));
  await keepFiles(tx, before, row);
  const entered = enteredOf(before, input);
  await tx
    .updateTable('post_test')
    .set((old) => ({
      product_id: row.product_id,
      service_id: row.service_id,
      level_id: row.level_id,
      series_id: row.series_id,
      award_id: row.award_id,
      centre_id: row.centre_id,
      office_id: centre?.officeId ?? null,
      component_ids: row.component_ids,
      form_file_ids: row.form_file_ids,
      is_place_pending: row.is_place_pending,
      entered_sealed: sealEntered(row.id, entered),
      amount: choice.price.total,
      version: old('version', '+', 1),
      // What its guardian agreed to was something else.
      subject_version: old('subject_version', '+', isForAnother(before, { ...row, entered }) ? 1 : 0),
      saved_at: now,
    }))
    .where('id', '=', row.id)
    .execute();
  return row.id;
}

/** Throws a draft away with what was entered and uploaded (9.6 #3). The row stays, hidden, where an order or a consent names it. */
export async function deleteDraft(tx: Tx, own: { accountId: string; id: string }): Promise<void> {
  const row = await ownRequest(tx, { ...own, lock: true });
  if (row.status !== 'Initiated' && row.status !== 'Expired') refuse('ILLEGAL_STATE');
  await forget(tx, row, own.accountId);
}

/** Throws every draft of an account away. */
export async function forgetPostTestDraftsOf(tx: Tx, accountId: string): Promise<void> {
  const rows = await tx
    .selectFrom('post_test as request')
    .select(['id', 'form_file_ids'])
    .where('account_id', '=', accountId)
    .where('status', 'in', ['Initiated', 'Expired'])
    .where('deleted_at', 'is', null)
    .where((row) => row.not(isHeld({ class: 'draft', personKey: peopleOfRequest })))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const row of rows) await forget(tx, row, accountId);
}

/** Forgets drafts that nobody came back to; part of retention. What remains of one that was never ordered belongs to no account. */
export async function forgetDrafts(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom('post_test')
    .select(['id', 'form_file_ids', 'account_id'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const row of rows) await forget(tx, row, null);
  await detachNeverOrdered(tx, ids);
}

/** Requests without an order belong to no account from now on; with one the account goes when the order's does. */
export async function detachNeverOrdered(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update post_test set account_id = ${nobodysAccount} where id = any(${[...ids]}::uuid[])
      and not exists (select from order_item item where item.post_test_id = post_test.id) returning id`.execute(tx);
  await forgetActors(
    tx,
    rows.map(({ id }) => id),
  );
}

async function forget(
  tx: Tx,
  { id, form_file_ids: files }: Pick<RequestRow, 'id' | 'form_file_ids'>,
  accountId: string | null,
): Promise<void> {
  if (files.length > 0) await forgetFiles(tx, files);
  await sql`
    update post_test set deleted_at = app_now(), entered_sealed = null, last_name = null, first_name = null, dob_sealed = null,
      birth_key = null, birth_year = null, birthday_past_in = null,
      candidate_number = null, person_key = null, uci_sealed = null, uci_key = null, second_uci_sealed = null, second_uci_key = null,
      form_json_sealed = null, form_file_ids = '{}',
      version = version + 1
    where id = ${id}`.execute(tx);
  await record(tx, {
    kind: 'postTest',
    id,
    event: 'delete',
    actor: accountId === null ? theSystem : { kind: 'candidate', id: accountId },
  });
}

async function editable(
  tx: Tx,
  { version, ...own }: { accountId: string; id: string; version: number | null },
): Promise<RequestRow> {
  const row = await ownRequest(tx, { ...own, lock: true });
  if (row.status !== 'Initiated') refuse('ILLEGAL_STATE');
  if (version !== null && version !== row.version) refuse('ILLEGAL_STATE');
  return row;
}

type Beginning = { input: PostTestDraftInput; now: string; productId: string };

async function begin(tx: Tx, accountId: string, { input, now, productId }: Beginning): Promise<RequestRow> {
  const { count } = await tx
    .selectFrom('post_test')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', 'in', ['Initiated', 'Expired'])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= maximumDrafts) refuse('DRAFTS_LIMIT', { limit: maximumDrafts });
  const id = randomId();
  const row = await tx
    .insertInto('post_test')
    .values({
      id,
      account_id: accountId,
      code: applicationCode('T', chinaDateOf(now), randomBytes(applicationCodeBytes)),
      status: 'Initiated',
      product_id: productId,
      service_id: input.serviceId,
      created_at: now,
      saved_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(tx, {
    kind: 'postTest',
    id,
    event: 'begin',
    actor: { kind: 'candidate', id: accountId },
    to: 'Initiated',
  });
  return row;
}

/** The draft for another service: nothing of the old one's choices that does not hold for it. */
function turnedTo(row: RequestRow, board: Board, service: Service): RequestRow {
  if (row.service_id === service.id) return row;
  const isSameBoard = row.product_id === board.productId;
  return {
    ...row,
    product_id: board.productId,
    service_id: service.id,
    level_id: null,
    award_id: null,
    component_ids: [],
    series_id: isSameBoard ? row.series_id : null,
    centre_id: isSameBoard ? row.centre_id : null,
  };
}

/** The row with what the input changes of its choices. */
function changed(row: RequestRow, input: PostTestDraftInput): RequestRow {
  const kept = <T>(given: T | undefined, old: T): T => (given === undefined ? old : given);
  return {
    ...row,
    level_id: kept(input.levelId, row.level_id),
    series_id: kept(input.examSeriesId, row.series_id),
    award_id: kept(input.cashInCodeId, row.award_id),
    centre_id: kept(input.centreId, row.centre_id),
    component_ids: [...new Set(kept(input.componentIds, row.component_ids))],
    form_file_ids: [...new Set(kept(input.formFileIds, row.form_file_ids))],
    is_place_pending: kept(input.isPlacePending, row.is_place_pending),
  };
}

function enteredOf(row: RequestRow, input: PostTestDraftInput): Entered {
  const old = row.entered_sealed === null ? nothingEntered : openEntered(row);
  const kept = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);
  return {
    candidateNumber: kept(input.candidateNumber, old.candidateNumber),
    lastName: kept(input.lastName, old.lastName),
    firstName: kept(input.firstName, old.firstName),
    isGivenNameAbsent: kept(input.isGivenNameAbsent, old.isGivenNameAbsent),
    birthday: kept(input.birthday, old.birthday),
    uciNumber: kept(input.uciNumber, old.uciNumber),
    secondUciNumber: kept(input.secondUciNumber, old.secondUciNumber),
  };
}

/** Whether a draft is now about another product or another candidate. */
function isForAnother(before: RequestRow, now: Pick<RequestRow, 'product_id'> & { entered: Entered }): boolean {
  const old = before.entered_sealed === null ? nothingEntered : openEntered(before);
  const { lastName, firstName, birthday } = now.entered;
  const isSame = lastName === old.lastName && firstName === old.firstName && birthday === old.birthday;
  return !isSame || before.product_id !== now.product_id;
}

/** A mandatory module cannot be taken out, and there is an end to how many there are. */
function checkComponents(row: RequestRow, { service, offered, level }: Choice): void {
  const rows = offered.map(({ component, isMandatory }) => ({ id: component.id, isMandatory }));
  const refused = componentsRefusal(service.kind, row.component_ids, rows);
  if (refused === 'TOO_MANY_COMPONENTS') refuse(refused, {}, { componentIds: refused });
  if (level !== null && refused === 'MANDATORY_MODULE') refuse(refused, {}, { componentIds: refused });
}

/** Files that were taken out are thrown away. */
async function keepFiles(tx: Tx, before: RequestRow, row: RequestRow): Promise<void> {
  const { account_id: accountId, id: objectId } = row;
  const gone = before.form_file_ids.filter((id) => !row.form_file_ids.includes(id));
  if (gone.length > 0) await forgetFiles(tx, gone);
  await useFiles(tx, { accountId, ids: row.form_file_ids, usedBy: 'postTest', objectId });
}
