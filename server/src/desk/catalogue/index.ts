import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Proposals } from '#office/approvals';
import type { Tx } from '#platform/database';
import type { Cron, Tasks } from '#platform/worker';
import type { Sweeps } from '#office/work-items';
import { objectKinds } from './kinds.ts';
import { performPublication } from './publish.ts';
import { takeAllEffect, takeEffect } from './take-effect.ts';

/** The catalogue as staff draft, preview, plan and publish it. What candidates read of it is `#offer/catalogue`. */
export { staffRoutes } from './staff-routes.ts';

export const proposals: Proposals = Object.fromEntries(
  Object.values(objectKinds).map((kind) => [kind, performPublication]),
);

/** A change that could not take effect on its day waits for somebody who can help it. */
async function publicationsFailed(tx: Tx) {
  const { rows } = await sql<{ kind: keyof typeof objectKinds; objectId: string; dueAt: string; label: string | null }>`
    select draft.object_kind as kind, draft.object_id as "objectId", min(draft.effective_at) as "dueAt", upper(min(object.code)) as label
    from catalogue_draft draft join catalogue_object object on object.id = draft.object_id
    where draft.status = 'Planned' and draft.failure is not null group by draft.object_kind, draft.object_id`.execute(
    tx,
  );
  return rows.map(({ kind, ...item }) => ({ ...item, objectKind: objectKinds[kind], officeId: null }));
}

export const sweeps: Sweeps = { publicationFailed: publicationsFailed };

const ofDraft = z.object({ draftId: z.uuid() });

export const tasks: Tasks = {
  'catalogueDesk.takeEffect': async (payload) => takeEffect(ofDraft.parse(payload)),
  'catalogueDesk.sweep': takeAllEffect,
};

export const crons: Cron[] = [{ task: 'catalogueDesk.sweep', match: '* * * * *' }];
