import { type EventOf, rightsRequestMachine } from '@exam/contract/machines';
import { maskName } from '@exam/contract/rules';
import type { RightsItem, RightsPage, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { liftRegistrations } from '#applications';
import { audit } from '#audit';
import { liftBookings } from '#bookings';
import { liftCandidate } from '#candidates';
import { notify } from '#notices';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { transition } from '#platform/transition';
import { closeItem } from '#worklist';
import { type RequestRow, sealAnswer, wordsOf } from './store.ts';

type Search = z.output<StaffCalls['rights.search']['body']>;
type Page = z.output<StaffCalls['rights.search']['reply']>;
type Seen = { id: string; version: number };

const columns = sql`
  request.id, request.code, request.kind, request.status, request.received_at as "receivedAt", request.due_at as "dueAt",
  request.answered_at as "answeredAt", request.taken_by_name as "takenBy",
  request.status in ('Received', 'InReview') and request.alarm_at <= app_now() as "isAlarmed"`;

/** A page of requests, the one that is due first on top unless sorted otherwise. */
export async function searchRequests(tx: Tx, given: Search): Promise<Page> {
  const { pageIndex, pageSize, sort = 'dueAt', status, kind, isOpen, search } = given;
  const open = sql`request.status in ('Received', 'InReview')`;
  const where = sql`true
    ${status === undefined ? sql`` : sql`and request.status = ${status}`}
    ${kind === undefined ? sql`` : sql`and request.kind = ${kind}`}
    ${isOpen === undefined ? sql`` : isOpen ? sql`and ${open}` : sql`and not ${open}`}
    ${search === undefined ? sql`` : sql`and request.code = ${search.trim().toUpperCase()}`}`;
  const order = sql`${sort.endsWith('receivedAt') ? sql`request.received_at` : sql`request.due_at`} ${sort.startsWith('-') ? sql`desc` : sql`asc`}`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from rights_request request where ${where}`.execute(tx);
  const { rows } = await sql<RightsItem>`
    select ${columns} from rights_request request where ${where}
    order by ${order}, request.id limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

type PageRow = Omit<RightsPage, 'wish' | 'answer'> & Pick<RequestRow, 'wish_sealed' | 'answer_sealed'>;

/** One request with whom it is about, masked. @throws Refusal NOT_FOUND */
export async function showPage(tx: Tx, id: string): Promise<RightsPage> {
  const { rows } = await sql<PageRow>`
    select ${columns}, request.account_id as "accountId", candidate.id as "candidateId",
      nullif(trim(candidate.last_name || ' ' || candidate.first_name), '') as "candidateName",
      nullif(candidate.id_no_masked, '') as "candidateIdNo",
      candidate.restricted_at is not null and candidate.anonymised_at is null as "isRestricted", request.waits_until as "waitsUntil",
      request.answered_by_name as "answeredBy", request.version, request.wish_sealed, request.answer_sealed
    from rights_request request left join candidate on candidate.id = request.candidate_id where request.id = ${id}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return refuse('NOT_FOUND');
  const { wish_sealed, answer_sealed, ...shown } = row;
  const candidateName = shown.candidateName && maskName(shown.candidateName);
  return {
    ...shown,
    candidateName,
    isRestricted: shown.isRestricted ?? false,
    ...wordsOf({ id, wish_sealed, answer_sealed }),
  };
}

/** Somebody of the privacy office looks into it. @throws Refusal NOT_FOUND; VERSION_CONFLICT (409); ILLEGAL_STATE. */
export async function takeRequest(tx: Tx, staff: StaffActor, seen: Seen): Promise<void> {
  const row = await lock(tx, seen);
  await move(tx, staff, { row, event: 'take' });
  await sql`update rights_request set taken_by = ${staff.id}, taken_by_name = ${staff.name} where id = ${row.id}`.execute(
    tx,
  );
  await audit(tx, {
    staff,
    action: 'rights.take',
    object: { kind: 'rightsRequest', id: row.id },
    after: { kind: row.kind },
  });
}

/**
 * Answers; the person is told by SMS and mail and reads the answer in the account.
 * @throws Refusal as `takeRequest`; FIELDS without an answer.
 */
export async function answerRequest(
  tx: Tx,
  staff: StaffActor,
  { answer, ...seen }: Seen & { answer: string },
): Promise<void> {
  if (answer.trim().length < 5) refuse('FIELDS', {}, { answer: 'REQUIRED_FIELD' });
  const row = await lock(tx, seen);
  await move(tx, staff, { row, event: 'answer' });
  await close(tx, staff, { row, answer: answer.trim() });
  // The text names people: it stays in the request.
  await audit(tx, {
    staff,
    action: 'rights.answer',
    object: { kind: 'rightsRequest', id: row.id },
    after: { kind: row.kind },
  });
}

/**
 * Refuses with a reason that the person reads. A deletion that waits is lifted: the person may be used again.
 * @throws Refusal as `takeRequest`.
 */
export async function refuseRequest(
  tx: Tx,
  staff: StaffActor,
  { reason, ...seen }: Seen & { reason: string },
): Promise<void> {
  const row = await lock(tx, seen);
  await move(tx, staff, { row, event: 'refuse' });
  if (row.kind === 'Deletion' && row.candidate_id !== null) {
    await liftCandidate(tx, row.candidate_id);
    await liftRegistrations(tx, row.candidate_id);
    await liftBookings(tx, row.candidate_id);
  }
  await close(tx, staff, { row, answer: reason });
  await audit(tx, {
    staff,
    action: 'rights.refuse',
    object: { kind: 'rightsRequest', id: row.id },
    reason,
    after: { kind: row.kind },
  });
}

async function lock(tx: Tx, { id, version }: Seen): Promise<RequestRow> {
  const row = await tx.selectFrom('rights_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  return row.version === version ? row : refuse('VERSION_CONFLICT');
}

type Move = { row: RequestRow; event: EventOf<typeof rightsRequestMachine> };

async function move(tx: Tx, staff: StaffActor, { row, event }: Move): Promise<void> {
  const actor = { kind: 'staff', id: staff.id } as const;
  const object = { table: 'rights_request', kind: 'rightsRequest', id: row.id } as const;
  await transition(tx, rightsRequestMachine, { ...object, event, actor });
  await sql`update rights_request set version = version + 1 where id = ${row.id}`.execute(tx);
}

type Closing = { row: RequestRow; answer: string };

async function close(tx: Tx, staff: StaffActor, { row, answer }: Closing): Promise<void> {
  await tx
    .updateTable('rights_request')
    .set({
      answer_sealed: sealAnswer(row.id, answer),
      answered_at: sql<string>`app_now()`,
      answered_by: staff.id,
      answered_by_name: staff.name,
    })
    .where('id', '=', row.id)
    .execute();
  await closeItem(tx, { kind: 'rightsRequest', objectId: row.id });
  if (row.account_id === null) return;
  const values = { requestCode: row.code };
  await notify(tx, { kind: 'rightsAnswered', values, accountId: row.account_id, objectId: row.id });
}
