import type { RightsRequest } from '@exam/contract/entities';
import { chinaDateOf, rightsClock, rightsCode, rightsCodeBytes, type RightsKind } from '@exam/contract/rules';
import { rightsRequestMachine } from '@exam/contract/machines';
import { type Selectable, sql } from 'kysely';
import { randomBytes, randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import type { RightsRequestTable } from '#platform/tables/index';
import { type Actor, record, theSystem, transition } from '#platform/transition';
import { seal, unseal } from '#platform/vault';
import { readWorkingCalendar } from '#office/working-days';

/** The kind of proposal that refuses an objection and makes its consents valid again. */
export const mistakenKind = 'objectionMistaken';

export type RequestRow = Selectable<RightsRequestTable>;

/** What somebody asks for; `candidateId` null: it is about the account; `actor` is the account unless named. */
export type Asked = {
  accountId: string;
  kind: RightsKind;
  candidateId: string | null;
  wish?: string;
  actor?: Actor;
  /** A relative asks for somebody who has died; it is not a request of the account, which never sees it. */
  isByRelative?: boolean;
  /** A guardian without an account asks by their link; not a request of the account either. */
  isByGuardian?: boolean;
  /** When it came, where that is not now. */
  receivedAt?: string;
  /** When the exam begins that it objects to. */
  beginsAt?: string | null;
};

const place = (row: string, column: 'wish' | 'answer') => ({ table: 'rights_request', row, column });

/** Writes a request with its receipt number and its clock on the China calendar. */
export async function openRequest(tx: Tx, asked: Asked): Promise<RequestRow> {
  const { accountId, kind, candidateId, wish, actor = { kind: 'candidate', id: accountId } } = asked;
  const id = randomId();
  const now = await readNow(tx);
  const receivedAt = asked.receivedAt ?? now;
  const { alarmAt, dueAt } = rightsClock(await readWorkingCalendar(tx), receivedAt, asked.beginsAt);
  const row = await tx
    .insertInto('rights_request')
    .values({
      id,
      code: rightsCode(chinaDateOf(now), randomBytes(rightsCodeBytes)),
      kind,
      status: 'Received',
      account_id: accountId,
      candidate_id: candidateId,
      wish_sealed: wish === undefined ? null : sealWish(id, wish),
      received_at: receivedAt,
      alarm_at: alarmAt,
      due_at: dueAt,
      is_by_relative: asked.isByRelative ?? false,
      is_by_guardian: asked.isByGuardian ?? false,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(tx, { kind: 'rightsRequest', id, event: 'ask', actor, to: 'Received' });
  return row;
}

/** What the system did by itself is answered at once. */
export async function serveRequest(tx: Tx, { id }: RequestRow): Promise<RequestRow> {
  await transition(tx, rightsRequestMachine, {
    table: 'rights_request',
    kind: 'rightsRequest',
    id,
    event: 'serve',
    actor: theSystem,
  });
  return await tx
    .updateTable('rights_request')
    .set({ answered_at: sql<string>`app_now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What is asked for, sealed. */
export function sealWish(id: string, wish: string): Buffer {
  return seal(wish, place(id, 'wish'));
}

/** Sets the clock of an objection that is open by when its exam begins, which was not known when it was written. */
export async function renewClock(tx: Tx, id: string, beginsAt: string): Promise<void> {
  const open = await tx
    .selectFrom('rights_request')
    .select('received_at')
    .where('id', '=', id)
    .where('status', 'in', ['Received', 'InReview'])
    .executeTakeFirst();
  if (!open) return;
  const { alarmAt, dueAt } = rightsClock(await readWorkingCalendar(tx), open.received_at, beginsAt);
  await tx.updateTable('rights_request').set({ alarm_at: alarmAt, due_at: dueAt }).where('id', '=', id).execute();
}

/** Notes until when a deletion waits; null where no end is in sight. */
export async function waitUntil(tx: Tx, id: string, until: string | null): Promise<RequestRow> {
  return await tx
    .updateTable('rights_request')
    .set({ waits_until: until })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A sealed answer of staff. */
export function sealAnswer(id: string, answer: string): Buffer {
  return seal(answer, place(id, 'answer'));
}

/** What was asked and answered, in words; empty where nothing was written or it is forgotten. */
export function wordsOf(row: Pick<RequestRow, 'id' | 'wish_sealed' | 'answer_sealed'>): {
  wish: string;
  answer: string;
} {
  return {
    wish: row.wish_sealed === null ? '' : unseal(row.wish_sealed, place(row.id, 'wish')),
    answer: row.answer_sealed === null ? '' : unseal(row.answer_sealed, place(row.id, 'answer')),
  };
}

/** The requests as their person sees them. */
export async function presentRequests(tx: Tx, rows: readonly RequestRow[]): Promise<RightsRequest[]> {
  const ids = rows.flatMap((row) => row.candidate_id ?? []);
  const people = new Map(
    ids.length === 0
      ? []
      : (
          await tx.selectFrom('candidate').select(['id', 'last_name', 'first_name']).where('id', 'in', ids).execute()
        ).map((each) => [each.id, `${each.last_name} ${each.first_name}`.trim()] as const),
  );
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    kind: row.kind,
    status: row.status,
    candidateName: (row.candidate_id !== null && people.get(row.candidate_id)) || null,
    receivedAt: row.received_at,
    dueAt: row.due_at,
    answeredAt: row.answered_at,
    waitsUntil: row.waits_until,
    ...wordsOf(row),
  }));
}

/** One request, presented. */
export async function presentRequest(tx: Tx, row: RequestRow): Promise<RightsRequest> {
  const [shown] = await presentRequests(tx, [row]);
  if (!shown) throw new Error('A request was not presented.');
  return shown;
}
