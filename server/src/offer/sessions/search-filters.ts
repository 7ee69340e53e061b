import {
  availability as availabilityShape,
  chinaDate,
  id as idShape,
  month as monthShape,
  type Availability,
} from '@exam/contract/entities';
import { addMonths, chinaDateOf, isRealDate } from '@exam/contract/rules';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { refuse } from '#platform/errors';
import type { Database } from '#platform/tables/index';
import { availabilityAt } from './availability.ts';
import { isSubjectValid } from './papers.ts';

/** What narrows a list of sessions; several values of one field mean any of them, no value means all. */
export type SessionFilter = {
  productIds: string[];
  subjectIds: string[];
  cityIds: string[];
  sessionIds: string[];
  examDates: string[];
  /** `yyyy-mm`. */
  months: string[];
  /** 1 for Monday to 7 for Sunday. */
  weekdays: number[];
  availabilities: Availability[];
  isExclusive: boolean | null;
};

type FilterField =
  | 'productId'
  | 'subjectId'
  | 'cityId'
  | 'month'
  | 'weekday'
  | 'examDate'
  | 'availability'
  | 'sessionId'
  | 'isExclusiveSession';

/**
 * Reads the filters of a list call.
 * @throws Refusal MALFORMED (400) for a value that cannot be one of its field: no id, no date, no day of the week, no availability.
 */
export function filterOf(filters: readonly { field: FilterField; value: string }[]): SessionFilter {
  const valuesOf = (field: FilterField) => filters.filter((filter) => filter.field === field).map(({ value }) => value);
  const ids = (field: FilterField) => valuesOf(field).map((value) => checked(idShape.safeParse(value).success, value));
  return {
    productIds: ids('productId'),
    subjectIds: ids('subjectId'),
    cityIds: ids('cityId'),
    sessionIds: ids('sessionId'),
    examDates: valuesOf('examDate').map((value) =>
      checked(chinaDate.safeParse(value).success && isRealDate(value), value),
    ),
    months: valuesOf('month').map((value) => checked(monthShape.safeParse(value).success, value)),
    weekdays: valuesOf('weekday').map((value) => Number(checked(/^[1-7]$/.test(value), value))),
    availabilities: valuesOf('availability').map(
      (value) => availabilityShape.safeParse(value).data ?? refuse('MALFORMED'),
    ),
    isExclusive: valuesOf('isExclusiveSession').reduce<boolean | null>(
      (_, value) => checked(value === 'true' || value === 'false', value) === 'true',
      null,
    ),
  };
}

function checked(isRight: boolean, value: string): string {
  return isRight ? value : refuse('MALFORMED');
}

type SessionTables = { s: Database['exam_session']; v: Database['venue'] };

/**
 * The conditions of a list of sessions `s` with venue `v`: published, at a venue in use, with at least one paper valid on
 * the day, and what the filter asks. Sessions that have begun are left out unless asked for by availability or by id (9.7).
 */
export function listed(filter: SessionFilter, now: string) {
  return (eb: ExpressionBuilder<SessionTables, 's' | 'v'>): Expression<SqlBool> => {
    const conditions: Expression<SqlBool>[] = [
      eb('s.status', '=', 'Published'),
      // Arranged for one booking alone.
      eb('s.booking_id', 'is', null),
      eb.or([eb('v.status', 'is', null), eb('v.status', '=', 'Active')]),
      offersPaper(filter.subjectIds),
    ];
    const isPastWanted = filter.availabilities.includes('Expired') || filter.sessionIds.length > 0;
    if (!isPastWanted) conditions.push(eb('s.starts_at', '>', now), eb('s.exam_date', '>=', chinaDateOf(now)));
    if (filter.availabilities.length > 0) conditions.push(eb(availabilityAt(now), 'in', filter.availabilities));
    if (filter.isExclusive !== null) conditions.push(eb('s.is_exclusive', '=', filter.isExclusive));
    if (filter.productIds.length > 0) conditions.push(eb('s.product_id', 'in', filter.productIds));
    if (filter.cityIds.length > 0) conditions.push(eb('s.city_id', 'in', filter.cityIds));
    if (filter.sessionIds.length > 0) conditions.push(eb('s.id', 'in', filter.sessionIds));
    if (filter.examDates.length > 0) conditions.push(eb('s.exam_date', 'in', filter.examDates));
    if (filter.months.length > 0) conditions.push(eb.or(filter.months.map((month) => inMonth(eb, month))));
    if (filter.weekdays.length > 0) conditions.push(isOnAny(filter.weekdays));
    return eb.and(conditions);
  };
}

function isOnAny(weekdays: readonly number[]): Expression<SqlBool> {
  return sql<SqlBool>`extract(isodow from s.exam_date) in (${sql.join([...weekdays])})`;
}

function inMonth(eb: ExpressionBuilder<SessionTables, 's' | 'v'>, month: string): Expression<SqlBool> {
  const first = `${month}-01`;
  return eb.and([eb('s.exam_date', '>=', first), eb('s.exam_date', '<', addMonths(first, 1))]);
}

function offersPaper(subjectIds: readonly string[]): Expression<SqlBool> {
  const wanted = subjectIds.length > 0 ? sql`and u.id in (${sql.join(subjectIds)})` : sql``;
  return sql<SqlBool>`exists (select from session_subject p join subject u on u.id = p.subject_id where p.session_id = s.id and ${isSubjectValid} ${wanted})`;
}
