import { applicationMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { manyAtOnce, type Wanted } from '#platform/each';
import { readNow } from '#platform/clock';
import { enqueueAll } from '#platform/outbox';
import { theSystem, transitionAll } from '#platform/transition';

/** Lines lapsed in one transaction. */
const batch = 500;

/**
 * Lapses cart lines that can never be ordered any more: registration is over, the session was withdrawn or the product archived
 * (9.1 #4). A session that is only full may free up and lapses nothing. Run by a cron; safe to repeat.
 */
export async function lapseCarts(): Promise<void> {
  await manyAtOnce({ take: takeOver, work: lapse, atOnce: batch });
}

type Line = { id: string; account_id: string };

async function takeOver(tx: Tx, { most, but }: Wanted): Promise<Line[]> {
  const now = await readNow(tx);
  return await tx
    .selectFrom('application')
    .innerJoin('exam_session', 'exam_session.id', 'application.session_id')
    .innerJoin('product', 'product.id', 'application.product_id')
    .select(['application.id', 'application.account_id'])
    .where('application.status', '=', 'Initiated')
    .where('application.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('exam_session.publish_end_at', '<', now),
        where('exam_session.status', '=', 'Withdrawn'),
        where('product.access', '=', 'archived'),
      ]),
    )
    .where(sql<boolean>`application.id <> all(${[...but]}::uuid[])`)
    .limit(most)
    .execute();
}

async function lapse(tx: Tx, rows: readonly Line[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  const change = { table: 'application', kind: 'application', event: 'lapse', actor: theSystem, ids } as const;
  const moved = new Set((await transitionAll(tx, applicationMachine, change)).map(({ id }) => id));
  await planTelling(
    tx,
    rows.filter(({ id }) => moved.has(id)),
  );
}

/** Has each owner told of what lapsed together. */
async function planTelling(tx: Tx, lapsed: readonly { id: string; account_id: string }[]): Promise<void> {
  const owners = [...Map.groupBy(lapsed, (row) => row.account_id)];
  if (owners.length === 0) return;
  await enqueueAll(
    tx,
    owners.map(([accountId, rows]) => ({
      task: 'reminders.cartLapsed',
      payload: { accountId, ids: rows.map(({ id }) => id) },
    })),
  );
}
