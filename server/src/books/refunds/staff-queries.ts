import type { RefundItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { isFoundBy, maskMinors } from '#office/access';
import { audit } from '#office/audit';
import { filesOf, sendFileOf } from '#office/files';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { FileReply } from '#platform/http';
import { containing } from '#platform/like';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { sortedBy } from '#platform/sort';

type Filters = z.output<StaffCalls['refunds.search']['body']>;
type Page = z.output<StaffCalls['refunds.search']['reply']>;
type Detail = z.output<StaffCalls['refunds.get']['reply']>;

const isOverdue = sql<boolean>`(refund.status in ('Approved', 'Processing', 'Failed')
  and refund.target_date < (app_now() at time zone 'Asia/Shanghai')::date)`;

const tables = sql`
  refund
  join order_owner owner on owner.order_id = refund.order_id
  left join sold_summary summary on summary.application_id = refund.application_id
  left join payment on payment.id = refund.payment_id`;

const columns = sql`
  refund.id, refund.version, refund.serial_number as "serialNumber", refund.status, refund.cause, refund.policy_row as "policyRow",
  refund.amount, refund.order_id as "orderId", owner.order_code as "orderCode", refund.application_id as "applicationId",
  summary.code as "applicationCode", summary.candidate_name as "candidateName", payment.channel,
  refund.submitted_at as "submittedAt", refund.approved_at as "approvedAt", refund.target_date as "targetDate",
  refund.latest_date as "latestDate", refund.completed_at as "completedAt", ${isOverdue} as "isOverdue",
  refund.is_by_hand as "isByHand", refund.last_error as "lastError", refund.refusals`;

const sorts = {
  submittedAt: sql`refund.submitted_at`,
  approvedAt: sql`refund.approved_at`,
  targetDate: sql`refund.target_date`,
  amount: sql`refund.amount`,
} as const;

/** The refund queue of the staff's offices, the newest first unless sorted. */
export async function findRefunds(tx: Tx, staff: StaffActor, filters: Filters): Promise<Page> {
  const { pageIndex, pageSize, sort = '-submittedAt' } = filters;
  const found = sql`refund join order_owner owner on owner.order_id = refund.order_id where ${conditionsOf(staff, filters)}`;
  const { rows: counted } = await sql<{ count: number }>`select count(*)::integer as count from ${found}`.execute(tx);
  const { field, by, direction } = sortedBy(sort, sorts);
  const isNullable = field === 'approvedAt' || field === 'targetDate';
  const order = sql`${by} ${direction} ${isNullable ? sql`nulls last` : sql``}, refund.id`;
  // What a row shows is read for the rows of the page alone.
  const { rows } = await sql<RefundItem>`
    select ${columns} from ${tables}
    where refund.id = any(array(
      select refund.id from ${found} order by ${order} limit ${pageSize} offset ${(pageIndex - 1) * pageSize}))
    order by ${order}`.execute(tx);
  const list = await maskMinors(tx, staff, rows, ({ applicationId }) => applicationId);
  return { list, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

function conditionsOf(staff: StaffActor, { search, status, cause, isByHand, isOverdue: overdue }: Filters) {
  const conditions = [inOffices(staff, 'owner.office_id')];
  if (status !== undefined) conditions.push(sql<boolean>`refund.status = ${status}`);
  if (cause !== undefined) conditions.push(sql<boolean>`refund.cause = ${cause}`);
  if (isByHand !== undefined) conditions.push(sql<boolean>`refund.is_by_hand = ${isByHand}`);
  if (overdue !== undefined) conditions.push(sql<boolean>`${isOverdue} = ${overdue}`);
  if (search !== undefined) {
    const isFound = isFoundBy(staff, search, {
      id: sql`refund.application_id`,
      open: sql`summary.code`,
      names: [sql`summary.candidate_name`],
    });
    conditions.push(
      sql<boolean>`(concat_ws(' ', refund.serial_number, owner.order_code) ilike ${containing(search)} or exists (
        select from sold_summary summary where summary.application_id = refund.application_id and ${isFound}))`,
    );
  }
  return sql.join(conditions, sql` and `);
}

/** One refund with its events. @throws Refusal NOT_FOUND outside the staff's offices. */
export async function findRefund(tx: Tx, staff: StaffActor, id: string): Promise<Detail> {
  const { rows } = await sql<Omit<Detail, 'timeline' | 'proofs'>>`
    select ${columns}, refund.voucher, refund.note, payment.amount as "paidAmount", payment.channel_trade_no as "channelTradeNo",
      refund.next_try_at as "nextTryAt",
      (select proposal.id from proposal where proposal.object_id = refund.id and proposal.status = 'Open') as "proposalId"
    from ${tables} where refund.id = ${id} and ${inOffices(staff, 'owner.office_id')}`.execute(tx);
  const [row] = await maskMinors(tx, staff, rows, ({ applicationId }) => applicationId);
  if (!row) return refuse('NOT_FOUND');
  const { rows: timeline } = await sql<Detail['timeline'][number]>`
    select event, at, actor_kind as actor, from_status as "from", to_status as "to"
    from history where kind = 'refund' and object_id = ${id} order by at, id`.execute(tx);
  return { ...row, proofs: (await filesOf(tx, [id])).get(id) ?? [], timeline };
}

/** A receipt, to be saved; looking at it is recorded. @throws Refusal NOT_FOUND */
export async function sendProof(staff: StaffActor, id: string, fileId: string): Promise<FileReply> {
  await inTransaction(async (tx) => {
    const { proofs } = await findRefund(tx, staff, id);
    if (!proofs.some((proof) => proof.id === fileId)) refuse('NOT_FOUND');
    await audit(tx, { staff, action: 'refunds.proof', object: { kind: 'refund', id }, after: { fileId } });
  });
  return await sendFileOf([id], fileId);
}
