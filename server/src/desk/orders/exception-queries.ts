import type { PaymentExceptionItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { containing } from '#platform/like';
import { settings } from '#platform/settings';
import { inOffices, type StaffActor } from '#platform/staff-http';

type ExceptionFilters = z.output<StaffCalls['paymentExceptions.search']['body']>;
type ExceptionPage = z.output<StaffCalls['paymentExceptions.search']['reply']>;
type ExceptionDetail = z.output<StaffCalls['paymentExceptions.get']['reply']>;

const tables = sql`payment_exception exception left join order_owner owner on owner.order_id = exception.order_id`;

const columns = sql`
  exception.id, exception.kind, exception.detail, exception.order_id as "orderId", owner.order_code as "orderCode",
  exception.payment_id as "paymentId", exception.opened_at as "openedAt", exception.closed_at as "closedAt", exception.resolution`;

/** What does not fit: of the staff's offices, and what no order is known of for the head office; the newest first. */
export async function findExceptions(tx: Tx, staff: StaffActor, filters: ExceptionFilters): Promise<ExceptionPage> {
  const { pageIndex, pageSize, sort = '-openedAt', kind, isOpen, search } = filters;
  const conditions = [inOffices(staff, 'owner.office_id')];
  if (kind !== undefined) conditions.push(sql<boolean>`exception.kind = ${kind}`);
  if (isOpen !== undefined) conditions.push(sql<boolean>`(exception.closed_at is null) = ${isOpen}`);
  if (search !== undefined)
    conditions.push(sql<boolean>`concat_ws(' ', exception.detail, owner.order_code) ilike ${containing(search)}`);
  const where = sql.join(conditions, sql` and `);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${tables} where ${where}`.execute(tx);
  const { rows } = await sql<PaymentExceptionItem>`
    select ${columns}
    from ${tables} where ${where}
    order by exception.opened_at ${sort.startsWith('-') ? sql`desc` : sql`asc`}, exception.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

/** One exception with the order and the money it is about. @throws Refusal NOT_FOUND outside the staff's offices. */
export async function findException(tx: Tx, staff: StaffActor, id: string): Promise<ExceptionDetail> {
  const { rows } = await sql<Row>`
    select ${columns}, exception.amount, exception.channel, exception.trade_no as "tradeNo",
      (select audited.staff_name from audit_entry audited
        where audited.object_id = exception.id::text and audited.action = 'payments.closeException' limit 1) as "closedBy",
      (select proposal.id from proposal
        where proposal.object_id in (exception.payment_id, exception.id) and proposal.status = 'Open' limit 1) as "proposalId"
    from ${tables} where exception.id = ${id} and ${inOffices(staff, 'owner.office_id')}`.execute(tx);
  const [found] = rows;
  if (!found) return refuse('NOT_FOUND');
  const { amount, ...row } = found;
  const payment = await paymentOf(tx, row.paymentId);
  return {
    ...row,
    order: await orderOf(tx, row.orderId),
    payment,
    refundable: refundableOf(amount, payment),
    secondApprovalFen: settings().refund.secondApprovalFen,
  };
}

type Row = Omit<ExceptionDetail, 'order' | 'payment' | 'refundable' | 'secondApprovalFen'> & { amount: number | null };

/** `held` is what was held back of a registration's money (`refundShort`); else only what no order is paid by goes back. */
function refundableOf(held: number | null, payment: ExceptionDetail['payment']): number | null {
  if (payment === null || (held === null && payment.isSettling)) return null;
  const left = payment.amount - payment.refundedAmount;
  return left === 0 ? null : Math.min(left, held ?? left);
}

async function orderOf(tx: Tx, id: string | null): Promise<ExceptionDetail['order']> {
  if (id === null) return null;
  const { rows } = await sql<NonNullable<ExceptionDetail['order']>>`
    select id, code, status, pay_amount as "payAmount", actual_pay_amount as "actualPayAmount"
    from exam_order where id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

async function paymentOf(tx: Tx, id: string | null): Promise<ExceptionDetail['payment']> {
  if (id === null) return null;
  const { rows } = await sql<NonNullable<ExceptionDetail['payment']>>`
    select id, channel, channel_trade_no as "channelTradeNo", amount, refunded_amount as "refundedAmount",
      settles_order as "isSettling", paid_at as "paidAt"
    from payment where id = ${id}`.execute(tx);
  return rows[0] ?? null;
}
