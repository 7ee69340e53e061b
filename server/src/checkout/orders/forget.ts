import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { nobodysAccount } from '#platform/nobody';
import { theSystem } from '#platform/transition';
import { expireOrder } from './expire.ts';

/** What orders were for, by ids. */
export type Ordered = Readonly<Record<'registrations' | 'postTests' | 'bookings', readonly string[]>>;

/** What these orders were for; `byThemAlone` leaves out what another order was for as well. */
export async function thingsOrdered(
  tx: Tx,
  orderIds: readonly string[],
  { byThemAlone }: { byThemAlone?: true } = {},
): Promise<Ordered> {
  const orders = sql`any(${[...orderIds]}::uuid[])`;
  const { rows } = await sql<{ kind: keyof Ordered; id: string }>`
    select distinct thing.kind, thing.id
    from exam_order placed left join order_item item on item.order_id = placed.id
    cross join lateral (values ('registrations', item.registration_id), ('postTests', item.post_test_id), ('bookings', placed.booking_id)) as thing (kind, id)
    where placed.id = ${orders} and thing.id is not null and (${!byThemAlone} or case thing.kind
      when 'bookings' then not exists (select from exam_order other where other.booking_id = thing.id and not other.id = ${orders})
      when 'postTests' then not exists (select from order_item other where other.post_test_id = thing.id and not other.order_id = ${orders})
      else not exists (select from order_item other where other.registration_id = thing.id and not other.order_id = ${orders}) end)`.execute(
    tx,
  );
  const idsOf = (of: keyof Ordered) => rows.filter(({ kind }) => kind === of).map(({ id }) => id);
  return { registrations: idsOf('registrations'), postTests: idsOf('postTests'), bookings: idsOf('bookings') };
}

/** Forgets whose orders these are; their sums and numbers stay. */
export async function forgetAccountOfOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update exam_order set account_id = ${nobodysAccount}, request_key = null where id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
}

/** Ends those of the orders that a backup brought back while they still waited for their money. */
export async function endWaiting(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from exam_order where id = any(${[...ids]}::uuid[]) and status = 'PaymentPending' order by id for update`.execute(
    tx,
  );
  for (const { id } of rows) await expireOrder(tx, { orderId: id, event: 'expire', actor: theSystem, isTold: false });
}

/** Has the books carry the sums of these orders forward, before they go. */
export async function carryForward(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select carry_orders_forward(${[...ids]}::uuid[])`.execute(tx);
}

/** Counts orders that nobody paid, and of how much they were, before they go. */
export async function countLapsed(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select count_lapsed_orders(${[...ids]}::uuid[])`.execute(tx);
}

/** Forgets orders as a whole, after whatever points to them. */
export async function forgetOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from order_item where order_id = any(${[...ids]}::uuid[])`.execute(tx);
  await sql`delete from exam_order where id = any(${[...ids]}::uuid[])`.execute(tx);
}
