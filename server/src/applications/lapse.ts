import { applicationMachine } from '@exam/contract/machines';
import { inTransaction, type Tx } from '#platform/database';
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
  for (let lapsed = batch; lapsed === batch;) lapsed = await lapseSome();
}

async function lapseSome(): Promise<number> {
  return await inTransaction(async (tx) => {
    const now = await readNow(tx);
    const rows = await tx
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
      .limit(batch)
      .execute();
    const ids = rows.map((row) => row.id);
    const change = { table: 'application', kind: 'application', event: 'lapse', actor: theSystem, ids } as const;
    const moved = new Set((await transitionAll(tx, applicationMachine, change)).map(({ id }) => id));
    await planTelling(
      tx,
      rows.filter(({ id }) => moved.has(id)),
    );
    return moved.size;
  });
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
