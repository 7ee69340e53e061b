import type { OrderItem, PaymentItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { endOfDay, instantOf, maskMinorName } from '@exam/contract/rules';
import { isFoundBy, readNamed } from '#office/access';
import type { Tx } from '#platform/database';
import { containing } from '#platform/like';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { sortedBy } from '#platform/sort';

type OrderFilters = z.output<StaffCalls['orders.search']['body']>;
type OrderPage = z.output<StaffCalls['orders.search']['reply']>;
type PaymentFilters = z.output<StaffCalls['payments.search']['body']>;
type PaymentPage = z.output<StaffCalls['payments.search']['reply']>;

export const orderTables = sql`
  exam_order placed
  join order_owner owner on owner.order_id = placed.id
  join lateral (
    select count(*)::integer as count,
      json_agg(json_build_object('id', item.application_id, 'name', summary.candidate_name) order by item.position) as people
    from order_item item join sold_summary summary on summary.application_id = item.application_id
    where item.order_id = placed.id
  ) lines on true
  join lateral (
    select coalesce(sum(refunded_amount), 0)::integer as amount from payment where payment.order_id = placed.id
  ) refunded on true
  join lateral (
    select count(*)::integer as count from payment_exception
    where payment_exception.order_id = placed.id and closed_at is null
  ) exceptions on true`;

export const orderColumns = sql`
  placed.id, placed.version, placed.code, placed.status, placed.category, placed.pay_amount as "payAmount",
  placed.actual_pay_amount as "actualPayAmount", refunded.amount as "refundedAmount", placed.payment_type as "paymentType",
  lines.count as "itemCount", coalesce(lines.people, '[]') as people, placed.created_at as "createdAt",
  placed.payment_end_at as "paymentEndAt", placed.payment_completed_at as "paidAt", exceptions.count as "openExceptions"`;

export type OrderRow = Omit<OrderItem, 'candidateNames'> & { people: readonly { id: string; name: string }[] };

/** Orders with the names of whom they are about, those of minors masked whom no approval covers. */
export async function nameOrders<Row extends OrderRow>(
  tx: Tx,
  staff: StaffActor,
  rows: readonly Row[],
): Promise<(Omit<Row, 'people'> & { candidateNames: string })[]> {
  const isNamed = await readNamed(
    tx,
    staff,
    rows.flatMap(({ people }) => people.map(({ id }) => id)),
  );
  return rows.map(({ people, ...row }) => {
    const names = people.map(({ id, name }) => (isNamed(id) ? name : maskMinorName(name)));
    return { ...row, candidateNames: names.join(', ').slice(0, mostNames) };
  });
}

/** How many characters of names a list shows for one order. */
const mostNames = 400;

const orderSorts = {
  createdAt: sql`placed.created_at`,
  paymentEndAt: sql`placed.payment_end_at`,
  payAmount: sql`placed.pay_amount`,
  paidAt: sql`placed.payment_completed_at`,
} as const;

/** Orders of the staff's offices, the newest first unless sorted; hidden ones included (C14), and `about` whom they are. */
export async function findOrders(
  tx: Tx,
  staff: StaffActor,
  filters: OrderFilters,
): Promise<OrderPage & { about: string[] }> {
  const { pageIndex, pageSize, sort = '-createdAt' } = filters;
  const found = sql`exam_order placed join order_owner owner on owner.order_id = placed.id where ${orderConditions(staff, filters)}`;
  const { rows: counted } = await sql<{ count: number }>`select count(*)::integer as count from ${found}`.execute(tx);
  const { field, by, direction } = sortedBy(sort, orderSorts);
  const isNullable = field === 'paymentEndAt' || field === 'paidAt';
  const order = sql`${by} ${direction} ${isNullable ? sql`nulls last` : sql``}, placed.id`;
  // What a row shows is read for the rows of the page alone.
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from ${orderTables}
    where placed.id = any(array(
      select placed.id from ${found} order by ${order} limit ${pageSize} offset ${(pageIndex - 1) * pageSize}))
    order by ${order}`.execute(tx);
  const about = rows.flatMap(({ people }) => people.map(({ id }) => id));
  return { list: await nameOrders(tx, staff, rows), about, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

function orderConditions(staff: StaffActor, { search, status, category, hasException, accountId }: OrderFilters) {
  const conditions = [inOffices(staff, 'owner.office_id')];
  if (status !== undefined) conditions.push(sql<boolean>`placed.status = ${status}`);
  if (category !== undefined) conditions.push(sql<boolean>`placed.category = ${category}`);
  if (accountId !== undefined) conditions.push(sql<boolean>`placed.account_id = ${accountId}`);
  if (hasException !== undefined)
    conditions.push(sql<boolean>`exists (select from payment_exception
      where payment_exception.order_id = placed.id and closed_at is null) = ${hasException}`);
  if (search !== undefined) {
    const pattern = containing(search);
    const isFound = isFoundBy(staff, search, { id: sql`item.application_id`, names: [sql`summary.candidate_name`] });
    conditions.push(sql<boolean>`(placed.code ilike ${pattern} or exists (
      select from order_item item join sold_summary summary on summary.application_id = item.application_id
      where item.order_id = placed.id and ${isFound}) or exists (
      select from payment where payment.order_id = placed.id and payment.channel_trade_no ilike ${pattern}))`);
  }
  return sql.join(conditions, sql` and `);
}

const paymentTables = sql`
  payment
  join order_owner owner on owner.order_id = payment.order_id
  left join payment_attempt attempt on attempt.id = payment.attempt_id`;

/** Money that was received for orders of the staff's offices, by channel or by hand, the latest first unless sorted. */
export async function findPayments(tx: Tx, staff: StaffActor, filters: PaymentFilters): Promise<PaymentPage> {
  const { pageIndex, pageSize, sort = '-paidAt' } = filters;
  const where = paymentConditions(staff, filters);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${paymentTables} where ${where}`.execute(tx);
  const order = sort.endsWith('amount') ? sql`payment.amount` : sql`payment.paid_at`;
  const { rows } = await sql<PaymentItem>`
    select payment.id, payment.order_id as "orderId", owner.order_code as "orderCode", payment.channel,
      payment.channel_trade_no as "channelTradeNo", attempt.trade_no as "tradeNo", payment.amount,
      payment.refunded_amount as "refundedAmount", payment.settles_order as "isSettling", payment.paid_at as "paidAt"
    from ${paymentTables} where ${where}
    order by ${order} ${sort.startsWith('-') ? sql`desc` : sql`asc`}, payment.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

function paymentConditions(staff: StaffActor, { search, channel, isSettling, from, to }: PaymentFilters) {
  const conditions = [inOffices(staff, 'owner.office_id')];
  if (channel !== undefined) conditions.push(sql<boolean>`payment.channel = ${channel}`);
  if (isSettling !== undefined) conditions.push(sql<boolean>`payment.settles_order = ${isSettling}`);
  if (from !== undefined) conditions.push(sql<boolean>`payment.paid_at >= ${instantOf(from)}`);
  if (to !== undefined) conditions.push(sql<boolean>`payment.paid_at <= ${endOfDay(to)}`);
  if (search !== undefined)
    conditions.push(
      sql<boolean>`concat_ws(' ', owner.order_code, payment.channel_trade_no, attempt.trade_no) ilike ${containing(search)}`,
    );
  return sql.join(conditions, sql` and `);
}
