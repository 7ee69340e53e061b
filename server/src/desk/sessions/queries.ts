import { addMonths } from '@exam/contract/rules';
import type { Availability } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import type { SessionItem, StaffCalls } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { countersOf } from './store.ts';

type Filters = z.output<StaffCalls['sessions.search']['body']>;
type Page = z.output<StaffCalls['sessions.search']['reply']>;
type CalendarQuestion = z.output<StaffCalls['sessions.calendar']['body']>;
type Calendar = z.output<StaffCalls['sessions.calendar']['reply']>;
type Reader = { staff: StaffActor; language: Language };

const fill = sql`case when s.seat = 0 then 0 else s.registered * 100.0 / s.seat end`;

const orders: Record<string, RawBuilder<unknown>> = {
  examDate: sql`s.starts_at`,
  publishEndAt: sql`s.publish_end_at`,
  fill,
  free: sql`s.seat - s.registered`,
};

const orderOf = (sort: string) => orders[sort.replace(/^-/, '')] ?? sql`s.starts_at`;

/** Sessions of the reader's offices that the filters leave, those of bookings left out. */
export async function findSessions(tx: Tx, reader: Reader, filters: Filters): Promise<Page> {
  const { pageIndex, pageSize, sort = 'examDate' } = filters;
  const where = matching(reader.staff, filters);
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from exam_session s where ${where}`.execute(tx);
  // Without a wish for an order, sessions to come are first.
  const order = filters.sort === undefined ? sql`s.starts_at < (select app_now()), s.starts_at` : orderOf(sort);
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const list = await itemsWhere(tx, reader.language, {
    where,
    end: sql`order by ${order} ${direction}, s.id limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`,
  });
  return { list, pageIndex, pageSize, recordCount: counted.rows[0]?.count ?? 0 };
}

/** One session as lists show it; null where the reader may not see it. */
export async function findItem(tx: Tx, { staff, language }: Reader, id: string): Promise<SessionItem | null> {
  const where = sql<boolean>`s.id = ${id} and s.booking_id is null and ${inOffices(staff, 's.office_id')}`;
  const [item] = await itemsWhere(tx, language, { where, end: sql`` });
  return item ?? null;
}

/** The days of a month with sessions or a holiday. */
export async function findCalendar(tx: Tx, { staff, language }: Reader, question: CalendarQuestion): Promise<Calendar> {
  const { month, ...filters } = question;
  const [from, before] = [`${month}-01`, addMonths(`${month}-01`, 1)];
  const where = matching(staff, filters);
  const { rows } = await sql<Calendar['days'][number]>`
    with planned as (
      select s.exam_date as date, count(*)::integer as sessions, sum(s.seat)::integer as seat, sum(s.registered)::integer as registered
      from exam_session s
      where ${where} and s.exam_date >= ${from} and s.exam_date < ${before} and s.status <> 'Withdrawn'
      group by s.exam_date
    )
    select coalesce(planned.date, day.date) as date, coalesce(sessions, 0) as sessions, coalesce(seat, 0) as seat,
      coalesce(registered, 0) as registered, day.kind, day.${sql.ref(`name_${language}`)} as name
    from planned
    full join (select date, kind, name_en, name_zh from calendar_day where date >= ${from} and date < ${before}) day on day.date = planned.date
    order by 1`.execute(tx);
  return { days: rows };
}

type Conditions = Omit<Filters, 'pageIndex' | 'pageSize' | 'sort'>;

function matching(staff: StaffActor, filters: Conditions): RawBuilder<boolean> {
  const conditions = [sql`s.booking_id is null`, inOffices(staff, 's.office_id'), ...placeConditions(filters)];
  const { productId, subjectId, status, from, to, fillFrom, fillTo, isExclusive } = filters;
  if (productId !== undefined) conditions.push(sql`s.product_id = ${productId}`);
  if (subjectId !== undefined)
    conditions.push(
      sql`exists (select from session_subject p where p.session_id = s.id and p.subject_id = ${subjectId})`,
    );
  if (status !== undefined) conditions.push(sql`s.status = ${status}`);
  if (from !== undefined) conditions.push(sql`s.exam_date >= ${from}`);
  if (to !== undefined) conditions.push(sql`s.exam_date <= ${to}`);
  if (fillFrom !== undefined) conditions.push(sql`${fill} >= ${fillFrom}`);
  if (fillTo !== undefined) conditions.push(sql`${fill} <= ${fillTo}`);
  if (isExclusive !== undefined) conditions.push(sql`s.is_exclusive = ${isExclusive}`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function placeConditions({ cityId, officeId, venueId }: Conditions): RawBuilder<unknown>[] {
  return [
    ...(cityId === undefined ? [] : [sql`s.city_id = ${cityId}`]),
    ...(officeId === undefined ? [] : [sql`s.office_id = ${officeId}`]),
    ...(venueId === undefined ? [] : [sql`s.venue_id = ${venueId}`]),
  ];
}

type Row = Omit<SessionItem, 'held' | 'confirmed' | 'free' | 'fillPercent' | 'availability'> & {
  registered: number;
  availability: Availability | 'NotListed';
};

async function itemsWhere(
  tx: Tx,
  language: Language,
  { where, end }: { where: RawBuilder<boolean>; end: RawBuilder<unknown> },
): Promise<SessionItem[]> {
  const name = (table: string) => sql.ref(`${table}.name_${language}`);
  const { rows } = await sql<Row>`
    select s.id, s.product_id as "productId", product.code as "productCode", ${name('product')} as "productName",
      s.office_id as "officeId", ${name('office')} as "officeName", s.city_id as "cityId", ${name('city')} as "cityName",
      s.venue_id as "venueId", coalesce(own.display_name, v.code) as "venueName", s.exam_date as "examDate", s.start_time as "startTime", s.end_time as "endTime",
      coalesce((select left(string_agg(subject.code, ', ' order by paper.sort, subject.sort), 300)
        from session_subject paper join subject on subject.id = paper.subject_id where paper.session_id = s.id), '') as "subjectCodes",
      s.status, session_availability(s.status, v.status, s.starts_at, s.publish_start_at, s.publish_end_at, s.seat - s.registered, (select app_now())) as availability,
      s.publish_start_at as "publishStartAt", s.publish_end_at as "publishEndAt", s.is_exclusive as "isExclusive", s.is_hot as "isHot",
      s.seat, s.registered
    from exam_session s
    join product on product.id = s.product_id
    join office on office.id = s.office_id
    join city on city.id = s.city_id
    left join venue v on v.id = s.venue_id
    left join venue_name own on own.venue_id = v.id and own.language = ${language}
    where ${where} ${end}`.execute(tx);
  const counters = await countersOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ registered, availability, ...row }) => ({
    ...row,
    availability: availability === 'NotListed' ? null : availability,
    held: counters.get(row.id)?.held ?? 0,
    confirmed: counters.get(row.id)?.confirmed ?? 0,
    free: row.seat - registered,
    fillPercent: row.seat === 0 ? 0 : Math.round((registered * 100) / row.seat),
  }));
}
