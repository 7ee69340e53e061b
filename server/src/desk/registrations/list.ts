import type { RegistrationItem, StaffCalls } from '@exam/contract/staff';
import { ageOn } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { isFoundBy, maskMinors } from '#office/access';
import { birthDates, chineseNames, maskedIdNumbers } from '#registering/applications';
import type { Tx } from '#platform/database';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { sortedBy } from '#platform/sort';

export type Filters = z.output<StaffCalls['applications.search']['body']>;
type Page = z.output<StaffCalls['applications.search']['reply']>;

const sorts = {
  examDate: sql`desk.exam_date`,
  createdAt: sql`desk.created_at`,
  code: sql`desk.code`,
} as const;

/** Registrations of the staff's offices, the newest first unless sorted. */
export async function findRegistrations(tx: Tx, staff: StaffActor, filters: Filters): Promise<Page> {
  const { pageIndex, pageSize, sort = '-createdAt' } = filters;
  const where = conditionsOf(staff, filters);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from registration_desk desk where ${where}`.execute(tx);
  const { by, direction } = sortedBy(sort, sorts);
  const { rows } = await sql<{ id: string }>`
    select desk.id from registration_desk desk where ${where}
    order by ${by} ${direction}, desk.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  const items = await itemsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const list = await maskMinors(tx, staff, items, ({ id }) => id);
  return { list, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

/** What a list shows of these registrations, in their order: names are joined for the page only. */
export async function itemsOf(tx: Tx, ids: readonly string[]): Promise<RegistrationItem[]> {
  const { rows } = await sql<Omit<RegistrationItem, 'idNo' | 'candidateNameZh' | 'ageOnExamDay'>>`
    select desk.id, desk.code, desk.status, desk.category, desk.candidate_name as "candidateName",
      summary.product_name_en as "productNameEn", summary.product_name_zh as "productNameZh",
      summary.subject_name_en as "subjectNameEn", summary.subject_name_zh as "subjectNameZh",
      summary.city_name_en as "cityNameEn", summary.city_name_zh as "cityNameZh",
      desk.session_id as "sessionId", desk.exam_date as "examDate", coalesce(summary.start_time, '00:00') as "startTime",
      desk.arrangement_status as arrangement, desk.email_status as letter,
      desk.attendance_status as attendance, desk.created_at as "createdAt", desk.desk_version as version
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, position)
    join registration_desk desk on desk.id = wanted.id
    join application_summary summary on summary.application_id = desk.id
    order by wanted.position`.execute(tx);
  const numbers = await maskedIdNumbers(tx, ids);
  const chinese = await chineseNames(tx, ids);
  const births = await birthDates(tx, ids);
  return rows.map((row) => ({
    ...row,
    candidateNameZh: chinese.get(row.id) ?? null,
    ageOnExamDay: Math.max(0, ageOn(births.get(row.id) ?? row.examDate, row.examDate)),
    idNo: numbers.get(row.id) ?? null,
  }));
}

/** The condition that each filter sets. */
const conditions: {
  [Name in keyof Filters]?: (value: NonNullable<Filters[Name]>, staff: StaffActor) => RawBuilder<boolean>;
} = {
  ids: (value) => sql`desk.id = any(${[...value]}::uuid[])`,
  accountId: (value) => sql`desk.account_id = ${value}`,
  candidateId: (value) => sql`desk.person_key in (select person_key from person_of_record where id = ${value})`,
  status: (value) => sql`desk.status = ${value}`,
  productId: (value) => sql`desk.product_id = ${value}`,
  sessionId: (value) => sql`desk.session_id = ${value}`,
  cityId: (value) => sql`desk.city_id = ${value}`,
  ageBand: (value) =>
    value === 'U11'
      ? sql`desk.class_on_exam_day < 11`
      : value === 'U18'
        ? sql`desk.class_on_exam_day between 11 and 17`
        : sql`desk.class_on_exam_day >= 18`,
  arrangement: (value) => sql`desk.arrangement_status = ${value}`,
  letter: (value) => sql`desk.email_status = ${value}`,
  attendance: (value) => sql`desk.attendance_status = ${value}`,
  from: (value) => sql`desk.exam_date >= ${value}`,
  until: (value) => sql`desk.exam_date <= ${value}`,
  search: (value, staff) =>
    isFoundBy(staff, value, {
      id: sql`desk.id`,
      open: sql`desk.code`,
      names: [sql`desk.candidate_name`, sql`desk.first_name || ' ' || desk.last_name`],
    }),
};

function conditionsOf(staff: StaffActor, filters: Filters): RawBuilder<boolean> {
  const set = Object.entries(filters).flatMap(([name, value]) => {
    const condition = value === undefined ? undefined : conditions[name as keyof Filters];
    return condition ? [Reflect.apply(condition, undefined, [value, staff]) as RawBuilder<boolean>] : [];
  });
  return sql.join([inOffices(staff, 'desk.office_id'), ...set], sql` and `) as RawBuilder<boolean>;
}

/** Products and cities that registrations of the staff's offices are about, by name. */
export async function findFilters(
  tx: Tx,
  staff: StaffActor,
): Promise<z.output<StaffCalls['applications.filters']['reply']>> {
  const office = inOffices(staff, 'session.office_id');
  const { rows: products } = await sql<{ id: string; nameEn: string; nameZh: string }>`
    select id, name_en as "nameEn", name_zh as "nameZh" from product
    where exists (select from exam_session session where session.product_id = product.id and ${office})
    order by name_en, id limit 200`.execute(tx);
  const { rows: cities } = await sql<{ id: string; nameEn: string; nameZh: string }>`
    select id, name_en as "nameEn", name_zh as "nameZh" from city
    where exists (select from exam_session session where session.city_id = city.id and ${office})
    order by name_en, id limit 200`.execute(tx);
  return { products, cities };
}
