import { maskIdNumber } from '@exam/contract/rules';
import type { StaffCalls } from '@exam/contract/staff';
import { type ExpressionBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Database } from '#platform/tables/index';

export type AuditFilters = z.output<StaffCalls['audit.search']['body']>;
export type AuditPage = z.output<StaffCalls['audit.search']['reply']>;
export type AuditDetail = z.output<StaffCalls['audit.entry']['reply']>;

type Builder = ExpressionBuilder<Database, 'audit_entry'>;

/** A page of the audit, newest first unless asked otherwise; each filter narrows it. */
export async function findEntries(tx: Tx, filters: AuditFilters): Promise<AuditPage> {
  const { pageIndex, pageSize, sort } = filters;
  const matching = tx.selectFrom('audit_entry').where((row) => conditionOf(row, filters));
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const direction = sort === 'at' ? 'asc' : 'desc';
  const rows = await matching
    .select(['id', 'at', 'staff_id', 'staff_name', 'action', 'object_kind', 'object_id', 'reason'])
    .select(sql<number>`cardinality(people)`.as('people'))
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  return { list: rows.map(presentEntry), pageIndex, pageSize, recordCount: count };
}

/** One entry with what changed. @throws Refusal NOT_FOUND. */
export async function findEntry(tx: Tx, id: string): Promise<AuditDetail> {
  const row = await tx
    .selectFrom('audit_entry')
    .select(['id', 'at', 'staff_id', 'staff_name', 'action', 'object_kind', 'object_id', 'reason', 'request_id'])
    .select(sql<number>`cardinality(people)`.as('people'))
    .select(sql<Record<string, unknown> | null>`before`.as('before'))
    .select(sql<Record<string, unknown> | null>`after`.as('after'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
  return { ...presentEntry(row), before: shown(row.before), after: shown(row.after), requestId: row.request_id };
}

type Values = Record<string, unknown> | null;

/** Entries from before decision 0051 keep more of a document number than may be shown: they are shown in today's form. */
function shown(values: Values): Values {
  const idNo = values?.['idNo'];
  return typeof idNo === 'string' ? { ...values, idNo: maskIdNumber(idNo) } : values;
}

/** What was done to one object and what it changed, the newest hundred first. Who may see it is the caller's to check. */
export async function changesOf(tx: Tx, objectId: string) {
  const { rows } = await sql<{
    id: string;
    at: string;
    staffName: string;
    action: string;
    reason: string | null;
    before: Values;
    after: Values;
  }>`
    select id, at, staff_name as "staffName", action, reason, before, after
    from audit_entry where object_id = ${objectId} order by at desc, id limit 100`.execute(tx);
  return rows.map((row) => ({ ...row, before: shown(row.before), after: shown(row.after) }));
}

type Row = {
  id: string;
  at: string;
  staff_id: string;
  staff_name: string;
  action: string;
  object_kind: string;
  object_id: string;
  reason: string | null;
  people: number;
};

function presentEntry(row: Row): AuditPage['list'][number] {
  const { id, at, action, reason, people } = row;
  const { staff_id: staffId, staff_name: staffName, object_kind: objectKind, object_id: objectId } = row;
  return { id, at, staffId, staffName, action, objectKind, objectId, reason, people };
}

function conditionOf(row: Builder, filters: AuditFilters) {
  const { staffId, action, objectKind, objectId, candidateId, applicationId, from, until } = filters;
  return row.and([
    ...(staffId === undefined ? [] : [row('staff_id', '=', staffId)]),
    ...(action === undefined ? [] : [row('action', '=', action)]),
    ...(objectKind === undefined ? [] : [row('object_kind', '=', objectKind)]),
    ...(objectId === undefined ? [] : [row('object_id', '=', objectId)]),
    ...(candidateId === undefined ? [] : [sawPersonOf('candidate', candidateId)]),
    ...(applicationId === undefined ? [] : [sawPersonOf('application', applicationId)]),
    ...(from === undefined ? [] : [row('at', '>=', from)]),
    ...(until === undefined ? [] : [row('at', '<', until)]),
  ]);
}

/** What was done to one object, newest first, up to a limit. Who may see it is the caller's to check. */
export async function actsOn(tx: Tx, object: { kind: string; id: string }, atMost: number) {
  const rows = await tx
    .selectFrom('audit_entry')
    .select(['id', 'at', 'staff_name', 'action', 'reason'])
    .where('object_kind', '=', object.kind)
    .where('object_id', '=', object.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute();
  return rows.map(({ id, at, staff_name: staffName, action, reason }) => ({ id, at, staffName, action, reason }));
}

/** The files of an object that a member of staff opened by an act. */
export async function filesOpened(
  tx: Tx,
  by: { staffId: string; action: string; object: { kind: string; id: string } },
): Promise<Set<string>> {
  const { rows } = await sql<{ fileId: string }>`
    select distinct after ->> 'fileId' as "fileId" from audit_entry
    where object_kind = ${by.object.kind} and object_id = ${by.object.id} and action = ${by.action} and staff_id = ${by.staffId}`.execute(
    tx,
  );
  return new Set(rows.map(({ fileId }) => fileId));
}

/** Entries that showed the person of a record, whichever record of theirs was looked at. */
function sawPersonOf(kind: 'candidate' | 'application', id: string) {
  return sql<boolean>`people && array(
    select person_key from person_of_record where kind = ${kind} and id = ${id})`;
}

/** One look of staff at a person: reveals and exports. */
export type Sighting = {
  at: string;
  staffName: string;
  action: string;
  objectKind: string;
  objectId: string;
  reason: string | null;
};

/** Every entry that carries the person's key (S-14), newest first. */
export async function whoSaw(tx: Tx, personKey: Buffer): Promise<Sighting[]> {
  const rows = await tx
    .selectFrom('audit_entry')
    .select(['at', 'staff_name', 'action', 'object_kind', 'object_id', 'reason'])
    .where(sql<boolean>`people @> ${[personKey]}::bytea[]`)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    at: row.at,
    staffName: row.staff_name,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    reason: row.reason,
  }));
}
