import { sql } from 'kysely';
import { forgetProposals, forgetWords } from '#office/approvals';
import { forgetFiles } from '#office/files';
import { forgetNotes } from '#office/notes';
import { forgetItems } from '#office/worklist';
import type { Tx } from '#platform/database';
import { forgetActors, forgetHistory, forgetReasons } from '#platform/history';

/** What was written, told, decided and worked on about things that go. */
export async function forgetWhatIsSaid(tx: Tx, ids: readonly string[]): Promise<void> {
  const all = [...ids, ...(await forgetProposals(tx, ids))];
  await forgetHistory(tx, all);
  await forgetItems(tx, all);
  await forgetNotes(tx, all);
  const things = sql`any(${all}::uuid[])`;
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
  const { rows: ordered } = await sql<{ id: string }>`
    select thing.id from order_item item cross join unnest(array[item.registration_id, item.post_test_id]) as thing (id)
    where item.order_id = ${orders} and thing.id is not null
    union select booking_id from exam_order where id = ${orders} and booking_id is not null`.execute(tx);
  await forgetActors(tx, [...ids, ...ordered.map(({ id }) => id)]);
  await sql`update refund set note = null where order_id = ${orders}`.execute(tx);
  await sql`
    update payment_event set payload_sealed = '' where trade_no in (
      select attempt.trade_no from payment_attempt attempt where attempt.order_id = ${orders})`.execute(tx);
}
