import { type StaffCalls, workKinds, workKindNames } from '@exam/contract/staff';
import type { Language } from '@exam/contract/messages';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { decidableProposals, isAnswerProposed, objectsOfProposals } from '#office/approvals';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { readWorkingCalendar } from '#office/working-days';
import { readAbouts } from '#office/work-items';
import { presentItem } from './present.ts';

export type BoardFilters = z.output<StaffCalls['today.search']['body']>;
export type BoardPage = z.output<StaffCalls['today.search']['reply']>;
export type BoardCounts = z.output<StaffCalls['today.counts']['reply']>;

const isAwake = sql<boolean>`(snoozed_until is null or snoozed_until <= app_now())`;

/** A page of what waits for this member of staff and their team, the least time left first. */
export async function findItems(
  tx: Tx,
  staff: StaffActor,
  { language, ...filters }: BoardFilters & { language: Language },
): Promise<BoardPage> {
  const { pageIndex, pageSize, sort = 'dueAt' } = filters;
  const matching = narrowed(await openItems(tx, staff), staff, filters);
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const rows = await matching
    .selectAll()
    .orderBy(sort.endsWith('openedAt') ? 'opened_at' : 'due_at', direction)
    .orderBy('id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  const facts = { now: await readNow(tx), calendar: await readWorkingCalendar(tx) };
  const objects = await proposedObjects(tx, rows);
  const targets = rows.map(({ object_kind: objectKind, object_id: objectId }) => {
    const proposed = objects.get(objectId);
    return proposed === undefined ? { objectKind, objectId } : { objectKind: null, objectId: proposed };
  });
  const abouts = await readAbouts(tx, staff, { targets, language });
  const list = rows.map((row) => ({
    ...presentItem(row, facts),
    about: abouts.get(objects.get(row.object_id) ?? row.object_id) ?? null,
  }));
  return { list, pageIndex, pageSize, recordCount: count };
}

/** What the proposals among these items are about, by the proposal. */
async function proposedObjects(tx: Tx, rows: readonly { object_kind: string; object_id: string }[]) {
  const ids = rows.flatMap((row) => (row.object_kind === 'proposal' ? row.object_id : []));
  return await objectsOfProposals(tx, ids);
}

/** How much waits, for the badge and the board's head; what sleeps counts apart. */
export async function countItems(tx: Tx, staff: StaffActor): Promise<BoardCounts> {
  const rows = await (
    await openItems(tx, staff)
  )
    .select('kind')
    .select(sql<number>`count(*) filter (where ${isAwake})`.as('open'))
    .select(sql<number>`count(*) filter (where ${isAwake} and assigned_to = ${staff.id})`.as('mine'))
    .select(sql<number>`count(*) filter (where ${isAwake} and due_at <= app_now())`.as('overdue'))
    .select(sql<number>`count(*) filter (where not ${isAwake})`.as('snoozed'))
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  const total = (name: 'open' | 'mine' | 'overdue' | 'snoozed') => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    open: total('open'),
    mine: total('mine'),
    overdue: total('overdue'),
    snoozed: total('snoozed'),
    byKind: rows.filter((row) => row.open > 0).map(({ kind, open, overdue }) => ({ kind, open, overdue })),
  };
}

/** The open items a member of staff may see: of their offices, of kinds they may read, and proposals they may decide. */
export async function openItems(tx: Tx, staff: StaffActor) {
  const readable = workKindNames.filter((kind) => {
    const permission = workKinds[kind];
    return permission !== null && staff.permissions.has(permission);
  });
  const proposals = await decidableProposals(tx, staff);
  return tx
    .selectFrom('work_item')
    .where('closed_at', 'is', null)
    .where(sql<boolean>`not ${isAnswerProposed(sql.ref('work_item.kind'), sql.ref('work_item.object_id'))}`)
    .where((row) =>
      row.or([
        row.and([sql<boolean>`kind = any(${readable}::text[])`, inOffices(staff, 'work_item.office_id')]),
        row.and([row('kind', '=', 'secondPersonNeeded'), sql<boolean>`object_id = any(${proposals}::uuid[])`]),
      ]),
    );
}

function narrowed(items: Awaited<ReturnType<typeof openItems>>, staff: StaffActor, filters: BoardFilters) {
  const { whose = 'team', kind, officeId, isOverdue, isSnoozed = false } = filters;
  let matching = items.where(isSnoozed ? sql<boolean>`not ${isAwake}` : isAwake);
  if (whose === 'mine') matching = matching.where('assigned_to', '=', staff.id);
  if (whose === 'free') matching = matching.where('assigned_to', 'is', null);
  if (kind !== undefined) matching = matching.where('kind', '=', kind);
  if (officeId !== undefined) matching = matching.where('office_id', '=', officeId);
  if (isOverdue !== undefined)
    matching = matching.where(isOverdue ? sql<boolean>`due_at <= app_now()` : sql<boolean>`due_at > app_now()`);
  return matching;
}
