import type { FapiaoItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { audit } from '#office/audit';
import { sendFileOf } from '#office/files';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { FileReply } from '#platform/http';
import { containing } from '#platform/like';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { issuableOf, papersOf } from './store.ts';

type Filters = z.output<StaffCalls['fapiao.search']['body']>;
type Page = z.output<StaffCalls['fapiao.search']['reply']>;
type Detail = z.output<StaffCalls['fapiao.page']['reply']>;

const tables = sql`
  fapiao join fapiao_sums sums on sums.fapiao_id = fapiao.id join order_owner owner on owner.order_id = fapiao.order_id`;

const redDue = sql<number>`greatest(0, sums.issued - sums.red - (sums.paid - sums.returned))`;

const columns = sql`
  fapiao.id, fapiao.version, fapiao.status, fapiao.order_id as "orderId", sums.order_code as "orderCode", fapiao.buyer, fapiao.title,
  fapiao.tax_number as "taxNumber", fapiao.email_masked as email,
  case when sums.number is null then ${issuableOf} else sums.issued end as amount, ${redDue} as "redDue",
  sums.number, fapiao.requested_at as "requestedAt", sums.issued_at as "issuedAt"`;

/** The fapiao of the staff's offices, the longest waiting first unless sorted. */
export async function findFapiao(tx: Tx, staff: StaffActor, filters: Filters): Promise<Page> {
  const { pageIndex, pageSize, sort = 'requestedAt' } = filters;
  const where = conditionsOf(staff, filters);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${tables} where ${where}`.execute(tx);
  const field = sort.endsWith('issuedAt') ? sql`sums.issued_at` : sql`fapiao.requested_at`;
  const order = sql`${field} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, fapiao.id`;
  // What a row shows is summed for the rows of the page alone.
  const { rows } = await sql<FapiaoItem>`
    select ${columns} from ${tables}
    where fapiao.id = any(array(
      select fapiao.id from ${tables} where ${where} order by ${order} limit ${pageSize} offset ${(pageIndex - 1) * pageSize}))
    order by ${order}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

function conditionsOf(staff: StaffActor, { search, status, buyer, isRedDue }: Filters) {
  const conditions = [inOffices(staff, 'owner.office_id')];
  if (status !== undefined) conditions.push(sql<boolean>`fapiao.status = ${status}`);
  if (buyer !== undefined) conditions.push(sql<boolean>`fapiao.buyer = ${buyer}`);
  if (isRedDue !== undefined) conditions.push(sql<boolean>`(${redDue} > 0) = ${isRedDue}`);
  if (search !== undefined) {
    const pattern = containing(search);
    conditions.push(
      sql<boolean>`concat_ws(' ', sums.order_code, fapiao.title, fapiao.tax_number, sums.number) ilike ${pattern}`,
    );
  }
  return sql.join(conditions, sql` and `);
}

/** One fapiao with its papers and events. @throws Refusal NOT_FOUND outside the staff's offices. */
export async function showPage(tx: Tx, staff: StaffActor, id: string): Promise<Detail> {
  const { rows } = await sql<Omit<Detail, 'timeline' | 'papers'>>`
    select ${columns}, sums.paid as "paidAmount", sums.committed as "refundedAmount", fapiao.refusal
    from ${tables} where fapiao.id = ${id} and ${inOffices(staff, 'owner.office_id')}`.execute(tx);
  const [row] = rows;
  if (!row) return refuse('NOT_FOUND');
  const { rows: timeline } = await sql<Detail['timeline'][number]>`
    select event, at, actor_kind as actor, from_status as "from", to_status as "to"
    from history where kind = 'fapiao' and object_id = ${id} order by at, id`.execute(tx);
  return { ...row, papers: await papersOf(tx, id), timeline };
}

/** A paper's file, to be saved; looking at it is recorded. @throws Refusal NOT_FOUND */
export async function sendPaper(staff: StaffActor, id: string, fileId: string): Promise<FileReply> {
  await inTransaction(async (tx) => {
    const { papers } = await showPage(tx, staff, id);
    if (!papers.some(({ file }) => file?.id === fileId)) refuse('NOT_FOUND');
    await audit(tx, { staff, action: 'fapiao.paper', object: { kind: 'fapiao', id }, after: { fileId } });
  });
  return await sendFileOf([id], fileId);
}
