import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { maskMinors } from '#office/access';
import { accountContact } from '#people/accounts';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { unseal } from '#platform/vault';
import { nameOrders, orderColumns, type OrderRow, orderTables } from './queries.ts';

type OrderDetail = z.output<StaffCalls['orders.get']['reply']>;

/** One order with everything about its money. @throws Refusal NOT_FOUND outside the staff's offices. */
export async function findOrder(tx: Tx, staff: StaffActor, id: string): Promise<OrderDetail> {
  const { rows } = await sql<OrderRow & { accountId: string; proposalId: string | null }>`
    select ${orderColumns}, placed.account_id as "accountId",
      (select proposal.id from proposal where proposal.object_id = placed.id and proposal.status = 'Open' limit 1) as "proposalId"
    from ${orderTables} where placed.id = ${id} and ${inOffices(staff, 'owner.office_id')}`.execute(tx);
  const [row] = await nameOrders(tx, staff, rows);
  if (!row) return refuse('NOT_FOUND');
  const { phone } = await accountContact(tx, row.accountId);
  const masked = phone === null ? '' : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
  const messages = await messagesOf(tx, id);
  return { ...row, phone: masked, ...(await detailsOf(tx, staff, id)), messages, timeline: await timelineOf(tx, id) };
}

type Details = Pick<OrderDetail, 'lines' | 'attempts' | 'payments' | 'refunds' | 'ledger'>;

async function detailsOf(tx: Tx, staff: StaffActor, id: string): Promise<Details> {
  const lines = await sql<OrderDetail['lines'][number]>`
    select item.application_id as "applicationId", summary.code as "applicationCode", summary.candidate_name as "candidateName",
      summary.subject_name_en as "subjectNameEn", summary.subject_name_zh as "subjectNameZh", summary.status as "applicationStatus",
      item.local_fee_amount as "localFeeAmount", item.board_fee_amount as "boardFeeAmount", item.vat,
      item.tier_discount_amount as "tierDiscountAmount", item.late_entry_charge_amount as "lateEntryChargeAmount",
      item.pay_amount as "payAmount"
    from order_item item join sold_summary summary on summary.application_id = item.application_id
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
  return {
    lines: await maskMinors(tx, staff, lines.rows, ({ applicationId }) => applicationId),
    attempts: attempts.rows,
    payments: payments.rows,
    refunds: refunds.rows,
    ledger: ledger.rows,
  };
}

async function timelineOf(tx: Tx, id: string): Promise<OrderDetail['timeline']> {
  const { rows } = await sql<OrderDetail['timeline'][number]>`
    select event, at, actor_kind as actor, from_status as "from", to_status as "to"
    from history where kind = 'order' and object_id = ${id} order by at, id`.execute(tx);
  return rows;
}

/** What of a channel's message is about the trade and not about its payer. */
const shownFields: ReadonlySet<string> = new Set([
  'trade_no',
  'out_trade_no',
  'trade_status',
  'total_amount',
  'receipt_amount',
  'refund_fee',
  'out_biz_no',
  'gmt_create',
  'gmt_payment',
  'gmt_refund',
  'gmt_close',
  'notify_id',
  'notify_time',
  'notify_type',
  'app_id',
]);

async function messagesOf(tx: Tx, orderId: string): Promise<OrderDetail['messages']> {
  const rows = await tx
    .selectFrom('payment_event as event')
    .innerJoin('payment_attempt as attempt', (join) =>
      join.onRef('attempt.trade_no', '=', 'event.trade_no').onRef('attempt.channel', '=', 'event.channel'),
    )
    .selectAll('event')
    .where('attempt.order_id', '=', orderId)
    .orderBy('event.received_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    kind: row.kind,
    outcome: row.outcome,
    tradeNo: row.trade_no,
    receivedAt: row.received_at,
    fields: fieldsOf(row.id, row.payload_sealed),
  }));
}

/** Nothing once the order names nobody any more. */
function fieldsOf(id: string, sealed: Buffer): { name: string; value: string }[] {
  if (sealed.length === 0) return [];
  const raw = unseal(sealed, { table: 'payment_event', row: id, column: 'payload_sealed' });
  const form = new URLSearchParams(Buffer.from(raw, 'base64').toString('utf8'));
  return [...form]
    .filter(([name]) => shownFields.has(name))
    .map(([name, value]) => ({ name, value: value.slice(0, 300) }));
}
