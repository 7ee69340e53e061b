import { chinaDateOf } from '@exam/contract/rules';
import { type Language, refusalMessage } from '@exam/contract/messages';
import type { CataloguePage, CatalogueRevision } from '@exam/contract/staff';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { countFollowing } from '#desk/sessions';
import {
  changedFields,
  type Content,
  merged,
  readContent,
  storedContent,
  type Target,
  needsSecondPerson,
} from './content.ts';
import type { DraftRow } from './drafts.ts';
import { type Problem, publicationProblems } from './guards.ts';
import { objectKinds } from './kinds.ts';

type Reader = { staff: StaffActor; language: Language };

/** A line, product, subject or awarding body: what is published, the draft with what is missing in it, and what is planned. @throws Refusal NOT_FOUND. */
export async function showObject(tx: Tx, reader: Reader, target: Target): Promise<CataloguePage> {
  const published = await readContent(tx, target);
  const rows = await tx
    .selectFrom('catalogue_draft')
    .selectAll()
    .where('object_kind', '=', target.kind)
    .where('object_id', '=', target.id)
    .where('status', 'in', ['Draft', 'Planned'])
    .orderBy('effective_at')
    .orderBy('id')
    .execute();
  if (published === null && rows.length === 0) refuse('NOT_FOUND');
  const draft = rows.find(({ status }) => status === 'Draft');
  return {
    ...target,
    published,
    draft: draft ? await presentDraft(tx, reader, { target, published, draft }) : null,
    planned: rows.flatMap((row) => (row.status === 'Planned' ? presentPlan(reader.language, published, row) : [])),
    sessionsToCome: target.kind === 'subject' ? await countFollowing(tx, target.id) : 0,
    today: chinaDateOf(await readNow(tx)),
  };
}

function presentChange(published: Content | null, row: DraftRow) {
  const content = merged({ kind: row.object_kind, id: row.object_id }, published, row.changes);
  return {
    id: row.id,
    version: row.version,
    content,
    changed: changedFields(published, content),
    repricesSessions: row.reprices_sessions,
    editors: row.editor_names,
    savedAt: row.saved_at,
  };
}

type Drafted = { target: Target; published: Content | null; draft: DraftRow };

async function presentDraft(
  tx: Tx,
  { staff, language }: Reader,
  { target, published, draft }: Drafted,
): Promise<CataloguePage['draft']> {
  const change = presentChange(published, draft);
  const problems = await publicationProblems(tx, target, { before: published, after: change.content });
  return {
    ...change,
    problems: problems.map(({ field, code }) => ({ field, code, message: refusalMessage(language, code) })),
    needsSecondPerson: needsSecondPerson(published, change.content),
    isOwn: draft.editors.includes(staff.id),
    proposal: await openProposalOf(tx, staff, target),
  };
}

type ShownProposal = NonNullable<CataloguePage['draft']>['proposal'];

async function openProposalOf(tx: Tx, staff: StaffActor, { kind, id }: Target): Promise<ShownProposal> {
  const { rows } = await sql<Omit<NonNullable<ShownProposal>, 'canDecide'>>`
    select id, proposed_by_name as "proposedBy", reason, payload ->> 'effectiveFrom' as "effectiveFrom",
      proposed_by = ${staff.id} as "isOwn"
    from proposal where kind = ${objectKinds[kind]} and object_id = ${id} and status = 'Open' and expires_at > app_now()`.execute(
    tx,
  );
  const [proposal] = rows;
  if (!proposal) return null;
  return { ...proposal, canDecide: !proposal.isOwn && staff.permissions.has('catalogue:publish') };
}

function presentPlan(language: Language, published: Content | null, row: DraftRow): CataloguePage['planned'] {
  if (row.effective_from === null) return [];
  const failures = failuresOf(row.failure).map(({ code }) => refusalMessage(language, code));
  return [
    {
      ...presentChange(published, row),
      effectiveFrom: row.effective_from,
      publishedBy: row.published_by_name ?? '',
      reason: row.reason ?? '',
      failures,
    },
  ];
}

function failuresOf(failure: object | null): Problem[] {
  return Array.isArray(failure) ? failure : [];
}

/** What was published, newest first, each with what was there before. */
export async function showHistory(tx: Tx, { kind, id }: Target): Promise<{ list: CatalogueRevision[] }> {
  const { rows } = await sql<CatalogueRevision>`
    select number, at, drafted_by as "draftedBy", published_by as "publishedBy", reason, changed, before, after
    from catalogue_version where object_kind = ${kind} and object_id = ${id} order by number desc limit 200`.execute(
    tx,
  );
  return {
    list: rows.map((row) => ({
      ...row,
      before: row.before && storedContent(row.before),
      after: storedContent(row.after),
    })),
  };
}
