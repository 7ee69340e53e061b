import type { ExamDayItem, StaffCalls } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { containing } from '#platform/like';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { seated } from '#registering/applications';

type Filters = z.output<StaffCalls['examDay.search']['body']>;
type Page = z.output<StaffCalls['examDay.search']['reply']>;

/** Registrations that sit an exam, or would have. */

const columns = sql`
  place.session_id as "sessionId", place.product_name_en as "productNameEn", place.product_name_zh as "productNameZh",
  place.exam_date as "examDate", place.start_time as "startTime", place.end_time as "endTime", place.city_name_en as "cityNameEn",
  place.city_name_zh as "cityNameZh", place.venue_name_en as "venueNameEn", place.venue_name_zh as "venueNameZh", place.status,
  counts.*`;

const counts = sql`
  left join lateral (
    select count(*)::integer as registered,
      count(*) filter (where attendance_status = 'Present')::integer as present,
      count(*) filter (where attendance_status = 'Late')::integer as late,
      count(*) filter (where attendance_status = 'Absent')::integer as absent,
      count(*) filter (where leave_choice <> 'None')::integer as minors,
      count(*) filter (where arrangement_status <> 'None')::integer as arrangements
    from registration_desk desk where desk.session_id = place.session_id and desk.status in ${seated}
  ) counts on true`;

/** Sessions by exam date, the next one first: without dates asked for, those from today on. */
export async function findExamDays(tx: Tx, staff: StaffActor, filters: Filters): Promise<Page> {
  const { pageIndex, pageSize, sort = 'examDate' } = filters;
  const where = conditionsOf(staff, filters);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from session_place place where ${where}`.execute(tx);
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const { rows } = await sql<ExamDayItem>`
    select ${columns} from session_place place ${counts} where ${where}
    order by place.starts_at ${direction}, place.session_id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

/** A session of the exam day; `hasBegun` by the database's clock (S-9). */
type ExamDay = ExamDayItem & { isDay: boolean; hasBegun: boolean };

/** One session with its counts. @throws Refusal NOT_FOUND outside the staff's offices. */
export async function findExamDay(tx: Tx, staff: StaffActor, id: string): Promise<ExamDay> {
  const { rows } = await sql<ExamDay>`
    select ${columns}, ((select app_now()) at time zone 'Asia/Shanghai')::date >= place.exam_date as "isDay",
      place.starts_at <= (select app_now()) as "hasBegun"
    from session_place place ${counts}
    where place.session_id = ${id} and ${inOffices(staff, 'place.office_id')}`.execute(tx);
  return rows[0] ?? refuse('NOT_FOUND');
}

function conditionsOf(staff: StaffActor, { from, until, cityId, search }: Filters): RawBuilder<unknown> {
  const conditions = [inOffices(staff, 'place.office_id'), sql<boolean>`place.status <> 'Draft'`];
  if (from === undefined && until === undefined)
    conditions.push(sql`place.exam_date >= (select (app_now() at time zone 'Asia/Shanghai')::date)`);
  if (from !== undefined) conditions.push(sql`place.exam_date >= ${from}`);
  if (until !== undefined) conditions.push(sql`place.exam_date <= ${until}`);
  if (cityId !== undefined) conditions.push(sql`place.city_id = ${cityId}`);
  if (search !== undefined) {
    const pattern = containing(search);
    conditions.push(
      sql`concat_ws(' ', place.product_name_en, place.product_name_zh, place.city_name_en, place.city_name_zh,
        place.venue_name_en, place.venue_name_zh) ilike ${pattern}`,
    );
  }
  return sql.join(conditions, sql` and `);
}
