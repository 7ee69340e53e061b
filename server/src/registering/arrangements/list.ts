import type { ArrangementItem, StaffCalls } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { isFoundBy, maskMinors } from '#office/access';
import type { Tx } from '#platform/database';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { seated } from '#registering/applications';

type Filters = z.output<StaffCalls['arrangements.search']['body']>;
type Page = z.output<StaffCalls['arrangements.search']['reply']>;

const tables = sql`
  registration_desk desk
  join application_summary summary on summary.application_id = desk.id
  left join special_arrangement arrangement on arrangement.id = desk.id`;

const columns = sql`
  desk.id, desk.code, desk.candidate_name as "candidateName", summary.product_name_en as "productNameEn",
  summary.product_name_zh as "productNameZh", summary.city_name_en as "cityNameEn", summary.city_name_zh as "cityNameZh",
  desk.exam_date as "examDate", summary.start_time as "startTime", desk.arrangement_status as status,
  arrangement.decided_at as "decidedAt", arrangement.decided_by_name as "decidedBy",
  coalesce(arrangement.version, 0) as version`;

/** Special arrangements of the staff's offices, the next exam first. */
export async function findArrangements(tx: Tx, staff: StaffActor, filters: Filters): Promise<Page> {
  const { pageIndex, pageSize, sort = 'examDate' } = filters;
  const where = conditionsOf(staff, filters);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from registration_desk desk where ${where}`.execute(tx);
  const { rows } = await sql<ArrangementItem>`
    select ${columns} from ${tables} where ${where}
    order by desk.starts_at ${sort.startsWith('-') ? sql`desc` : sql`asc`}, desk.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  const list = await maskMinors(tx, staff, rows, ({ id }) => id);
  return { list, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

/** One of them; null when the registration has none, or is another office's. */
export async function findArrangement(tx: Tx, staff: StaffActor, id: string): Promise<ArrangementItem | null> {
  const { rows } = await sql<ArrangementItem>`
    select ${columns} from ${tables}
    where desk.id = ${id} and desk.has_special_arrangement and ${inOffices(staff, 'desk.office_id')}`.execute(tx);
  return rows[0] ?? null;
}

function conditionsOf(staff: StaffActor, { status, sessionId, isUpcoming, search }: Filters): RawBuilder<unknown> {
  const conditions = [
    inOffices(staff, 'desk.office_id'),
    sql<boolean>`desk.has_special_arrangement`,
    sql<boolean>`desk.status in ${seated}`,
  ];
  if (status !== undefined) conditions.push(sql`desk.arrangement_status = ${status}`);
  if (sessionId !== undefined) conditions.push(sql`desk.session_id = ${sessionId}`);
  if (isUpcoming !== undefined)
    conditions.push(isUpcoming ? sql`desk.starts_at > app_now()` : sql`desk.starts_at <= app_now()`);
  if (search !== undefined)
    conditions.push(
      isFoundBy(staff, search, { id: sql`desk.id`, open: sql`desk.code`, names: [sql`desk.candidate_name`] }),
    );
  return sql.join(conditions, sql` and `);
}
