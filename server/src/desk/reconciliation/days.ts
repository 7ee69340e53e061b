import type { ReconciliationDayItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';
import { checkWholeHouse } from './store.ts';

type Filters = z.output<StaffCalls['reconciliation.days']['body']>;
type Page = z.output<StaffCalls['reconciliation.days']['reply']>;

/** Every day on which a channel moved money for us, or said so. */
const days = sql`(
  select coalesce(ours.channel, theirs.channel) as channel, coalesce(ours.day, theirs.day) as day,
    coalesce(ours.count, 0)::integer as "ourCount", coalesce(ours.net, 0)::bigint as "ourNet",
    theirs.count as "theirCount", theirs.net as "theirNet"
  from (
    select channel, day, sum(count)::integer as count, sum(net)::bigint as net
    from (
      select channel, counted_on as day, 1 as count, (case kind when 'refund' then -amount else amount end)::bigint as net
      from channel_movement_day
      union all select channel, day, count, net from movement_carried
    ) moved group by channel, day
  ) ours
  full join (
    select statement.channel, statement.day, statement.row_count as count,
      coalesce(sum(case row.kind when 'refund' then -row.amount else row.amount end), 0)::bigint as net
    from channel_statement statement left join channel_statement_row row on row.statement_id = statement.id
    group by statement.id
  ) theirs on theirs.channel = ours.channel and theirs.day = ours.day)`;

const tables = sql`
  ${days} day left join reconciliation_closing closing on closing.channel = day.channel and closing.day = day.day`;

/** The days with money at a channel, the latest first unless sorted. @throws Refusal NOT_FOUND for staff of single offices. */
export async function findDays(tx: Tx, staff: StaffActor, filters: Filters): Promise<Page> {
  checkWholeHouse(staff);
  const { pageIndex, pageSize, sort = '-day', channel, isClosed, from, to } = filters;
  const conditions = [sql<boolean>`true`];
  if (channel !== undefined) conditions.push(sql<boolean>`day.channel = ${channel}`);
  if (isClosed !== undefined) conditions.push(sql<boolean>`(closing.day is not null) = ${isClosed}`);
  if (from !== undefined) conditions.push(sql<boolean>`day.day >= ${from}`);
  if (to !== undefined) conditions.push(sql<boolean>`day.day <= ${to}`);
  const where = sql.join(conditions, sql` and `);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${tables} where ${where}`.execute(tx);
  const { rows } = await sql<ReconciliationDayItem>`
    select day.*, closing.closed_at as "closedAt", closing.closed_by_name as "closedBy" from ${tables} where ${where}
    order by day.day ${sort.startsWith('-') ? sql`desc` : sql`asc`}, day.channel
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}
