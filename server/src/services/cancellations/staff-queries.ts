import type { CancellationItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { isFoundBy, maskMinors } from '#office/access';
import { filesOf } from '#office/files';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { settings } from '#platform/settings';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { openReason, type RequestRow } from './store.ts';
import { sortedBy } from '#platform/sort';

type Filters = z.output<StaffCalls['cancellations.search']['body']>;
type Page = z.output<StaffCalls['cancellations.search']['reply']>;
type Detail = z.output<StaffCalls['cancellations.get']['reply']>;

const isOverdue = sql<boolean>`(request.outcome is null and request.is_document_required and request.documents_due_at <= (select app_now())
  and documents.count = 0)`;

/** Whose person waits for deletion, its request is absent (decision 0023). */
export const inUse = sql<boolean>`not exists (
  select from cancellation_item item join application on application.id = item.application_id
  where item.request_id = request.id and application.restricted_at is not null)`;

/** A request with its owner and its first registration; PostgreSQL leaves out the sums that nobody asks for. */
export const found = sql`
  cancellation_request request
  join order_owner owner on owner.order_id = request.order_id
  left join lateral (
    select min(application_id::text)::uuid as application_id, sum(quoted_amount)::integer as quoted_amount
    from cancellation_item item where item.request_id = request.id
  ) items on true
  left join lateral (select count(*)::integer as count from file where file.object_id = request.id) documents on true`;

/** The name of the first registration stands for the set. */
const tables = sql`${found} join application_summary summary on summary.application_id = items.application_id`;

const columns = sql`
  request.id, request.version, summary.application_id as "applicationId", summary.code as "applicationCode",
  owner.order_code as "orderCode", summary.candidate_name as "candidateName", summary.product_name_en as "productNameEn",
  summary.product_name_zh as "productNameZh", summary.subject_name_en as "subjectNameEn", summary.subject_name_zh as "subjectNameZh",
  summary.exam_date as "examDate", request.requested_at as "requestedAt", request.attempt, request.policy_row as "policyRow",
  request.percent, items.quoted_amount as "quotedAmount", request.is_document_required as "isDocumentRequired",
  documents.count as "documentCount", request.documents_due_at as "documentsDueAt", ${isOverdue} as "isOverdue", request.outcome`;

const sorts = {
  requestedAt: sql`request.requested_at`,
  documentsDueAt: sql`request.documents_due_at`,
  examDate: sql`(select exam_date from application_summary where application_id = items.application_id)`,
  quotedAmount: sql`items.quoted_amount`,
} as const;

/** The queue of requests in the staff's offices, the oldest first unless sorted. */
export async function findRequests(tx: Tx, staff: StaffActor, filters: Filters): Promise<Page> {
  const { pageIndex, pageSize, sort = 'requestedAt' } = filters;
  const where = conditionsOf(staff, filters);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${found} where ${where}`.execute(tx);
  const { by, direction } = sortedBy(sort, sorts);
  const order = sql`${by} ${direction}, request.id`;
  // What a row shows is read for the rows of the page alone.
  const { rows } = await sql<CancellationItem>`
    select ${columns} from ${tables}
    where request.id = any(array(
      select request.id from ${found} where ${where} order by ${order} limit ${pageSize} offset ${(pageIndex - 1) * pageSize}))
    order by ${order}`.execute(tx);
  const list = await maskMinors(tx, staff, rows, ({ applicationId }) => applicationId);
  return { list, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

function conditionsOf(staff: StaffActor, { outcome, policyRow, isOverdue: overdue, productId, search }: Filters) {
  const conditions = [inOffices(staff, 'owner.office_id'), inUse];
  if (outcome === 'Open') conditions.push(sql<boolean>`request.outcome is null`);
  else if (outcome !== undefined) conditions.push(sql<boolean>`request.outcome = ${outcome}`);
  if (policyRow !== undefined) conditions.push(sql<boolean>`request.policy_row = ${policyRow}`);
  if (overdue !== undefined) conditions.push(overdue ? isOverdue : sql<boolean>`not ${isOverdue}`);
  if (productId !== undefined)
    conditions.push(
      sql<boolean>`exists (select from application where application.id = items.application_id and product_id = ${productId})`,
    );
  if (search !== undefined) {
    const isFound = isFoundBy(staff, search, {
      id: sql`items.application_id`,
      open: sql`concat_ws(' ', summary.code, owner.order_code)`,
      names: [sql`summary.candidate_name`],
    });
    conditions.push(
      sql<boolean>`exists (select from application_summary summary where summary.application_id = items.application_id and ${isFound})`,
    );
  }
  return sql.join(conditions, sql` and `);
}

type More = Pick<Detail, 'orderId' | 'documentsAsked' | 'decidedAt' | 'decisionReason' | 'proposalId'> &
  Pick<RequestRow, 'reason_sealed'>;

/** One request with its lines, papers and earlier tries. @throws Refusal NOT_FOUND outside the staff's offices. */
export async function findRequest(tx: Tx, staff: StaffActor, id: string): Promise<Detail> {
  const { rows } = await sql<CancellationItem & More>`
    select ${columns}, request.order_id as "orderId", request.reason_sealed, request.documents_asked as "documentsAsked",
      request.decided_at as "decidedAt", request.decision_reason as "decisionReason",
      (select proposal.id from proposal where proposal.object_id = request.id and proposal.status = 'Open') as "proposalId"
    from ${tables} where request.id = ${id} and ${inUse} and ${inOffices(staff, 'owner.office_id')}`.execute(tx);
  const [found] = rows;
  if (!found) return refuse('NOT_FOUND');
  const { reason_sealed, ...row } = found;
  const { rows: lines } = await sql<Detail['lines'][number]>`
    select item.application_id as "applicationId", summary.code as "applicationCode", summary.candidate_name as "candidateName",
      summary.subject_name_en as "subjectNameEn", summary.subject_name_zh as "subjectNameZh", summary.status,
      item.paid_amount as "paidAmount", item.quoted_amount as "quotedAmount", item.approved_amount as "approvedAmount",
      item.refund_id as "refundId"
    from cancellation_item item join application_summary summary on summary.application_id = item.application_id
    where item.request_id = ${id} order by item.application_id`.execute(tx);
  const { rows: earlier } = await sql<Detail['earlier'][number]>`
    select old.id, old.attempt, old.requested_at as "requestedAt", old.outcome, old.decision_reason as "decisionReason"
    from cancellation_request old join cancellation_item item on item.request_id = old.id
    where item.application_id = ${row.applicationId} and old.id <> ${id}
    order by old.requested_at desc`.execute(tx);
  const documents = (await filesOf(tx, [id])).get(id) ?? [];
  return {
    ...row,
    reason: openReason({ id, reason_sealed }),
    lines,
    earlier,
    documents,
    secondApprovalFen: settings().refund.secondApprovalFen,
  };
}
