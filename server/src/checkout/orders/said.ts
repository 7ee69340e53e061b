import { sql } from 'kysely';
import { forgetWords } from '#office/approvals';
import { forgetFiles } from '#office/files';
import type { Tx } from '#platform/database';
import { forgetReasons } from '#platform/history';

/** What was written, told, decided and worked on about things that go. */
export async function forgetWhatIsSaid(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows: proposals } = await sql<{ id: string }>`
    delete from proposal where object_id = any(${[...ids]}::uuid[]) returning id`.execute(tx);
  const things = sql`any(${[...ids, ...proposals.map(({ id }) => id)]}::uuid[])`;
  await sql`delete from history where object_id = ${things}`.execute(tx);
  await sql`delete from work_item where object_id = ${things}`.execute(tx);
  await sql`delete from note where object_id = ${things}`.execute(tx);
  await sql`delete from reminder where object_id = ${things}`.execute(tx);
  const { rows } = await sql<{
    id: string;
  }>`select id from file where object_id = ${things} and used_by in ('cancellation', 'refund')`.execute(tx);
  await forgetFiles(
    tx,
    rows.map(({ id }) => id),
  );
}

/**
 * Forgets whom orders, and what hangs on them, tell of: in words, by who acted, and in what the channel told of who paid. What happened, when,
 * and of how much stays.
 */
export async function forgetWhoIsTold(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const orders = sql`any(${[...orderIds]}::uuid[])`;
  const { rows: papers } = await sql<{ id: string }>`
    select id from exam_order where id = ${orders}
    union all select id from refund where order_id = ${orders}
    union all select id from fapiao where order_id = ${orders}
    union all select id from cancellation_request where order_id = ${orders}`.execute(tx);
  const ids = papers.map(({ id }) => id);
  await forgetReasons(tx, ids);
  await forgetWords(tx, ids);
  await sql`
    update history set actor_id = null where actor_kind = 'candidate' and object_id in (
      select unnest(${ids}::uuid[])
      union all select unnest(array[item.registration_id, item.post_test_id]) from order_item item where item.order_id = ${orders}
      union all select placed.booking_id from exam_order placed where placed.id = ${orders})`.execute(tx);
  await sql`update refund set note = null where order_id = ${orders}`.execute(tx);
  await sql`
    update payment_event set payload_sealed = '' where trade_no in (
      select attempt.trade_no from payment_attempt attempt where attempt.order_id = ${orders})`.execute(tx);
}
