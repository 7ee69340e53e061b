import { catalogueDraftMachine } from '@exam/contract/machines';
import { chinaDateOf, instantOf } from '@exam/contract/rules';
import { catalogueKinds } from '@exam/contract/staff';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { checkSecondPerson, type Proposal, propose } from '#office/approvals';
import { audit } from '#office/audit';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import type { StaffActor } from '#platform/staff-http';
import { transition } from '#platform/transition';
import {
  changedFields,
  type Content,
  lockObject,
  merged,
  readContent,
  type Target,
  needsSecondPerson,
} from './content.ts';
import { type DraftRow, lockDraft, openDraft, refuseAsked } from './drafts.ts';
import { publicationProblems } from './guards.ts';
import { objectKinds } from './kinds.ts';
import { putInForce } from './put-in-force.ts';

type Publishing = Target & { version: number; effectiveFrom: string | null; reason: string };

/** A draft with what it would change. */
type Change = { draft: DraftRow; before: Content | null; after: Content };

async function changeOf(tx: Tx, target: Target, draft: DraftRow): Promise<Change> {
  const before = await readContent(tx, target);
  const after = merged(target, before, draft.changes);
  if (changedFields(before, after).length === 0) refuse('DRAFT_EMPTY');
  const problems = await publicationProblems(tx, target, { before, after });
  if (problems.length > 0)
    refuseFields(Object.fromEntries(problems.toReversed().map(({ field, code }) => [field, code])));
  return { draft, before, after };
}

/**
 * Asks those who may publish; they find it among the decisions and on the board.
 * @throws Refusal FIELDS with what is missing; DRAFT_EMPTY; EFFECTIVE_PAST; VERSION_CONFLICT (409); PROPOSAL_OPEN.
 */
export async function askToPublish(
  tx: Tx,
  staff: StaffActor,
  { version, effectiveFrom, reason, ...target }: Publishing,
): Promise<{ proposalId: string }> {
  const draft = await lockDraft(tx, target, version);
  const { after } = await changeOf(tx, target, draft);
  await refusePast(tx, effectiveFrom);
  const proposalId = await propose(tx, {
    kind: objectKinds[target.kind],
    objectId: target.id,
    label: after.code.toUpperCase(),
    payload: { kind: target.kind, version, effectiveFrom },
    staff,
    reason,
  });
  return { proposalId };
}

const payloadSchema = z.object({
  kind: z.enum(catalogueKinds),
  version: z.int(),
  effectiveFrom: z.nullable(z.string()),
});

/** The second person agrees. A day that has come meanwhile means at once. */
export async function performPublication(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { kind, version, effectiveFrom } = payloadSchema.parse(proposal.payload);
  const target = { kind, id: proposal.objectId };
  const draft = await lockDraft(tx, target, version);
  await settle(tx, staff, {
    target,
    change: await changeOf(tx, target, draft),
    effectiveFrom,
    reason: proposal.reason,
  });
}

/**
 * Publishes a draft at once, or from 00:00 in China of a day to come. Whoever wrote it publishes no price of it, nor what consents tell (S-16).
 * @throws Refusal FIELDS with what is missing; what `checkSecondPerson` refuses; DRAFT_ASKED; DRAFT_EMPTY; EFFECTIVE_PAST; VERSION_CONFLICT (409).
 */
export async function publishDraft(
  tx: Tx,
  staff: StaffActor,
  { version, effectiveFrom, reason, ...target }: Publishing,
): Promise<{ isInForce: boolean }> {
  const draft = await lockDraft(tx, target, version);
  await refuseAsked(tx, target);
  const change = await changeOf(tx, target, draft);
  await refusePast(tx, effectiveFrom);
  return await settle(tx, staff, { target, change, effectiveFrom, reason });
}

async function refusePast(tx: Tx, effectiveFrom: string | null): Promise<void> {
  if (effectiveFrom !== null && effectiveFrom < chinaDateOf(await readNow(tx))) refuse('EFFECTIVE_PAST');
}

type Settling = { target: Target; change: Change; effectiveFrom: string | null; reason: string };

async function settle(
  tx: Tx,
  staff: StaffActor,
  { target, change, effectiveFrom, reason }: Settling,
): Promise<{ isInForce: boolean }> {
  const { draft, before, after } = change;
  if (needsSecondPerson(before, after)) await checkSecondPerson(tx, staff, draft.editors);
  const effectiveAt = effectiveFrom === null ? null : instantOf(effectiveFrom);
  const isInForce = effectiveAt === null || effectiveAt <= (await readNow(tx));
  await sql`
    update catalogue_draft set effective_from = ${isInForce ? null : effectiveFrom}, effective_at = ${isInForce ? null : effectiveAt},
      published_by = ${staff.id}, published_by_name = ${staff.name}, reason = ${reason}, failure = null, version = version + 1
    where id = ${draft.id}`.execute(tx);
  const actor = { kind: 'staff', id: staff.id } as const;
  const move = { table: 'catalogue_draft', kind: 'catalogueDraft', id: draft.id, actor, reason } as const;
  await transition(tx, catalogueDraftMachine, { ...move, event: isInForce ? 'publish' : 'plan' });
  if (isInForce) await putInForce(tx, target, { draft, before, after, staff, reason });
  else await plan(tx, staff, { target, draft, effectiveFrom, effectiveAt, reason });
  return { isInForce };
}

type Planning = Pick<Settling, 'target' | 'effectiveFrom' | 'reason'> & { draft: DraftRow; effectiveAt: string };

async function plan(tx: Tx, staff: StaffActor, { target, draft, effectiveFrom, effectiveAt, reason }: Planning) {
  const job = { jobKey: `catalogue:${draft.id}`, dueAt: effectiveAt };
  await enqueue(tx, 'catalogueDesk.takeEffect', { draftId: draft.id }, job);
  await audit(tx, {
    staff,
    action: 'catalogue.plan',
    object: { kind: objectKinds[target.kind], id: target.id },
    reason,
    after: { effectiveFrom, ...draft.changes },
  });
}

type TakingBack = Target & { draftId: string; version: number; reason: string };

/**
 * A planned change becomes a draft again. @throws Refusal NOT_FOUND; VERSION_CONFLICT (409); ILLEGAL_STATE when it has taken effect;
 * DRAFT_EXISTS when somebody began another draft meanwhile.
 */
export async function takeBackPlan(
  tx: Tx,
  staff: StaffActor,
  { draftId, version, reason, ...target }: TakingBack,
): Promise<void> {
  await lockObject(tx, target);
  const planned = await tx.selectFrom('catalogue_draft').selectAll().where('id', '=', draftId).executeTakeFirst();
  if (planned?.object_id !== target.id || planned.object_kind !== target.kind) refuse('NOT_FOUND');
  if (planned.version !== version) refuse('VERSION_CONFLICT');
  if ((await openDraft(tx, target)) !== null) refuse('DRAFT_EXISTS');
  const actor = { kind: 'staff', id: staff.id } as const;
  const move = { table: 'catalogue_draft', kind: 'catalogueDraft', id: draftId, actor, reason } as const;
  await transition(tx, catalogueDraftMachine, { ...move, event: 'takeBack' });
  await sql`
    update catalogue_draft set version = version + 1, effective_from = null, effective_at = null, failure = null
    where id = ${draftId}`.execute(tx);
  await audit(tx, {
    staff,
    action: 'catalogue.takeBack',
    object: { kind: objectKinds[target.kind], id: target.id },
    reason,
    before: { effectiveFrom: planned.effective_from, ...planned.changes },
  });
}
