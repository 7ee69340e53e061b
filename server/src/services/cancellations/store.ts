import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Tx } from '#platform/database';
import type { CancellationItemTable, CancellationRequestTable } from '#platform/tables/index';
import { seal, unseal } from '#platform/vault';

export type RequestRow = Selectable<CancellationRequestTable>;
type ItemRow = Selectable<CancellationItemTable>;
export type OpenRequest = RequestRow & { items: ItemRow[] };

/** How often these registrations were asked to be cancelled, and how often that was rejected. */
export async function triesOf(tx: Tx, applicationId: string): Promise<{ requests: number; rejections: number }> {
  const { rows } = await sql<{ requests: number; rejections: number }>`
    select count(*)::integer as requests, (count(*) filter (where request.outcome = 'Rejected'))::integer as rejections
    from cancellation_item item join cancellation_request request on request.id = item.request_id
    where item.application_id = ${applicationId}`.execute(tx);
  return rows[0] ?? { requests: 0, rejections: 0 };
}

/** The undecided request that an application belongs to, locked; null when there is none. */
export async function lockOpenRequest(tx: Tx, where: { applicationId: string }): Promise<OpenRequest | null> {
  const item = await tx
    .selectFrom('cancellation_item')
    .select('request_id')
    .where('application_id', '=', where.applicationId)
    .where('is_open', '=', true)
    .executeTakeFirst();
  return item ? await lockRequest(tx, item.request_id) : null;
}

/** A request with its items, locked; null when it is absent or decided. */
export async function lockRequest(tx: Tx, id: string): Promise<OpenRequest | null> {
  const request = await tx
    .selectFrom('cancellation_request')
    .selectAll()
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!request) return null;
  const items = await tx
    .selectFrom('cancellation_item')
    .selectAll()
    .where('request_id', '=', id)
    .orderBy('application_id')
    .execute();
  return { ...request, items };
}

/** The registrations that a request is about. */
export async function applicationsOf(tx: Tx, requestId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('cancellation_item')
    .select('application_id as id')
    .where('request_id', '=', requestId)
    .execute();
  return rows.map(({ id }) => id);
}

const reasonPlace = (row: string) => ({ table: 'cancellation_request', row, column: 'reason' });

/** Seals why a candidate asks: it may name an illness (decision 0054). */
export function sealReason(id: string, reason: string): Buffer {
  return seal(reason, reasonPlace(id));
}

/** What `sealReason` was given; empty once the words have ended with their papers. */
export function openReason({ id, reason_sealed }: Pick<RequestRow, 'id' | 'reason_sealed'>): string {
  return reason_sealed === null ? '' : unseal(reason_sealed, reasonPlace(id));
}

type Ending = {
  id: string;
  outcome: NonNullable<RequestRow['outcome']>;
  /** Staff's id; null for the candidate and our own jobs. */
  by: string | null;
  reason: string | null;
};

/** Notes how a request ended, and that its applications have none open. */
export async function closeRequest(tx: Tx, { id, outcome, by, reason }: Ending): Promise<void> {
  await sql`
    update cancellation_request set outcome = ${outcome}, decided_at = app_now(), decided_by = ${by}, decision_reason = ${reason},
      remind_at = null, version = version + 1
    where id = ${id}`.execute(tx);
  await sql`update cancellation_item set is_open = false where request_id = ${id}`.execute(tx);
}

/** Something about an open request changed: staff who look at an older state are told (S-1). */
export async function touchRequest(tx: Tx, id: string): Promise<void> {
  await sql`update cancellation_request set version = version + 1 where id = ${id}`.execute(tx);
}
