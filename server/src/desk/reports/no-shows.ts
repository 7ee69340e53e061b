import type { NoShowItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { containing } from '#platform/like';
import { inOffices, type StaffActor } from '#platform/staff-http';

type Query = z.output<StaffCalls['reports.noShows']['body']>;
type Page = z.output<StaffCalls['reports.noShows']['reply']>;

const sessions = sql`(
  select attendance.session_id as "sessionId", attendance.office_id, place.product_name_en as "productNameEn",
    place.product_name_zh as "productNameZh", place.city_name_en as "cityNameEn", place.city_name_zh as "cityNameZh",
    attendance.exam_date as "examDate", attendance.registered, attendance.taken, attendance.absent,
    attendance.registered - attendance.taken - attendance.absent as unmarked,
    case when attendance.taken + attendance.absent = 0 then null
      else round(100.0 * attendance.absent / (attendance.taken + attendance.absent))::integer end as percent
  from session_attendance attendance join session_place place on place.session_id = attendance.session_id
) session`;

const sorts = { examDate: sql`"examDate"`, absent: sql`absent`, percent: sql`percent` } as const;

/**
 * Who came to each session that has begun, by what was marked on the day: no-shows are counted of those marked, and whoever is
 * not marked yet is counted apart. The latest exam first unless sorted.
 */
export async function noShowsReport(tx: Tx, staff: StaffActor, query: Query): Promise<Page> {
  const { pageIndex, pageSize, sort = '-examDate' } = query;
  const where = conditionsOf(staff, query);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sessions} where ${where}`.execute(tx);
  const field = sort.startsWith('-') ? sort.slice(1) : sort;
  const order = field === 'absent' || field === 'percent' ? sorts[field] : sorts.examDate;
  const { rows } = await sql<NoShowItem>`
    select * from ${sessions} where ${where}
    order by ${order} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, "sessionId"
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

function conditionsOf(staff: StaffActor, { from, to, search, isMarked }: Query) {
  const conditions = [inOffices(staff, 'session.office_id')];
  if (from !== undefined) conditions.push(sql<boolean>`"examDate" >= ${from}`);
  if (to !== undefined) conditions.push(sql<boolean>`"examDate" <= ${to}`);
  if (isMarked !== undefined) conditions.push(sql<boolean>`(unmarked = 0) = ${isMarked}`);
  if (search !== undefined) {
    const pattern = containing(search);
    conditions.push(
      sql<boolean>`concat_ws(' ', "productNameEn", "productNameZh", "cityNameEn", "cityNameZh") ilike ${pattern}`,
    );
  }
  return sql.join(conditions, sql` and `);
}
