import { type Selectable, sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import type { WorkItemTable } from '#platform/tables/index';

export type ItemRow = Selectable<WorkItemTable>;

/** What may wait for staff. */
export type WorkKind = WorkItemTable['kind'];

export type NewItem = {
  kind: WorkKind;
  /** `booking`, `application`, `refund`, `order`, `session`, `proposal` ...: where the board leads to. */
  objectKind: WorkItemTable['object_kind'];
  objectId: string;
  /** Null: it concerns every office. */
  officeId: string | null;
  /** Until when it must be done. */
  dueAt: string;
  /** The object's human code, shown on the board. */
  label?: string | null;
};

/** The board knows its objects by uuid; a year has none of its own. */
export function objectIdOfYear(year: number): string {
  return `00000000-0000-4000-8000-${String(year).padStart(12, '0')}`;
}

/**
 * Puts something on the Today board, in the caller's transaction. There is one open item per kind and object: opened again it
 * only takes the new due time, and who has taken it keeps it.
 */
export async function openItem(tx: Tx, item: NewItem): Promise<void> {
  const { kind, objectKind, objectId, officeId, dueAt, label = null } = item;
  await sql`
    insert into work_item (id, kind, object_kind, object_id, label, office_id, due_at, opened_at)
    values (${randomId()}, ${kind}, ${objectKind}, ${objectId}, ${label}, ${officeId}, ${dueAt}, app_now())
    on conflict (kind, object_id) where closed_at is null
    do update set due_at = excluded.due_at, version = work_item.version + 1 where work_item.due_at <> excluded.due_at`.execute(
    tx,
  );
}

/** Takes an item off the board because its object has moved on; nothing when there is none. */
export async function closeItem(tx: Tx, item: { kind: WorkKind; objectId: string }): Promise<void> {
  await tx
    .updateTable('work_item')
    .set((row) => ({ closed_at: sql<string>`app_now()`, version: row('version', '+', 1) }))
    .where('kind', '=', item.kind)
    .where('object_id', '=', item.objectId)
    .where('closed_at', 'is', null)
    .execute();
}

/** What of an open item its readers change. */
export type ItemChange = Partial<
  Pick<ItemRow, 'assigned_to' | 'assigned_to_name' | 'assigned_at' | 'snoozed_until' | 'snooze_reason'>
>;

/** Changes an item that is locked, and counts its version up. @returns it as it is now. */
export async function changeItem(tx: Tx, id: string, change: ItemChange): Promise<ItemRow> {
  return await tx
    .updateTable('work_item')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What waits for staff about some objects: until when, by object; of several kinds the first that is due. */
export async function waitingFor(tx: Tx, objectIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (objectIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('work_item')
    .select(['object_id', 'due_at'])
    .where('object_id', 'in', [...objectIds])
    .where('closed_at', 'is', null)
    .orderBy('due_at', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.object_id, row.due_at]));
}

/** Forgets what waited about things that are gone. */
export async function forgetItems(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from work_item where object_id = any(${[...ids]}::uuid[])`.execute(tx);
}
