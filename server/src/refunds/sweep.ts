import { sql } from 'kysely';
import { inTransaction } from '#platform/database';
import { enqueue } from '#platform/outbox';

/** At most so many per run, so that one run never holds the worker for long (C12). */
const perRun = 100;

/** Finds approved and sent refunds whose job was lost and queues them again; a waiting job keeps its place. */
export async function sweepRefunds(): Promise<void> {
  await inTransaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from refund
      where status in ('Approved', 'Processing') and approved_at < app_now() - interval '10 minutes' and payment_id is not null
      order by approved_at
      limit ${perRun}`.execute(tx);
    for (const { id } of rows) await enqueue(tx, 'refunds.send', { refundId: id }, { jobKey: `refund:${id}` });
  });
}
