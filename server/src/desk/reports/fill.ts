import type { FillItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { containing } from '#platform/like';
import { inOffices, type StaffActor } from '#platform/staff-http';

type Query = z.output<StaffCalls['reports.fill']['body']>;
type Page = z.output<StaffCalls['reports.fill']['reply']>;

const sessions = sql`(
  select session.id as "sessionId", session.office_id, product.name_en as "productNameEn", product.name_zh as "productNameZh",
    city.name_en as "cityNameEn", city.name_zh as "cityNameZh", session.exam_date as "examDate", session.start_time as "startTime",
    session.status, session.seat, live.taken, live.held, greatest(session.seat - live.taken - live.held, 0) as free,
    case when session.seat = 0 then 0 else least(100, round(100.0 * (live.taken + live.held) / session.seat))::integer end as percent
  from exam_session session
  join product on product.id = session.product_id
  join city on city.id = session.city_id
  cross join lateral (
    select coalesce(sum(weight) filter (where state = 'Taken'), 0)::integer as taken,
      coalesce(sum(weight) filter (where state = 'Held'), 0)::integer as held
    from seat_allocation where session_id = session.id and state in ('Held', 'Taken')
  ) live
  where product.category = 'Public'
) session`;

const sorts = { examDate: sql`"examDate"`, percent: sql`percent`, free: sql`free` } as const;

/** How full each session is: seats paid, seats in unpaid orders, seats free, from the seats themselves (C1, C7). */
export async function fillReport(tx: Tx, staff: StaffActor, query: Query): Promise<Page> {
  const { pageIndex, pageSize, sort = 'examDate', from, to, search, isPublished } = query;
  const conditions = [inOffices(staff, 'session.office_id')];
  if (from !== undefined) conditions.push(sql<boolean>`"examDate" >= ${from}`);
  if (to !== undefined) conditions.push(sql<boolean>`"examDate" <= ${to}`);
  if (isPublished !== undefined) conditions.push(sql<boolean>`(status = 'Published') = ${isPublished}`);
  if (search !== undefined) {
    const pattern = containing(search);
    conditions.push(
      sql<boolean>`concat_ws(' ', "productNameEn", "productNameZh", "cityNameEn", "cityNameZh") ilike ${pattern}`,
    );
  }
  const where = sql.join(conditions, sql` and `);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sessions} where ${where}`.execute(tx);
  const field = sort.startsWith('-') ? sort.slice(1) : sort;
  const order = field === 'percent' || field === 'free' ? sorts[field] : sorts.examDate;
  const { rows } = await sql<FillItem>`
    select * from ${sessions} where ${where}
    order by ${order} ${sort.startsWith('-') ? sql`desc` : sql`asc`}, "sessionId"
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}
