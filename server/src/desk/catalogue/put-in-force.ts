import { sql } from 'kysely';
import { audit, type Auditor } from '#office/audit';
import { forgetCatalogue } from '#offer/catalogue';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { repriceSessions } from '#desk/sessions';
import { changedFields, type Content, only, type Target } from './content.ts';
import type { DraftRow } from './drafts.ts';
import { objectKinds } from './kinds.ts';
import { writeContent } from './write.ts';

type Publication = { draft: DraftRow; before: Content | null; after: Content; staff: Auditor; reason: string | null };

/**
 * From this moment the portal shows it: the rows, a version of its history, the prices of sessions to come where that was wished, the
 * audit. Orders hold their own prices and stay as they are (C26).
 */
export async function putInForce(tx: Tx, target: Target, publication: Publication): Promise<void> {
  const { draft, before, after, staff, reason } = publication;
  const changed = changedFields(before, after);
  await writeContent(tx, target, { before, after });
  await writeVersion(tx, target, { ...publication, changed });
  const fees = after.kind === 'subject' && changed.includes('fees') ? after.fees : null;
  const isFollowed = draft.reprices_sessions && fees !== null;
  const repriced = isFollowed ? await repriceSessions(tx, { subjectId: target.id, fees, staff, reason }) : 0;
  await audit(tx, {
    staff,
    action: 'catalogue.publish',
    object: { kind: objectKinds[target.kind], id: target.id },
    reason,
    before: before === null ? null : only(before, changed),
    after: { ...only(after, changed), ...(repriced > 0 ? { repricedSessions: repriced } : {}) },
  });
  forgetCatalogue();
}

async function writeVersion(
  tx: Tx,
  { kind, id }: Target,
  { draft, before, after, staff, reason, changed }: Publication & { changed: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(number), 0)::integer as last from catalogue_version where object_kind = ${kind} and object_id = ${id}`.execute(
    tx,
  );
  const last = rows[0]?.last ?? 0;
  if (last === 0 && before !== null)
    await sql`
      insert into catalogue_version (id, object_kind, object_id, number, after, changed, at)
      values (${randomId()}, ${kind}, ${id}, 1, ${JSON.stringify(before)}::jsonb, '{}', app_now())`.execute(tx);
  await sql`
    insert into catalogue_version (id, object_kind, object_id, number, before, after, changed, drafted_by, published_by, reason, at)
    values (${randomId()}, ${kind}, ${id}, ${last === 0 && before !== null ? 2 : last + 1},
      ${before === null ? null : JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${[...changed]}::text[],
      ${draft.editor_names.join(', ')}, ${staff.name}, ${reason}, app_now())`.execute(tx);
}
