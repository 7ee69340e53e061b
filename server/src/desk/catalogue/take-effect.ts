import { catalogueDraftMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { forgetCatalogue } from '#offer/catalogue';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { eachByItself } from '#platform/each';
import { theSystem, transition } from '#platform/transition';
import { changedFields, lockObject, merged, readContent } from './content.ts';
import type { DraftRow } from './drafts.ts';
import { type Problem, publicationProblems } from './guards.ts';
import { putInForce } from './put-in-force.ts';

/**
 * A planned change takes effect when its moment has come by the database's clock (S-9); before, and a second time, nothing happens. What
 * its guards refuse by then stays planned with the reason, is shown on the board, and is tried again.
 */
export async function takeEffect({ draftId }: { draftId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    const seen = await tx.selectFrom('catalogue_draft').selectAll().where('id', '=', draftId).executeTakeFirst();
    if (!seen) return;
    await lockObject(tx, { kind: seen.object_kind, id: seen.object_id });
    const draft = await duePlan(tx, draftId);
    if (draft !== null) await effect(tx, draft);
  });
  forgetCatalogue();
}

async function duePlan(tx: Tx, id: string): Promise<DraftRow | null> {
  const draft = await tx
    .selectFrom('catalogue_draft')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'Planned')
    .where('effective_at', '<=', await readNow(tx))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return draft ?? null;
}

async function effect(tx: Tx, draft: DraftRow): Promise<void> {
  const target = { kind: draft.object_kind, id: draft.object_id };
  const before = await readContent(tx, target);
  const after = merged(target, before, draft.changes);
  const problems = await publicationProblems(tx, target, { before, after });
  if (problems.length > 0) return await keepFailure(tx, draft.id, problems);
  const move = { table: 'catalogue_draft', kind: 'catalogueDraft', id: draft.id, actor: theSystem } as const;
  await transition(tx, catalogueDraftMachine, { ...move, event: 'takeEffect', reason: draft.reason });
  if (changedFields(before, after).length === 0) return;
  const staff = { id: draft.published_by ?? '', name: draft.published_by_name ?? '' };
  await putInForce(tx, target, { draft, before, after, staff, reason: draft.reason });
}

async function keepFailure(tx: Tx, id: string, problems: readonly Problem[]): Promise<void> {
  await sql`update catalogue_draft set failure = ${JSON.stringify(problems)}::jsonb where id = ${id}`.execute(tx);
}

/** Every planned change whose moment has come: for clocks that were moved, and for what was refused before. */
export async function takeAllEffect(): Promise<void> {
  const due = await inTransaction(async (tx) => {
    const now = await readNow(tx);
    return await tx
      .selectFrom('catalogue_draft')
      .select('id')
      .where('status', '=', 'Planned')
      .where('effective_at', '<=', now)
      .orderBy('effective_at')
      .orderBy('id')
      .execute();
  });
  await eachByItself(due, ({ id }) => takeEffect({ draftId: id }));
}
