import { sql } from 'kysely';
import { inTransaction } from '#platform/database';
import { enqueue } from '#platform/outbox';

/** At most so many per run, so that one run never holds the worker for long (C12). */
const perRun = 100;

/** Queues again every refund that is due by the clock: its job may be lost, or was planned before the clock moved. */
export async function sweepRefunds(): Promise<void> {
  await inTransaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from refund
      where next_try_at < app_now() and status in ('Approved', 'Processing', 'Failed') and payment_id is not null
      order by next_try_at
      limit ${perRun}`.execute(tx);
    for (const { id } of rows) await enqueue(tx, 'refunds.send', { refundId: id }, { jobKey: `refund:${id}` });
  });
}
