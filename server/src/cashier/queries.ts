import type { OrderItem, PaymentExceptionItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { accountContact } from '#accounts';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { inOffices, type StaffActor } from '#platform/staff-http';

type OrderFilters = z.output<StaffCalls['orders.search']['body']>;
type OrderPage = z.output<StaffCalls['orders.search']['reply']>;
type OrderDetail = z.output<StaffCalls['orders.get']['reply']>;
type ExceptionFilters = z.output<StaffCalls['paymentExceptions.search']['body']>;
type ExceptionPage = z.output<StaffCalls['paymentExceptions.search']['reply']>;

const orderTables = sql`
  exam_order placed
  join order_owner owner on owner.order_id = placed.id
  join lateral (
    select count(*)::integer as count, left(string_agg(summary.candidate_name, ', ' order by item.position), 400) as names
    from order_item item join application_summary summary on summary.application_id = item.application_id
    where item.order_id = placed.id
  ) lines on true
  join lateral (
    select coalesce(sum(refunded_amount), 0)::integer as amount from payment where payment.order_id = placed.id
  ) refunded on true
  join lateral (
    select count(*)::integer as count from payment_exception
    where payment_exception.order_id = placed.id and closed_at is null
  ) exceptions on true`;

const orderColumns = sql`
  placed.id, placed.version, placed.code, placed.status, placed.category, placed.pay_amount as "payAmount",
  placed.actual_pay_amount as "actualPayAmount", refunded.amount as "refundedAmount", placed.payment_type as "paymentType",
  lines.count as "itemCount", coalesce(lines.names, '') as "candidateNames", placed.created_at as "createdAt",
  placed.payment_end_at as "paymentEndAt", placed.payment_completed_at as "paidAt", exceptions.count as "openExceptions"`;

const orderSorts = {
  createdAt: sql`placed.created_at`,
  paymentEndAt: sql`placed.payment_end_at`,
  payAmount: sql`placed.pay_amount`,
  paidAt: sql`placed.payment_completed_at`,
} as const;

/** Orders of the staff's offices, the newest first unless sorted; hidden ones included (C14). */
export async function findOrders(tx: Tx, staff: StaffActor, filters: OrderFilters): Promise<OrderPage> {
  const { pageIndex, pageSize, sort = '-createdAt' } = filters;
  const where = orderConditions(staff, filters);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${orderTables} where ${where}`.execute(tx);
  const field = sort.replace('-', '');
  const order = field in orderSorts ? orderSorts[field as keyof typeof orderSorts] : orderSorts.createdAt;
  const { rows } = await sql<OrderItem>`
    select ${orderColumns} from ${orderTables} where ${where}
    order by ${order} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, placed.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

function orderConditions(staff: StaffActor, { search, status, category, hasException }: OrderFilters) {
  const conditions = [inOffices(staff, 'owner.office_id')];
  if (status !== undefined) conditions.push(sql<boolean>`placed.status = ${status}`);
  if (category !== undefined) conditions.push(sql<boolean>`placed.category = ${category}`);
  if (hasException !== undefined) conditions.push(sql<boolean>`(exceptions.count > 0) = ${hasException}`);
  if (search !== undefined) {
    const pattern = patternOf(search);
    conditions.push(sql<boolean>`(placed.code ilike ${pattern} or lines.names ilike ${pattern} or exists (
      select from payment where payment.order_id = placed.id and payment.channel_trade_no ilike ${pattern}))`);
  }
  return sql.join(conditions, sql` and `);
}

/** One order with everything about its money. @throws Refusal NOT_FOUND outside the staff's offices. */
export async function findOrder(tx: Tx, staff: StaffActor, id: string): Promise<OrderDetail> {
  const { rows } = await sql<OrderItem & { accountId: string; proposalId: string | null }>`
    select ${orderColumns}, placed.account_id as "accountId",
      (select proposal.id from proposal where proposal.object_id = placed.id and proposal.status = 'Open') as "proposalId"
    from ${orderTables} where placed.id = ${id} and ${inOffices(staff, 'owner.office_id')}`.execute(tx);
  const [row] = rows;
  if (!row) return refuse('NOT_FOUND');
  const { accountId, ...order } = row;
  const { phone } = await accountContact(tx, accountId);
  const [lines, attempts, payments, refunds, ledger] = await detailsOf(tx, id);
  const masked = phone === null ? '' : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
  return { ...order, phone: masked, lines, attempts, payments, refunds, ledger };
}

type Details = [
  OrderDetail['lines'],
  OrderDetail['attempts'],
  OrderDetail['payments'],
  OrderDetail['refunds'],
  OrderDetail['ledger'],
];

async function detailsOf(tx: Tx, id: string): Promise<Details> {
  const lines = await sql<OrderDetail['lines'][number]>`
    select item.application_id as "applicationId", summary.code as "applicationCode", summary.candidate_name as "candidateName",
      summary.subject_name_en as "subjectNameEn", summary.subject_name_zh as "subjectNameZh", summary.status as "applicationStatus",
      item.local_fee_amount as "localFeeAmount", item.board_fee_amount as "boardFeeAmount", item.vat,
      item.tier_discount_amount as "tierDiscountAmount", item.late_entry_charge_amount as "lateEntryChargeAmount",
      item.pay_amount as "payAmount"
    from order_item item join application_summary summary on summary.application_id = item.application_id
    where item.order_id = ${id} order by item.position`.execute(tx);
  const attempts = await sql<OrderDetail['attempts'][number]>`
    select id, trade_no as "tradeNo", channel, status, amount, created_at as "createdAt", ended_at as "endedAt"
    from payment_attempt where order_id = ${id} order by created_at`.execute(tx);
  const payments = await sql<OrderDetail['payments'][number]>`
    select id, channel, channel_trade_no as "channelTradeNo", amount, refunded_amount as "refundedAmount",
      settles_order as "isSettling", paid_at as "paidAt"
    from payment where order_id = ${id} order by recorded_at`.execute(tx);
  const refunds = await sql<OrderDetail['refunds'][number]>`
    select id, serial_number as "serialNumber", status, cause, amount
    from refund where order_id = ${id} order by submitted_at, serial_number`.execute(tx);
  const ledger = await sql<OrderDetail['ledger'][number]>`
    select at, kind, account, amount from ledger_entry where order_id = ${id} order by at, transaction_id, amount desc`.execute(
    tx,
  );
  return [lines.rows, attempts.rows, payments.rows, refunds.rows, ledger.rows];
}

/** What does not fit: of the staff's offices, and what no order is known of for the head office; the newest first. */
export async function findExceptions(tx: Tx, staff: StaffActor, filters: ExceptionFilters): Promise<ExceptionPage> {
  const { pageIndex, pageSize, sort = '-openedAt', kind, isOpen, search } = filters;
  const conditions = [inOffices(staff, 'owner.office_id')];
  if (kind !== undefined) conditions.push(sql<boolean>`exception.kind = ${kind}`);
  if (isOpen !== undefined) conditions.push(sql<boolean>`(exception.closed_at is null) = ${isOpen}`);
  if (search !== undefined)
    conditions.push(sql<boolean>`concat_ws(' ', exception.detail, owner.order_code) ilike ${patternOf(search)}`);
  const where = sql.join(conditions, sql` and `);
  const tables = sql`payment_exception exception left join order_owner owner on owner.order_id = exception.order_id`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${tables} where ${where}`.execute(tx);
  const { rows } = await sql<PaymentExceptionItem>`
    select exception.id, exception.kind, exception.detail, exception.order_id as "orderId", owner.order_code as "orderCode",
      exception.payment_id as "paymentId", exception.opened_at as "openedAt", exception.closed_at as "closedAt", exception.resolution
    from ${tables} where ${where}
    order by exception.opened_at ${sort.startsWith('-') ? sql`desc` : sql`asc`}, exception.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

function patternOf(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}
