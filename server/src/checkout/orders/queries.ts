import { examCategories } from '@exam/contract/entities';
import { orderStates } from '@exam/contract/machines';
import type { Language } from '@exam/contract/messages';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { SoldSummaryTable, OrderItemTable } from '#platform/tables/index';
import type { OrderRow } from './store.ts';

/** A line of an order with what a person reads of its application. */
export type ItemRow = Selectable<OrderItemTable> & Selectable<SoldSummaryTable>;

/** An order, its lines in their order, and whether the channel has accepted a payment. */
export type OrderView = { order: OrderRow; items: ItemRow[]; isPaymentAccepted: boolean };

export type OrderSearch = {
  accountId: string;
  pageIndex: number;
  pageSize: number;
  sorts: readonly { field: 'createdAt' | 'paymentEndTime'; desc: boolean }[];
  filters: readonly { field: 'status' | 'category' | 'code'; value: string }[];
};

const sortColumns = { createdAt: 'created_at', paymentEndTime: 'payment_end_at' } as const;

/** One's own order, hidden ones included: a link from a message keeps working. Null when it is absent or another's. */
export async function findOrder(
  tx: Tx,
  { orderId, accountId }: { orderId: string; accountId: string },
): Promise<OrderView | null> {
  const order = await tx
    .selectFrom('exam_order')
    .selectAll()
    .where('id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!order) return null;
  const [view] = await withItems(tx, [order]);
  return view ?? null;
}

const known: Readonly<Record<'status' | 'category', readonly string[]>> = {
  status: orderStates,
  category: examCategories,
};

/** `All` and nothing are no filter. @throws Refusal MALFORMED for a status or category that does not exist. */
function isNarrowing({ field, value }: OrderSearch['filters'][number]): boolean {
  if (value === '') return false;
  if (field === 'code') return true;
  if (value === 'All') return false;
  return known[field].includes(value) || refuse('MALFORMED');
}

/**
 * A page of one's own orders that are not hidden, newest first unless sorted otherwise, and how many there are.
 * @throws Refusal MALFORMED for a status or category that does not exist.
 */
export async function searchOrders(tx: Tx, search: OrderSearch): Promise<{ views: OrderView[]; recordCount: number }> {
  const matching = tx
    .selectFrom('exam_order')
    .where('account_id', '=', search.accountId)
    .where('is_hidden', '=', false)
    .where((order) =>
      order.and(
        search.filters.filter(isNarrowing).map(({ field, value }) => order(sql<string>`${sql.ref(field)}`, '=', value)),
      ),
    );
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const sorts = search.sorts.length > 0 ? search.sorts : [{ field: 'createdAt', desc: true } as const];
  let page = matching.selectAll();
  for (const { field, desc } of sorts) page = page.orderBy(sortColumns[field], desc ? 'desc' : 'asc');
  const orders = await page
    .orderBy('id')
    .limit(search.pageSize)
    .offset((search.pageIndex - 1) * search.pageSize)
    .execute();
  return { views: await withItems(tx, orders), recordCount: count };
}

/** More than that nobody has to pay at once. */
const mostToPay = 100;

/** An order that is still to pay: of what, and until when. */
export type OrderToPay = { id: string; version: number; payBefore: string; productNames: string[] };

/** The orders of an account that are still to pay and not being paid, the first to end first; those of bookings are told of by the bookings. */
export async function ordersToPay(tx: Tx, accountId: string, language: Language): Promise<OrderToPay[]> {
  const orders = await tx
    .selectFrom('exam_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'PaymentPending')
    .where('category', '<>', 'Booking')
    .where('is_hidden', '=', false)
    .where('payment_end_at', '>', sql<string>`app_now()`)
    .orderBy('payment_end_at')
    .orderBy('id')
    .limit(mostToPay)
    .execute();
  const open = (await withItems(tx, orders)).filter(({ isPaymentAccepted }) => !isPaymentAccepted);
  return open.map(({ order, items }) => ({
    id: order.id,
    version: order.version,
    payBefore: order.payment_end_at,
    productNames: [...new Set(items.map((item) => item[`product_name_${language}`] ?? ''))],
  }));
}

async function withItems(tx: Tx, orders: readonly OrderRow[]): Promise<OrderView[]> {
  const ids = orders.map((order) => order.id);
  if (ids.length === 0) return [];
  const items = await tx
    .selectFrom('order_item as item')
    .innerJoin('sold_summary as summary', 'summary.application_id', 'item.application_id')
    .selectAll('summary')
    .selectAll('item')
    .where('item.order_id', 'in', ids)
    .orderBy('item.position')
    .execute();
  const progress = await tx
    .selectFrom('order_payment_progress')
    .select(['order_id'])
    .where('order_id', 'in', ids)
    .where('is_accepted', '=', true)
    .execute();
  const itemsByOrder = Map.groupBy(items, (item) => item.order_id);
  const accepted = new Set(progress.map((row) => row.order_id));
  return orders.map((order) => ({
    order,
    items: itemsByOrder.get(order.id) ?? [],
    isPaymentAccepted: accepted.has(order.id),
  }));
}
