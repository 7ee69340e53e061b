import { answeredBy, type OpenProposal, type StaffCalls } from '@exam/contract/staff';
import type { Language } from '@exam/contract/messages';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { inOffices, seesOffice, type StaffActor } from '#platform/staff-http';
import { readAbouts } from '#office/work-items';
import { decidableKinds } from './registry.ts';

export type ProposalFilters = z.output<StaffCalls['approvals.search']['body']>;
export type ProposalPage = z.output<StaffCalls['approvals.search']['reply']>;
export type ProposalDetail = z.output<StaffCalls['approvals.get']['reply']>;

const columns = [
  'id',
  'kind',
  'object_id',
  'label',
  'office_id',
  'status',
  'reason',
  'proposed_by',
  'proposed_by_name',
  'proposed_at',
  'expires_at',
] as const;

/** The proposals a member of staff sees: those whose kind they may decide in their offices, and their own. */
export async function findProposals(
  tx: Tx,
  staff: StaffActor,
  filters: ProposalFilters & { language: Language },
): Promise<ProposalPage> {
  const { pageIndex, pageSize, sort = 'expiresAt', status, kind, objectId, isOwn, language } = filters;
  let matching = visibleTo(tx, staff);
  if (status !== undefined) matching = matching.where('status', '=', status);
  if (kind !== undefined) matching = matching.where('kind', '=', kind);
  if (objectId !== undefined) matching = matching.where('object_id', '=', objectId);
  if (isOwn !== undefined) matching = matching.where('proposed_by', isOwn ? '=' : '<>', staff.id);
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(columns)
    .orderBy(sort.endsWith('proposedAt') ? 'proposed_at' : 'expires_at', sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  const now = await readNow(tx);
  const targets = rows.map((row) => ({ objectKind: null, objectId: row.object_id }));
  const abouts = await readAbouts(tx, staff, { targets, language });
  const list = rows.map((row) => ({ ...present(row, staff, now), about: abouts.get(row.object_id) ?? null }));
  return { list, pageIndex, pageSize, recordCount: count };
}

/** One proposal with what it would do. @throws Refusal NOT_FOUND where the reader does not see it. */
export async function findProposal(
  tx: Tx,
  staff: StaffActor,
  { id, language }: { id: string; language: Language },
): Promise<ProposalDetail> {
  const row = await visibleTo(tx, staff)
    .select([...columns, 'decided_by_name', 'decided_at', 'decision_reason'])
    .select(sql<Record<string, unknown>>`payload`.as('payload'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
  const targets = [{ objectKind: null, objectId: row.object_id }];
  const abouts = await readAbouts(tx, staff, { targets, language });
  return {
    ...present(row, staff, await readNow(tx)),
    about: abouts.get(row.object_id) ?? null,
    payload: row.payload,
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at,
    decisionReason: row.decision_reason,
  };
}

/** What proposals are about, by their ids. */
export async function objectsOfProposals(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('proposal')
    .select(['id', 'object_id'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.object_id]));
}

/** Ids of the open proposals that this member of staff may decide. */
export async function decidableProposals(tx: Tx, staff: StaffActor): Promise<string[]> {
  const rows = await visibleTo(tx, staff)
    .select('id')
    .where('status', '=', 'Open')
    .where('proposed_by', '<>', staff.id)
    .where('expires_at', '>', sql<string>`app_now()`)
    .execute();
  return rows.map((row) => row.id);
}

function visibleTo(tx: Tx, staff: StaffActor) {
  return tx
    .selectFrom('proposal')
    .where((row) =>
      row.or([
        row('proposed_by', '=', staff.id),
        row.and([
          sql<boolean>`kind = any(${decidableKinds(staff.permissions)}::text[])`,
          inOffices(staff, 'proposal.office_id'),
        ]),
      ]),
    );
}

type Row = {
  id: string;
  kind: string;
  object_id: string;
  label: string | null;
  office_id: string | null;
  status: ProposalPage['list'][number]['status'];
  reason: string;
  proposed_by: string;
  proposed_by_name: string;
  proposed_at: string;
  expires_at: string;
};

function present(row: Row, staff: StaffActor, now: string): Omit<ProposalPage['list'][number], 'about'> {
  const isOwn = row.proposed_by === staff.id;
  const isOpen = row.status === 'Open' && row.expires_at > now;
  const isTheirs = decidableKinds(staff.permissions).includes(row.kind) && seesOffice(staff, row.office_id);
  return {
    id: row.id,
    kind: row.kind,
    objectId: row.object_id,
    label: row.label,
    status: row.status,
    reason: row.reason,
    proposedBy: row.proposed_by_name,
    proposedAt: row.proposed_at,
    expiresAt: row.expires_at,
    isOwn,
    canDecide: isOpen && !isOwn && isTheirs,
  };
}

/** Whether something about an object waits for a second person, and has not lapsed. */
export async function hasOpenProposal(
  tx: Tx,
  { kind, objectId }: { kind: string; objectId: string },
): Promise<boolean> {
  return (await openProposalsAbout(tx, { kind, objectIds: [objectId] })).has(objectId);
}

/** What of an object waits for a second person, the first that was proposed before others. */
export async function proposalsAbout(tx: Tx, objectId: string): Promise<OpenProposal[]> {
  const { rows } = await sql<OpenProposal>`
    select id, kind, proposed_by_name as "proposedBy", proposed_at as "proposedAt" from proposal
    where object_id = ${objectId} and status = 'Open' and expires_at > app_now() order by proposed_at, id`.execute(tx);
  return rows;
}

/** SQL: whether the answer to an item of the board (its kind and object) waits for a second person. */
export const isAnswerProposed = (kind: RawBuilder<unknown>, objectId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from proposal answer where answer.object_id = ${objectId} and answer.status = 'Open' and answer.expires_at > app_now()
    and ${kind} || ' ' || answer.kind = any(${answers}::text[]))`;

const answers = Object.entries(answeredBy).flatMap(([kind, kinds]) => kinds.map((each) => `${kind} ${each}`));

/** What waits for a second person about an object: the first that was proposed, by whom and since when. */
export async function openProposalAbout(
  tx: Tx,
  { kind, objectId }: { kind: string; objectId: string },
): Promise<{ id: string; proposedBy: string; proposedAt: string } | null> {
  const { rows } = await sql<{ id: string; proposedBy: string; proposedAt: string }>`
    select id, proposed_by_name as "proposedBy", proposed_at as "proposedAt" from proposal
    where kind = ${kind} and object_id = ${objectId} and status = 'Open' and expires_at > app_now() order by proposed_at limit 1`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** About which of some objects something waits for a second person. */
export async function openProposalsAbout(
  tx: Tx,
  { kind, objectIds }: { kind: string; objectIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select object_id as id from proposal
    where kind = ${kind} and object_id = any(${[...objectIds]}::uuid[]) and status = 'Open' and expires_at > app_now()`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}
