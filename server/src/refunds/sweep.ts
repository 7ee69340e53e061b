import { sql } from 'kysely';
import { inTransaction } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { openItem } from '#worklist';

/** At most so many per run, so that one run never holds the worker for long (C12). */
const perRun = 100;

/** Queues again every refund that is due by the clock: its job may be lost, or was planned before the clock moved. */
export async function sweepRefunds(): Promise<void> {
  await inTransaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from refund
      where next_try_at < app_now() and status in ('Approved', 'Processing', 'Failed')
      order by next_try_at
      limit ${perRun}`.execute(tx);
    for (const { id } of rows) await enqueue(tx, 'refunds.send', { refundId: id }, { jobKey: `refund:${id}` });
  });
}

/** Puts refunds that are not done by their internal target, add(approval, 15), before the eyes of staff. */
export async function watchTargets(): Promise<void> {
  await inTransaction(async (tx) => {
    const { rows } = await sql<{ id: string; serial_number: string; office_id: string | null; due_at: string }>`
      select refund.id, refund.serial_number, owner.office_id,
        (refund.latest_date + 1)::timestamp at time zone 'Asia/Shanghai' as due_at
      from refund join order_owner owner on owner.order_id = refund.order_id
      where refund.status in ('Approved', 'Processing', 'Failed')
        and refund.target_date < (app_now() at time zone 'Asia/Shanghai')::date
        and not exists (select from work_item where kind = 'refundOverdue' and object_id = refund.id and closed_at is null)
      order by refund.target_date
      limit ${perRun}`.execute(tx);
    for (const row of rows)
      await openItem(tx, {
        kind: 'refundOverdue',
        objectKind: 'refund',
        objectId: row.id,
        officeId: row.office_id,
        dueAt: row.due_at,
        label: row.serial_number,
      });
  });
}
