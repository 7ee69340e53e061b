import { catalogueDraftMachine } from '@exam/contract/machines';
import type { StaffCalls } from '@exam/contract/staff';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { hasOpenProposal } from '#office/approvals';
import { audit } from '#office/audit';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import type { CatalogueDraftTable } from '#platform/tables/index';
import { record, transition } from '#platform/transition';
import { changedFields, type Content, lockObject, only, readContent, type Target, tidied } from './content.ts';
import { objectKinds } from './kinds.ts';

export type DraftRow = Selectable<CatalogueDraftTable>;
type Saved = { id: string; version: number };

/** Begins something new. Nobody but staff sees it before it is published. @returns the new object's id and its draft's version. */
export async function createDraft(tx: Tx, staff: StaffActor, content: Content): Promise<Saved> {
  const fresh = tidied(content);
  const target = { kind: content.kind, id: randomId() };
  await insertDraft(tx, staff, { target, isNew: true, changes: only(fresh, changedFields(null, fresh)) });
  return { id: target.id, version: 1 };
}

type Saving = z.output<StaffCalls['catalogue.save']['body']> & Target;

/**
 * Saves what somebody wrote of a line, product or subject. Only what differs from what is published is kept, so that another change
 * that is planned stays. A draft may be incomplete.
 * @throws Refusal NOT_FOUND; VERSION_CONFLICT (409) when somebody saved or began a draft meanwhile; DRAFT_ASKED while its publication
 * is asked for; DRAFT_EMPTY for a first draft without a difference; DRAFT_EXISTS while the first publication is planned.
 */
export async function saveDraft(
  tx: Tx,
  staff: StaffActor,
  { version, content, repricesSessions, ...target }: Saving,
): Promise<Saved> {
  if (content.kind !== target.kind) refuse('MALFORMED');
  await lockObject(tx, target);
  const published = await readContent(tx, target);
  const draft = await openDraft(tx, target);
  if ((draft?.version ?? null) !== version) refuse(draft || published ? 'VERSION_CONFLICT' : 'NOT_FOUND');
  const fresh = tidied(content);
  const changes = only(fresh, changedFields(published, fresh));
  if (draft === null) {
    if (published === null) refuse((await isPlannedFirst(tx, target)) ? 'DRAFT_EXISTS' : 'NOT_FOUND');
    if (Object.keys(changes).length === 0) refuse('DRAFT_EMPTY');
    await insertDraft(tx, staff, { target, isNew: false, changes, repricesSessions });
    return { id: target.id, version: 1 };
  }
  await refuseAsked(tx, target);
  return await overwrite(tx, staff, { draft, changes, repricesSessions });
}

type Overwriting = { draft: DraftRow; changes: object; repricesSessions: boolean };

async function overwrite(tx: Tx, staff: StaffActor, { draft, changes, repricesSessions }: Overwriting): Promise<Saved> {
  const isKnown = draft.editors.includes(staff.id);
  const { rows } = await sql<{ version: number }>`
    update catalogue_draft set changes = ${JSON.stringify(changes)}::jsonb, reprices_sessions = ${repricesSessions},
      version = version + 1, saved_at = app_now(),
      editors = ${isKnown ? draft.editors : [...draft.editors, staff.id]}::uuid[],
      editor_names = ${isKnown ? draft.editor_names : [...draft.editor_names, staff.name]}::text[]
    where id = ${draft.id} returning version`.execute(tx);
  await audit(tx, {
    staff,
    action: 'catalogue.save',
    object: { kind: objectKinds[draft.object_kind], id: draft.object_id },
    before: draft.changes,
    after: changes,
  });
  return { id: draft.object_id, version: rows[0]?.version ?? refuse('INTERNAL') };
}

type Making = { target: Target; isNew: boolean; changes: object; repricesSessions?: boolean };

async function insertDraft(
  tx: Tx,
  staff: StaffActor,
  { target, isNew, changes, repricesSessions = false }: Making,
): Promise<void> {
  const id = randomId();
  const { rows } = await sql`
    insert into catalogue_draft (id, object_kind, object_id, is_new, status, changes, reprices_sessions, editors, editor_names, saved_at)
    values (${id}, ${target.kind}, ${target.id}, ${isNew}, ${catalogueDraftMachine.initial}, ${JSON.stringify(changes)}::jsonb,
      ${repricesSessions}, ${[staff.id]}::uuid[], ${[staff.name]}::text[], app_now())
    on conflict (object_kind, object_id) where status = 'Draft' do nothing
    returning id`.execute(tx);
  if (rows.length === 0) refuse('VERSION_CONFLICT');
  const actor = { kind: 'staff', id: staff.id } as const;
  await record(tx, { kind: 'catalogueDraft', id, event: 'create', actor, to: catalogueDraftMachine.initial });
  const object = { kind: objectKinds[target.kind], id: target.id };
  await audit(tx, { staff, action: 'catalogue.draft', object, after: changes });
}

/** The draft of an object that nobody has published, planned or given up; null where there is none. */
export async function openDraft(tx: Tx, { kind, id }: Target): Promise<DraftRow | null> {
  const draft = await tx
    .selectFrom('catalogue_draft')
    .selectAll()
    .where('object_kind', '=', kind)
    .where('object_id', '=', id)
    .where('status', '=', 'Draft')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return draft ?? null;
}

async function isPlannedFirst(tx: Tx, { id }: Target): Promise<boolean> {
  const { rows } = await sql`
    select from catalogue_draft where object_id = ${id} and is_new and status = 'Planned'`.execute(tx);
  return rows.length > 0;
}

/**
 * Locks the draft that somebody looked at.
 * @throws Refusal NOT_FOUND where there is none; VERSION_CONFLICT (409) when it was saved since.
 */
export async function lockDraft(tx: Tx, target: Target, version: number): Promise<DraftRow> {
  await lockObject(tx, target);
  const draft = (await openDraft(tx, target)) ?? refuse('NOT_FOUND');
  if (draft.version !== version) refuse('VERSION_CONFLICT');
  return draft;
}

/** @throws Refusal DRAFT_ASKED while somebody waits for the decision about its publication. */
export async function refuseAsked(tx: Tx, { kind, id }: Target): Promise<void> {
  if (await hasOpenProposal(tx, { kind: objectKinds[kind], objectId: id })) refuse('DRAFT_ASKED');
}

/** Gives a draft up; what was new is gone with it. @throws Refusal NOT_FOUND, VERSION_CONFLICT (409), DRAFT_ASKED. */
export async function discardDraft(
  tx: Tx,
  staff: StaffActor,
  { version, ...target }: Target & { version: number },
): Promise<void> {
  const draft = await lockDraft(tx, target, version);
  await refuseAsked(tx, target);
  const actor = { kind: 'staff', id: staff.id } as const;
  await transition(tx, catalogueDraftMachine, {
    table: 'catalogue_draft',
    kind: 'catalogueDraft',
    id: draft.id,
    event: 'discard',
    actor,
  });
  await audit(tx, {
    staff,
    action: 'catalogue.discard',
    object: { kind: objectKinds[target.kind], id: target.id },
    before: draft.changes,
  });
}
