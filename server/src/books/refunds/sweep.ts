import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/database';
import { gaugeOf } from '#platform/database/gauges';
import { eachDue, handOver, type Wanted } from '#platform/each';
import { type NewItem, openItem } from '#office/work-items';

gaugeOf({
  name: 'refunds_unfinished',
  help: 'Refunds that were approved and are not done',
  query: sql`select count(*)::int as value from refund where status in ('Approved', 'Processing', 'Failed')`,
});
gaugeOf({
  name: 'refunds_past_target',
  help: 'Those of them that are past their target',
  query: sql`select count(*)::int as value from refund
    where status in ('Approved', 'Processing', 'Failed') and target_date < (app_now() at time zone 'Asia/Shanghai')::date`,
});

/** How many per batch, so that no transaction lasts long (C12). */
const perBatch = 100;

/** Queues again every refund that is due by the clock: its job may be lost, or was planned before the clock moved. */
export async function sweepRefunds(): Promise<void> {
  const due = async (tx: Tx, { most, but }: Wanted) => {
    const { rows } = await sql<{ id: string }>`
      select id from refund
      where next_try_at < app_now() and status in ('Approved', 'Processing', 'Failed') and id <> all(${[...but]}::uuid[])
      order by next_try_at
      limit ${most}`.execute(tx);
    return rows;
  };
  await handOver(perBatch, due, (id) => ({
    task: 'refunds.send',
    payload: { refundId: id },
    jobKey: `refund:${id}`,
  }));
}

/** Puts refunds that are not done by their internal target, add(approval, 15), before the eyes of staff. */
export async function watchTargets(): Promise<void> {
  await eachDue(overdue, ({ item }) => inTransaction((tx) => openItem(tx, item)));
}

async function overdue(tx: Tx, tried: readonly string[]): Promise<{ id: string; item: NewItem }[]> {
  const { rows } = await sql<{ id: string; serial_number: string; office_id: string | null; due_at: string }>`
    select refund.id, refund.serial_number, owner.office_id,
      (refund.latest_date + 1)::timestamp at time zone 'Asia/Shanghai' as due_at
    from refund join order_owner owner on owner.order_id = refund.order_id
    where refund.status in ('Approved', 'Processing', 'Failed')
      and refund.target_date < (app_now() at time zone 'Asia/Shanghai')::date
      and not exists (select from work_item where kind = 'refundOverdue' and object_id = refund.id and closed_at is null)
      and refund.id <> all(${[...tried]}::uuid[])
    order by refund.target_date
    limit ${perBatch}`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    item: {
      kind: 'refundOverdue',
      objectKind: 'refund',
      objectId: row.id,
      officeId: row.office_id,
      dueAt: row.due_at,
      label: row.serial_number,
    },
  }));
}
